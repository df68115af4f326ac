import type { Job } from '@xyxlx/contracts/job';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let token: string;
/** Sees the import and may confirm it, but did not upload it. */
let other: string;
beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000001');
  ({ token: other } = await operator(api, '同事', { permissions: ['user.import', 'user.view'] }));
});
afterAll(() => api.close());

interface Row {
  row: number;
  cells: string[];
  typed: string[] | null;
  problems: { column: { zh: string }; value: string; reason: { zh: string } }[];
}
interface Cell {
  row: number;
  column: number;
  value: string;
}

const call = async (action: string, input: object, as = token) =>
  (await api.call(`job/${action}`, input, as)).body;
const mend = (id: string, cells: Cell[], as = token) => call('mendImportRows', { id, cells }, as);
const bad = async (id: string, as = token): Promise<Row[]> =>
  (await call('queryImportRow', { id, only: 'bad' }, as)).result.list;
const told = (rows: readonly Row[]) =>
  rows.map(({ row, problems }) => [
    row,
    ...problems.map(({ column, reason }) => `${column.zh}: ${reason.zh}`),
  ]);

function ended(id: string, ...states: Job['state'][]): Promise<Job> {
  return eventually(async () => {
    const { result } = await call('getJob', { id });
    expect(states).toContain(result.state);
    return result;
  });
}
const checked = (id: string) => ended(id, 'WAITING_CONFIRM', 'FAILED');

async function uploaded(...lines: string[]): Promise<Job> {
  const { body } = await supertest(api.url)
    .post('/xyxlx/userAccount/importUserInfo')
    .set({ Authorization: token, Resourcestype: 'PC' })
    .attach('file', Buffer.from(['姓名,手机号,邮箱,公司,角色', ...lines].join('\n')), 'users.csv');
  return checked(body.result.jobId);
}

const [name, mobile, email, company] = [0, 1, 2, 3];

test('bad rows are mended and all of it is checked again, against itself too; then it is imported whole', async () => {
  const job = await uploaded(
    '修一,13955550001,,,运营',
    '修二, 139 ,,,运营',
    '修三,13955550001,,,运营',
    ',13955550004,x@y,没有的公司,运营',
  );
  expect(job).toMatchObject({ state: 'WAITING_CONFIRM', canMend: true, report: { good: 1, bad: 3 } });
  expect(job.report?.columns.map(({ canMend }) => canMend)).toEqual([true, true, true, true, true]);
  const rows = await bad(job.id);
  expect(rows.map(({ typed }) => typed?.[mobile])).toEqual(['139', '13955550001', '13955550004']);

  // One is mended into the number of another: it is that row now that is the same.
  const first = await mend(job.id, [
    { row: 3, column: mobile, value: '13955550002' },
    { row: 4, column: mobile, value: '13955550002' },
    { row: 5, column: name, value: '修四' },
    { row: 5, column: email, value: 'x@example.com' },
  ]);
  expect(first).toMatchObject({ code: 200, result: { id: job.id, canMend: false } });
  expect(await checked(job.id)).toMatchObject({ report: { good: 2, bad: 2 } });
  expect(told(await bad(job.id))).toEqual([
    [4, '手机号: 与第 3 行重复'],
    [5, '公司: 公司不存在'],
  ]);

  expect(
    await mend(job.id, [
      { row: 4, column: mobile, value: '13955550003' },
      { row: 5, column: company, value: '' },
    ]),
  ).toMatchObject({ code: 200 });
  expect(await checked(job.id)).toMatchObject({ canMend: false, report: { good: 4, bad: 0 } });
  expect(await call('confirmImport', { id: job.id })).toMatchObject({ code: 200 });
  expect(await ended(job.id, 'SUCCEEDED', 'PARTIAL', 'FAILED')).toMatchObject({
    state: 'SUCCEEDED',
    done: 4,
  });
  const { list } = (await api.call('userAccount/queryUser', { keyword: '修' }, token)).body.result;
  expect(list.map((user: { name: string }) => user.name).sort()).toEqual(['修一', '修三', '修二', '修四']);
  const { result: log } = (await api.call('operationLog/queryOperationLog', { targetId: job.id }, token))
    .body;
  expect(log.list.filter(({ action }: { action: string }) => action === 'mendImportRows')).toHaveLength(2);

  expect(await mend(job.id, [{ row: 4, column: name, value: 'x' }])).toMatchObject({ code: 406 });
});

