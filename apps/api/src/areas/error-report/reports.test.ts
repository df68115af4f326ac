import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

interface Row {
  id: string;
  ticket: string;
  state: string;
  headline: string;
  fingerprint: string;
  sameCount: number;
  page: string;
  reporter: string;
  resolution: string | null;
  updatedBy: string | null;
}

let api: TestApi;
let admin: string;
/** Tickets by what the test calls them. */
const tickets: Record<string, string> = {};
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn('13800000001');
  tickets.first = await upload('time: 1\n\nTypeError: row 17 has no name\n    at save (/a.js:1)', {
    ...{ serial: 'REQ-1', note: '找 13900001111 的商户时', page: '/layout/merchant', release: 'index-a1' },
    reporter: '王小明',
  });
  api.clock.advance(1000);
  tickets.same = await upload('TypeError: row 2048 has no name', { serial: 'REQ-2', page: '/layout/bill' });
  api.clock.advance(1000);
  tickets.other = await upload('没有说明的日志', { serial: 'SN-9', note: '打不开首页' });
});
afterAll(() => api.close());

async function upload(content: string, fields: Record<string, string>): Promise<string> {
  const sent = supertest(api.url).post('/xyxlx/errorReport/uploadErrorReport');
  for (const [name, value] of Object.entries(fields)) sent.field(name, value);
  const { body } = await sent.attach('file', Buffer.from(content), 'error.log');
  return body.result.ticket;
}

async function list(input: object = {}, token = admin): Promise<Row[]> {
  const { body } = await api.call('errorReport/queryErrorReport', input, token);
  expect(body).toMatchObject({ code: 200 });
  return body.result.list;
}
const found = async (input: object) => (await list(input)).map(({ ticket }) => ticket);
const one = async (ticket: string | undefined) => (await list()).find((row) => row.ticket === ticket) as Row;
const act = async (action: string, ids: string[], reason?: string, token = admin) =>
  (await api.call(`errorReport/${action}`, { ids, ...(reason && { reason }) }, token)).body;

test('reports are listed, the newest first, with what went wrong and how often', async () => {
  expect((await list()).map(({ ticket, headline, sameCount }) => [ticket, headline, sameCount])).toEqual([
    [tickets.other, '打不开首页', 1],
    [tickets.same, 'TypeError: row 2048 has no name', 2],
    [tickets.first, 'TypeError: row 17 has no name', 2],
  ]);
  expect(await one(tickets.first)).toMatchObject({
    ...{ state: 'NEW', page: '/layout/merchant', reporter: '王小明', resolution: null, updatedBy: null },
  });
});

test('they are found by what is known of them', async () => {
  const { first, same, other } = tickets;
  expect(await found({ keyword: first })).toEqual([first]);
  expect(await found({ keyword: '2048 HAS' })).toEqual([same]);
  expect(await found({ serial: 'REQ-2' })).toEqual([same]);
  expect(await found({ page: '/layout/m' })).toEqual([first]);
  expect(await found({ release: 'A1' })).toEqual([first]);
  expect(await found({ reporter: '小明' })).toEqual([first]);
  const { fingerprint } = await one(first);
  expect(await found({ fingerprint })).toEqual([same, first]);
  const today = shanghaiDay(api.clock.now());
  expect(await found({ createdFrom: today, createdTo: today })).toEqual([other, same, first]);
  expect(await found({ createdTo: '2026-01-01' })).toEqual([]);
});

test('one is read with its stack, and names nobody by number', async () => {
  const { id } = await one(tickets.first);
  const { body } = await api.call('errorReport/getErrorReport', { id }, admin);
  expect(body.result).toMatchObject({
    ...{ content: expect.stringContaining('at save (/a.js:1)'), note: '找 139****1111 的商户时' },
    ...{ ip: '127.0.0.1', release: 'index-a1', serial: 'REQ-1' },
  });
  const file = await api.call('errorReport/downloadErrorLog', { id }, admin);
  expect(file.headers['content-disposition']).toContain(`${tickets.first}.txt`);
  expect(file.text).toContain('at save (/a.js:1)');
});

test('they are looked at, closed together with a note, and reopened; each is logged with it', async () => {
  const ids = [(await one(tickets.first)).id, (await one(tickets.same)).id];
  expect(await act('takeErrorReport', ids.slice(0, 1))).toMatchObject({ code: 200 });
  expect(await one(tickets.first)).toMatchObject({ state: 'SEEN', updatedBy: '平台管理员' });
  expect((await act('closeErrorReport', ids)).code).toBe(400);
  const closed = await act('closeErrorReport', ids, '空值已处理，下一版发布');
  expect(closed.result).toMatchObject({ rows: [{ ok: true }, { ok: true }] });
  expect(await one(tickets.same)).toMatchObject({ state: 'CLOSED', resolution: '空值已处理，下一版发布' });
  expect(await found({ state: ['CLOSED'] })).toEqual([tickets.same, tickets.first]);
  expect((await act('takeErrorReport', ids)).result.rows).toMatchObject([{ ok: false }, { ok: false }]);
  await act('reopenErrorReport', ids.slice(0, 1), '又出现了');
  expect(await one(tickets.first)).toMatchObject({ state: 'SEEN', resolution: null });
  const logged = await api.deps.database.prisma.operationLog.findMany({
    where: { targetType: 'errorReport', targetId: String(ids[0]), result: 'SUCCESS' },
    orderBy: { id: 'asc' },
    select: { action: true, targetLabel: true, reason: true },
  });
  expect(logged).toEqual([
    { action: 'downloadErrorLog', targetLabel: tickets.first, reason: null },
    { action: 'takeErrorReport', targetLabel: tickets.first, reason: null },
    { action: 'closeErrorReport', targetLabel: tickets.first, reason: '空值已处理，下一版发布' },
    { action: 'reopenErrorReport', targetLabel: tickets.first, reason: '又出现了' },
  ]);
});

test('new ones wait at the home page of whoever handles them', async () => {
  const { body } = await api.call('home/getHome', {}, admin);
  const waiting = await found({ state: ['NEW'] });
  expect(body.result.todos).toContainEqual(
    expect.objectContaining({ kind: 'errorReported', count: waiting.length }),
  );
});

test('with the permission alone nobody of a tenant sees or changes one', async () => {
  const { id } = await one(tickets.other);
  const { token } = await operator(api, '租户运维', { permissions: ['service.view', 'service.report'] });
  expect(await list({}, token)).toEqual([]);
  for (const path of ['errorReport/getErrorReport', 'errorReport/downloadErrorLog']) {
    const { body } = await api.call(path, { id }, token);
    expect(body).toMatchObject({ code: 406, msg: '记录不存在' });
  }
  expect((await act('takeErrorReport', [id], undefined, token)).result.rows).toMatchObject([{ ok: false }]);
  expect(await one(tickets.other)).toMatchObject({ state: 'NEW' });
});
