import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf } from '../../../../../tests/support/caller.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { receiveSheet } from '../../areas/bill-change/receive-sheet.ts';
import { employeeImport } from '../../areas/employee/import-employees.ts';
import type { Session } from '../../core/session.ts';
import type { IncomingFile } from '../http/files.ts';
import { withSpooled } from '../http/spool.ts';
import { receiveImport } from './receive-import.ts';

let api: TestApi;
let admin: string;
let session: Session;
let merchant: { tenantId: string; merchantId: string; merchantName: string };
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn('13800000001');
  session = await api.deps.sessions.authenticate(await api.signIn('13800000002'));
  const { id, name, tenantId } = await api.deps.database.prisma.merchant.findFirstOrThrow({
    where: { tenantId: session.tenantId, state: 'ACTIVE' },
  });
  merchant = { tenantId, merchantId: id, merchantName: name };
});
afterAll(() => api.close());

/** So many rows below a header; empty lines are none. */
const fileOf = (header: string, rows: number) =>
  [header, '', ...Array.from({ length: rows }, (_, n) => `X${n}`), '', ''].join('\n');

function call<Input>(input: Input) {
  return {
    ...callerOf(api, session),
    input,
    log: undefined as unknown as FastifyBaseLogger,
  };
}

const taken = (text: string, take: (file: IncomingFile) => Promise<{ jobId: string }>) =>
  withSpooled(Readable.from([Buffer.from(text)]), (spooled) =>
    take({ ...spooled, fileName: 'rows.csv', mediaType: 'text/csv' }),
  );

const rowsOfJob = async (id: string) =>
  (await api.deps.database.prisma.job.findFirstOrThrow({ where: { id } })).total;
const jobs = () => api.deps.database.prisma.job.count();

describe('exactly the most rows of a file, and one more', () => {
  test('users: 20,000', async () => {
    const upload = async (rows: number) => {
      const form = new FormData();
      form.append('file', new Blob([fileOf('姓名,手机号,邮箱,公司,角色', rows)]), 'users.csv');
      const answer = await fetch(`${api.url}/xyxlx/userAccount/importUserInfo`, {
        method: 'POST',
        headers: { Authorization: admin },
        body: form,
      });
      return (await answer.json()) as { code: number; msg: string; result: { jobId: string } };
    };
    const { result } = await upload(20_000);
    expect(await rowsOfJob(result.jobId)).toBe(20_000);
    const before = await jobs();
    expect(await upload(20_001)).toMatchObject({ code: 406, msg: '文件超过 20000 行，请拆分后再导入' });
    expect(await jobs()).toBe(before);
  });

  test.each<[string, (rows: number) => Promise<{ jobId: string }>]>([
    [
      'employees',
      (rows) =>
        taken(fileOf('工号,姓名,手机,邮箱,部门,标签,职级,入职日期', rows), (file) =>
          receiveImport(call({}), file, { ...employeeImport, maxRows: 3 }, merchant),
        ),
    ],
    [
      'a sheet of limits',
      (rows) =>
        taken(fileOf('工号,调整后额度（元）', rows), (file) =>
          receiveSheet(call({ merchantId: merchant.merchantId, reason: '上限' }), file, 3),
        ),
    ],
  ])('%s: as many as the caller says', async (_, take) => {
    expect(await rowsOfJob((await take(3)).jobId)).toBe(3);
    const before = await jobs();
    await expect(take(4)).rejects.toThrow(/3 (rows|行)/);
    expect(await jobs()).toBe(before);
  });
});