test('a row that was the same as another is good once that one is mended', async () => {
  const job = await uploaded('同一,13955556001,,没有的公司,运营', '同二,13955556001,,,运营');
  expect(told(await bad(job.id))).toEqual([
    [2, '公司: 公司不存在'],
    [3, '手机号: 与第 2 行重复'],
  ]);
  await mend(job.id, [
    { row: 2, column: mobile, value: '13955556002' },
    { row: 2, column: company, value: '' },
  ]);
  expect(await checked(job.id)).toMatchObject({
    state: 'WAITING_CONFIRM',
    canMend: false,
    report: { good: 2, bad: 0 },
  });
});

test('a file without one good row can be mended after it failed', async () => {
  const job = await uploaded('全坏,12,,,运营', '全坏,13,,,运营');
  expect(job).toMatchObject({ state: 'FAILED', canMend: true });
  await mend(job.id, [{ row: 2, column: mobile, value: '13955551001' }]);
  expect(await checked(job.id)).toMatchObject({
    state: 'WAITING_CONFIRM',
    finishedAt: null,
    report: { good: 1, bad: 1 },
  });
});

test('only who uploaded it mends it and sees in clear what was typed; others see masks and are refused', async () => {
  const job = await uploaded('甲,13955552001,,,运营', '乙,13955552002,mail@example.com,,没有的角色');
  const [mine] = await bad(job.id);
  expect([mine?.typed?.[mobile], mine?.typed?.[email]]).toEqual(['13955552002', 'mail@example.com']);
  const { list } = (await call('queryImportRow', { id: job.id, only: 'good' })).result;
  expect(list).toMatchObject([{ cells: ['甲', '139****2001', '', '', '运营'], typed: null }]);
  const [theirs] = await bad(job.id, other);
  expect([theirs?.cells[mobile], theirs?.typed?.[mobile]]).toEqual(['139****2002', '139****2002']);
  expect(JSON.stringify(theirs)).not.toContain('mail@example.com');
  expect((await call('getJob', { id: job.id }, other)).result).toMatchObject({ canMend: false });
  expect(await mend(job.id, [{ row: 3, column: 4, value: '运营' }], other)).toMatchObject({
    code: 406,
    msg: '只有上传者可以在确认导入之前修改有问题的行',
  });
  expect((await call('getJob', { id: job.id })).result).toMatchObject({ report: { good: 1, bad: 1 } });
});

test.each<[string, Cell]>([
  ['a good row', { row: 2, column: name, value: 'x' }],
  ['a row that is not there', { row: 9, column: name, value: 'x' }],
  ['a column that is not there', { row: 3, column: 9, value: 'x' }],
])('%s is not mended, and nothing is checked again', async (_, cell) => {
  const job = await uploaded('好,13955553001,,,运营', '坏,1,,,运营');
  expect(await mend(job.id, [cell])).toMatchObject({ code: 406 });
  expect((await call('getJob', { id: job.id })).result).toMatchObject({
    state: 'WAITING_CONFIRM',
    canMend: true,
  });
});

test('of mending and confirming at once one happens', async () => {
  const job = await uploaded('先,13955554001,,,运营', '后,1,,,运营');
  const answers = await Promise.all([
    mend(job.id, [{ row: 3, column: mobile, value: '13955554002' }]),
    call('confirmImport', { id: job.id }),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
});
