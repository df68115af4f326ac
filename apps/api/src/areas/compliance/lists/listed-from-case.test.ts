import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditor, type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: CaseDesk;
let keeper: Awaited<ReturnType<typeof operator>>;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
  keeper = await operator(api, '名单员', { permissions: [...auditor.permissions, 'compliance.settings'] });
});
afterAll(() => api.close());

const stepsOf = (caseId: string) =>
  api.deps.database.prisma.riskCaseEvent.findMany({ where: { caseId }, orderBy: { seq: 'asc' } });
const black = (caseId: string, subjectId: string, by = keeper) =>
  desk.call(
    'addEntry',
    { list: 'BLACK', subjectType: 'EMPLOYEE', subjectId, reason: '案件查实', caseId },
    by,
  );

test('an entry made from a case is a step of that case, and leaves its state', async () => {
  const { id, subject, state } = await desk.newCase();
  const { code, result } = await black(id, subject.id);
  expect(code).toBe(200);
  const { entries } = result as unknown as { entries: { id: string; caseId: string }[] };
  expect(entries).toMatchObject([{ caseId: id }]);
  expect((await stepsOf(id)).at(-1)).toMatchObject({
    action: 'LIST',
    actor: '名单员',
    actorId: keeper.session.userId,
    before: state,
    after: state,
    note: '黑名单 · 员工',
    detail: { entryIds: [entries[0]?.id] },
  });
});

test('what is refused leaves no step in the case', async () => {
  const { id, subject } = await desk.newCase();
  await black(id, subject.id);
  const before = await stepsOf(id);
  expect(await black(id, subject.id)).toMatchObject({ code: 406, msg: '名单中已存在' });
  expect(await stepsOf(id)).toEqual(before);
});

test('a case that one does not see is none to list from: of another tenant, or one’s own', async () => {
  const { id, subject } = await desk.newCase();
  const stranger = await operator(api, '外人', { permissions: ['compliance.settings'] }, 'beichen');
  expect(await black(id, subject.id, stranger)).toMatchObject({ code: 406, msg: '记录不存在' });
  const own = await desk.newCase({ subjectType: 'OPERATOR', subjectId: keeper.session.userId });
  expect(await black(own.id, await desk.employee())).toMatchObject({ code: 406, msg: '记录不存在' });
  expect((await stepsOf(own.id)).map(({ action }) => action)).not.toContain('LIST');
});
