import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soldProduct } from '../../../../../tests/support/card-orders.ts';
import { type CardHolder, cardHolder, madeCard } from '../../../../../tests/support/cards.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApiOn, type TestApi } from '../../../../../tests/support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/test-database.ts';
import { newCardNumber } from './card-number.ts';
import { reindexCards } from './reindex-cards.ts';

const tenantId = tenantIdOf('A');
const [old, present] = ['an older data key that is long enough', 'the present data key that is long enough'];
const who = { permissions: ['card.view', 'card.edit', 'card.import'] as const };
let database: TestDatabase;
/** Of before the key changed, and since. */
let before: TestApi;
let api: TestApi;
let whose: CardHolder;
let productId: string;
/** Of a card that is there, of one that is made after the file came, and of none. */
const [known, made, free] = [newCardNumber(), newCardNumber(), newCardNumber()];
let waiting: string;

async function upload(to: TestApi, numbers: readonly string[]): Promise<string> {
  const { token } = await operator(to, '卡务', { permissions: [...who.permissions] });
  const form = new FormData();
  form.append('merchantId', whose.merchantId);
  const lines = numbers.map((pan) => `${pan},KEYS,,,`);
  form.append(
    'file',
    new Blob([['卡号,产品编码,工号,初始余额(元),有效期', ...lines].join('\n')]),
    'cards.csv',
  );
  const answer = await fetch(`${to.url}/xyxlx/card/importCards`, {
    method: 'POST',
    headers: { Authorization: token },
    body: form,
  });
  const { result } = (await answer.json()) as { result: { jobId: string } };
  await ended(to, result.jobId, ['WAITING_CONFIRM', 'FAILED']);
  return result.jobId;
}
const ended = (of: TestApi, id: string, states: string[]) =>
  eventually(async () => {
    const job = await of.deps.database.prisma.job.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id } },
    });
    expect(states).toContain(job.state);
    return job;
  });
const problems = async (jobId: string) => {
  const rows = await api.deps.database.pool.query<{ zh: string | null }>(
    `SELECT problems #>> '{0,reason,zh}' AS zh FROM import_rows WHERE tenant_id = $1 AND job_id = $2 ORDER BY row_no`,
    [tenantId, jobId],
  );
  return rows.rows.map(({ zh }) => zh);
};
const cardsOf = (jobId: string) =>
  api.deps.database.prisma.card.count({ where: { tenantId, importJobId: jobId } });

beforeAll(async () => {
  database = await createTestDatabase({ seed: 'small' });
  before = await startTestApiOn(database.url, { settings: { DATA_KEY: old } });
  whose = await cardHolder(before, tenantId);
  productId = await soldProduct(before, tenantId, { code: 'KEYS' });
  await madeCard(before, { ...whose, productId, pan: known });
  waiting = await upload(before, [made, free]);
  await before.close();
  api = await startTestApiOn(database.url, { settings: { DATA_KEY: `${present},${old}` } });
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

test('a number that is kept by an older key is known: the row is refused', async () => {
  const jobId = await upload(api, [known, newCardNumber()]);
  expect(await problems(jobId)).toEqual(['卡号重复（库中已有）', null]);
});

test('a file that was read before the key changed brings no number, confirmed after: each row is to be handed in again', async () => {
  await madeCard(api, { ...whose, productId, pan: made });
  await reindexCards(api.deps);
  const { token } = await operator(api, '卡务', { permissions: [...who.permissions] });
  const { body } = await api.call('job/confirmImport', { id: waiting }, token);
  expect(body).toMatchObject({ code: 200 });
  await ended(api, waiting, ['FAILED', 'PARTIAL']);
  expect(await problems(waiting)).toEqual(['密钥已更换，请重新上传', '密钥已更换，请重新上传']);
  expect(await cardsOf(waiting)).toBe(0);
  expect(await problems(await upload(api, [made, free]))).toEqual(['卡号重复（库中已有）', null]);
});
