import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditor, type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: CaseDesk;
const settings = [...auditor.permissions, 'compliance.settings'];

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
});
afterAll(() => api.close());

test('who answers for some merchants is shown the entries of their employees, not of others’, and of operators', async () => {
  const { merchantId } = await api.deps.database.prisma.employee.findFirstOrThrow({
    where: { tenantId: desk.tenantId, merchantId: { not: desk.merchantId } },
  });
  const keeper = await operator(api, '名单员', { permissions: settings });
  const own = await desk.employee();
  const elsewhere = await desk.employee({ merchantId });
  const reason = '排查';
  const black = (subjectType: string, subjectId: string) =>
    desk.done('addEntry', { list: 'BLACK', subjectType, subjectId, reason }, keeper);
  await black('EMPLOYEE', own);
  await black('EMPLOYEE', elsewhere);
  await black('OPERATOR', desk.analyst.session.userId);
  const scoped = await operator(api, '本商户合规', {
    ...{ permissions: settings, dataScope: 'MERCHANTS', merchantIds: [desk.merchantId] },
  });
  const page = (await desk.done('queryList', { pageSize: 200 }, scoped)) as unknown as {
    list: { subjectId: string }[];
  };
  const seen = page.list.map(({ subjectId }) => subjectId);
  expect(seen).toEqual(expect.arrayContaining([own, desk.analyst.session.userId]));
  expect(seen).not.toContain(elsewhere);
});
