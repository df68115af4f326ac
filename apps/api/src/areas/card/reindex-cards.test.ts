import { randomUUID } from 'node:crypto';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardHolder, cardProduct, madeCard } from '../../../../../tests/support/cards.ts';
import {
  boundChannel,
  newNonce,
  type Signing,
  signedHeaders,
} from '../../../../../tests/support/signed-call.ts';
import {
  startTestApi,
  startTestApiOn,
  type TestApi,
  withoutJobs,
} from '../../../../../tests/support/test-api.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { makeDataKeys } from '../../platform/security/data-keys.ts';
import { keepNumber, newCardNumber } from './card-number.ts';
import { reindexCards } from './reindex-cards.ts';

const tenantId = tenantIdOf('A');
const [old, present] = ['an older data key that is long enough', 'the present data key that is long enough'];
/** Of before the key changed, and since. */
let before: TestApi;
let api: TestApi;
let channel: Signing;
let id: string;
const pan = newCardNumber();
const others = 600;

beforeAll(async () => {
  before = await startTestApi({ settings: { DATA_KEY: old }, override: withoutJobs });
  const holder = await cardHolder(before, tenantId);
  const productId = await cardProduct(before, tenantId);
  id = await madeCard(before, { ...holder, productId, balance: 50_000, pan });
  const { employeeId: _, ...unit } = holder;
  await before.deps.database.prisma.card.createMany({
    data: Array.from({ length: others }, (_, n) => {
      const card = randomUUID();
      return {
        ...{
          id: card,
          ...unit,
          productId,
          cardNo: `KEY${n}`,
          form: 'PHYSICAL' as const,
          naming: 'NAMED' as const,
        },
        ...{
          faceAmount: 100_000n,
          cap: 500_000n,
          ...keepNumber(before.deps.dataKeys, card, newCardNumber()),
        },
      };
    }),
  });
  api = await startTestApiOn(
    before.databaseUrl,
    { settings: { DATA_KEY: `${present},${old}` }, override: withoutJobs },
    before.clock,
  );
  channel = await boundChannel(api, tenantId, { channel: 'UNIONPAY' });
});
afterAll(async () => {
  await api.close();
  await before.close();
});

async function authorize(): Promise<string> {
  const { merchantNo: payeeMerchantNo } = await api.deps.database.prisma.merchant.findFirstOrThrow({
    where: { tenantId, state: 'ACTIVE' },
  });
  const body = JSON.stringify({ pan, reference: newNonce(), amount: 1_000, mcc: '5812', payeeMerchantNo });
  const headers = signedHeaders(channel, 'card/authorize', body, { at: api.clock.now() });
  const answer = await fetch(`${api.url}/xyxlx/card/authorize`, { method: 'POST', headers, body });
  return ((await answer.json()) as { result: { responseCode: string } }).result.responseCode;
}
const reveal = async () => {
  const { body } = await api.call(
    'card/revealCard',
    { id, reason: '核对卡号' },
    await api.signIn('13800000001'),
  );
  return body.result.pan;
};
const keptByOld = () =>
  api.deps.database.prisma.card.count({
    where: { tenantId, panCipher: { startsWith: makeDataKeys([old]).sealKeyId } },
  });

test('until it was kept anew, a card of before the key changed is read, and found by its number', async () => {
  expect(await keptByOld()).toBe(others + 1);
  expect(await authorize()).toBe('00');
  expect(await reveal()).toBe(pan);
});

test('cards are kept by the present key in steps of 500; one that somebody changes is left for the next run', async () => {
  await inTransaction(api.deps.database, async (tx) => {
    await tx.$queryRaw`SELECT FROM cards WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
    await reindexCards(api.deps);
    expect(await keptByOld()).toBe(1);
  });
  // Between the two runs it is found as before.
  expect(await authorize()).toBe('00');
  await reindexCards(api.deps);
  expect(await keptByOld()).toBe(0);
  const logged = await api.deps.database.prisma.operationLog.findMany({
    where: { tenantId, module: 'card', action: 'reindexCards' },
    orderBy: { id: 'asc' },
  });
  expect(logged.map(({ after }) => after)).toEqual([{ count: 500 }, { count: 100 }, { count: 1 }]);
});

test('then the older key is needed no more: each card is read, and found by its number, with the present one alone', async () => {
  const alone = makeDataKeys([present]);
  const cards = await api.deps.database.prisma.card.findMany({ where: { tenantId } });
  for (const card of cards) {
    const digits = alone.decrypt(card.panCipher, card.id);
    expect(alone.cardIndexes(digits)).toEqual([card.panIndex]);
    expect(digits.slice(-4)).toBe(card.lastFour);
  }
  expect(await authorize()).toBe('00');
  expect(await reveal()).toBe(pan);
});

test('a run without older keys, and one after all is done, changes nothing', async () => {
  const rows = () => api.deps.database.prisma.card.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
  const kept = await rows();
  await reindexCards(api.deps);
  await reindexCards({ ...api.deps, dataKeys: makeDataKeys([present]) });
  expect(await rows()).toEqual(kept);
});
