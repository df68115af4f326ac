import { cardIin, isCardNumber } from '@xyxlx/contracts/card-number';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCardNumber } from '../../apps/api/src/areas/card/card-number.ts';
import { makeLog } from '../../apps/api/src/core/log.ts';
import { eventually } from '../support/eventually.ts';
import { operator } from '../support/operator.ts';
import { type OrderDesk, openOrderDesk } from '../support/order-desk.ts';
import { boundChannel, newNonce, type Signing, signedHeaders } from '../support/signed-call.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const tenantId = tenantIdOf('A');
/** All that the service logs, at its most talkative. */
const logged: string[] = [];
let api: TestApi;
let desk: OrderDesk;
let channel: Signing;
let clerk: string;
let virtual: string;
/** Sees every table. */
let owner: pg.Client;

beforeAll(async () => {
  const log = makeLog('trace', { write: (line) => void logged.push(line) });
  api = await startTestApi({ override: () => ({ log }) });
  owner = await connect(api.databaseUrl);
  desk = await openOrderDesk(api, tenantId);
  channel = await boundChannel(api, tenantId, { channel: 'UNIONPAY' });
  const permissions = ['card.view', 'card.edit', 'card.import', 'card.reveal', 'card.export', 'log.view'];
  clerk = (await operator(api, '卡务', { permissions })).token;
  await desk.soldProduct({ code: 'CLEARNAMED', faces: [100_000n] });
  virtual = await desk.soldProduct({
    ...{ code: 'CLEARGIFT', form: 'VIRTUAL', naming: 'ANONYMOUS', months: 36, faces: [50_000n] },
  });
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const wholeNumbers = (text: string) =>
  (text.match(new RegExp(`${cardIin}\\d{10}`, 'g')) ?? []).filter((digits) => isCardNumber(digits));

/** Where in the log and in the tables a whole number of a card stands. */
async function inClear(): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('public', 'pgboss') ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(60);
  expect(tables.map(({ name }) => name)).toContain('pgboss.job');
  const found = logged.filter((line) => wholeNumbers(line).length > 0).map((line) => `log: ${line}`);
  for (const { name } of tables) {
    const { rows } = await owner.query<{ text: string }>(
      `SELECT t::text AS text FROM ${name} t WHERE t::text LIKE '%${cardIin}%'`,
    );
    found.push(
      ...rows.filter(({ text }) => wholeNumbers(text).length > 0).map(({ text }) => `${name}: ${text}`),
    );
  }
  return found;
}

const call = async (path: string, input: object) => (await api.call(path, input, clerk)).body;
async function importFile(lines: readonly string[]): Promise<string> {
  const form = new FormData();
  form.append('merchantId', desk.holder.merchantId);
  form.append(
    'file',
    new Blob([['卡号,产品编码,工号,初始余额(元),有效期', ...lines].join('\n')]),
    'cards.csv',
  );
  const headers = { Authorization: clerk };
  const answer = await fetch(`${api.url}/xyxlx/card/importCards`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { result: { jobId: string } }).result.jobId;
}
const jobIn = (id: string, state: string) =>
  eventually(async () => expect((await call('job/getJob', { id })).result.state).toBe(state));
async function signed(action: string, input: object) {
  const path = `card/${action}`;
  const body = JSON.stringify(input);
  const headers = signedHeaders(channel, path, body, { at: api.clock.now() });
  return (await (await fetch(`${api.url}/xyxlx/${path}`, { method: 'POST', headers, body })).json()) as {
    code: number;
    result: { responseCode?: string; approved?: boolean } | null;
  };
}

test('whatever is done with whole numbers of cards, none is logged, staged, kept by a job or stands anywhere in clear', async () => {
  const [first, second, unknown] = [newCardNumber(), newCardNumber(), newCardNumber()];
  const jobId = await importFile([
    `${first},CLEARNAMED,,,`,
    `${second},CLEARNAMED,,,`,
    `${first},CLEARNAMED,,,`,
  ]);
  await jobIn(jobId, 'WAITING_CONFIRM');
  expect(await inClear()).toEqual([]);
  expect((await call('job/confirmImport', { id: jobId })).code).toBe(200);
  await jobIn(jobId, 'PARTIAL');

  const order = await desk.paid([{ productId: virtual, faceAmount: 50_000, quantity: 3 }]);
  await desk.call('makeOrder', { id: order.id, version: order.version });
  await eventually(async () => expect((await desk.shown(order.id)).state).toBe('DONE'));

  const card = await api.deps.database.prisma.card.findFirstOrThrow({
    where: { tenantId, importJobId: jobId },
    orderBy: { cardNo: 'asc' },
  });
  const { result } = await call('card/revealCard', { id: card.id, reason: '核对卡号' });
  expect([first, second]).toContain(result.pan);

  const { merchantNo: payeeMerchantNo } = await api.deps.database.prisma.merchant.findFirstOrThrow({
    where: { tenantId, state: 'ACTIVE' },
  });
  const asked = { reference: newNonce(), amount: 100, mcc: '5812', payeeMerchantNo };
  expect((await signed('authorize', { ...asked, pan: first })).result?.responseCode).toBe('78');
  expect(
    (await signed('authorize', { ...asked, pan: unknown, reference: newNonce() })).result?.responseCode,
  ).toBe('14');
  // What is refused for its form is told of in words as well.
  expect((await signed('authorize', { ...asked, pan: first, cvv: '123' })).code).toBe(400);
  expect(
    (await signed('authorize', { ...asked, pan: first, payeeMerchantNo: first, amount: first })).code,
  ).toBe(400);
  expect((await signed('capture', { reference: first, captureNo: first, amount: 1, final: true })).code).toBe(
    406,
  );
  expect((await call('card/queryCard', { keyword: first })).code).toBe(200);
  expect((await call('card/revealCard', { id: first, reason: first })).code).toBe(400);
  expect(logged.length).toBeGreaterThan(0);
  expect(await inClear()).toEqual([]);
});

test('a whole number is seen in the log, a job, its entry of the queue and a staged row; sixteen other digits are not', async () => {
  const pan = newCardNumber();
  expect(wholeNumbers(`${pan.slice(0, 15)}${(Number(pan[15]) + 1) % 10}`)).toEqual([]);
  logged.push(`{"msg":"卡 ${pan}"}`);
  await owner.query(`SET session_replication_role = 'replica'`);
  for (const writing of [
    `UPDATE jobs SET payload = payload || jsonb_build_object('text', $1::text) WHERE kind = 'importCards'`,
    `UPDATE pgboss.job SET data = jsonb_build_object('text', $1::text)`,
    'UPDATE import_rows SET note = $1',
  ])
    expect((await owner.query(writing, [`卡号${pan}。`])).rowCount, writing).toBeGreaterThan(0);
  const where = new Set((await inClear()).map((found) => found.split(': ')[0]));
  expect([...where].sort()).toEqual(['import_rows', 'jobs', 'log', 'pgboss.job']);
});
