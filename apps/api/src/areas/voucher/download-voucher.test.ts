import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { recordVoucher } from '../../../../../tests/support/vouchers.ts';

let api: TestApi;
let maker: string;
let own: string;
let others: string;
beforeAll(async () => {
  api = await startTestApi();
  maker = await api.signIn('13800000002');
  const { tenantId } = await api.deps.sessions.authenticate(maker);
  const other = await api.deps.database.prisma.tenant.findFirstOrThrow({ where: { id: { not: tenantId } } });
  own = await recordVoucher(api, { tenantId });
  others = await recordVoucher(api, { tenantId: other.id });
});
afterAll(() => api.close());

const download = (input: object, token = maker) => api.call('voucher/downloadVoucher', input, token);

test('vouchers come as a PDF, those of others left out, and the log says who took it', async () => {
  const { headers, body } = await download({ ids: [own, others], paper: 'SLIP' });
  expect(headers['content-type']).toBe('application/pdf');
  expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(
    /记账凭证_\d{4}-\d\d-\d\d\.pdf$/,
  );
  const text = (body as Buffer).toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  // One sheet: of the one voucher that the caller sees.
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const logged = await api.deps.database.prisma.operationLog.findMany({
    where: { action: 'downloadVoucher' },
  });
  expect(logged).toMatchObject([{ module: 'voucher', after: { ids: [own, others], paper: 'SLIP' } }]);
});

test('vouchers of others alone are not there, and whoever may not take files out gets none', async () => {
  expect((await download({ ids: [others] })).body).toMatchObject({
    code: 406,
    msg: expect.stringContaining('不存在'),
  });
  const auditor = await api.signIn('13800000008');
  expect((await download({ ids: [own] }, auditor)).body).toMatchObject({
    code: 406,
    msg: expect.stringContaining('没有权限'),
  });
});
