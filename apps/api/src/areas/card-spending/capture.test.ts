import { randomUUID } from 'node:crypto';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CardDesk, cardDesk } from '../../../../../tests/support/card-desk.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { boundChannel, signedHeaders } from '../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { refused } from '../../../../../tests/support/tried-by-sql.ts';
import { waitingForLock } from '../../../../../tests/support/waiting-for-lock.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { expireCards } from '../card/expire-cards.ts';
import { closeDays } from '../fund/close-days.ts';
import { expireAuthorizations } from './expire-authorizations.ts';
import { cardSpendingInvariants } from './invariants.ts';

const tenantId = tenantIdOf('A');
const dayLength = 24 * 60 * 60 * 1000;
let api: TestApi;
let owner: pg.Client;
let desk: CardDesk;

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  desk = await cardDesk(api, tenantId);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});
beforeEach(() => api.clock.setBusinessOffset(0));

const newReference = () => `A-${randomUUID()}`;

/** A card with so much on it, of which so much is authorized. */
async function authorized(
  balance: number,
  amount: number,
  given: Parameters<CardDesk['loaded']>[1] = {},
): Promise<{ id: string; reference: string }> {
  const id = await desk.loaded(balance, given);
  const reference = newReference();
  const { cardNo } = await desk.card(id);
  expect(await desk.authorize(cardNo, amount, reference)).toMatchObject({ approved: true });
  return { id, reference };
}

const paymentOf = (paymentNo: string) =>
  api.deps.database.prisma.consumptionRecord.findUniqueOrThrow({
    where: { tenantId_paymentNo: { tenantId, paymentNo } },
  });

describe('capture', () => {
  test('worked example 3: 8,000 final of 12,500, then 7,500 of 17,500 reversed and 10,000 captured', async () => {
    const { id, reference } = await authorized(30_000, 12_500);
    const second = newReference();
    const { cardNo } = await desk.card(id);
    await desk.send('authorize', {
      ...{ cardNo, reference: second, amount: 20_000, mcc: '5812', partialAllowed: true },
      payeeMerchantNo: (
        await api.deps.database.prisma.merchant.findFirstOrThrow({
          where: { tenantId, state: 'ACTIVE' },
        })
      ).merchantNo,
    });
    expect(await desk.moneyOn(id)).toEqual({ balance: 30_000, held: 30_000 });
    expect(await desk.capture(reference, 8_000, { final: true })).toMatchObject({
      code: 200,
      result: { capturedAmount: 8_000, leftAmount: 0 },
    });
    expect(await desk.moneyOn(id)).toEqual({ balance: 22_000, held: 17_500 });
    await desk.reverse(second, 7_500);
    expect(await desk.capture(second, 10_000)).toMatchObject({ result: { leftAmount: 0 } });
    expect(await desk.moneyOn(id)).toEqual({ balance: 12_000, held: 0 });
    await expectInvariants(api);
  });

  test('is a payment of the card’s own money: one record, one flow, one posting, nothing to invoice, no limit touched', async () => {
    const { id, reference } = await authorized(30_000, 5_000);
    const limit = () =>
      api.deps.database.prisma.limitAccount.findUniqueOrThrow({
        where: { tenantId_employeeId: { tenantId, employeeId: desk.whose.employeeId } },
      });
    const before = await limit();
    const { result } = await desk.capture(reference, 5_000);
    const payment = await paymentOf(result.paymentNo);
    const card = await desk.card(id);
    expect(payment).toMatchObject({
      ...{ type: 'CONSUME', state: 'SUCCESS', channel: 'CARD', fundedBy: 'CARD', cardId: id },
      ...{ amount: 5_000n, enterprise: 5_000n, personal: 0n, invoiceState: 'NOT_INVOICEABLE', mcc: '5812' },
      ...{ employeeId: desk.whose.employeeId, companyId: desk.whose.companyId },
      cardLastFour: card.maskedPan.slice(-4),
    });
    expect(await desk.legs(payment.id)).toEqual([['CONSUME', 'CARD', 'SETTLEMENT', 5_000]]);
    const flows = await api.deps.database.prisma.cardFlow.findMany({
      where: { tenantId, sourceId: payment.id },
    });
    expect(flows).toMatchObject([{ kind: 'SPEND', cardId: id, delta: -5_000n, balanceAfter: 25_000n }]);
    expect(await limit()).toEqual(before);
    const { rows } = await owner.query('SELECT FROM merchant_ledger WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      payment.id,
    ]);
    expect(rows, 'no bill of the merchant').toEqual([]);
    const body = await desk.call('consumption/getConsumption', { id: payment.id });
    expect(body.result).toMatchObject({
      ...{ fundedBy: 'CARD', card: { id, cardNo: card.cardNo, maskedPan: card.maskedPan } },
      ...{ employee: { id: desk.whose.employeeId }, refundableAmount: 5_000 },
    });
  });

  test('an anonymous card’s payment names nobody, and stands in the list', async () => {
    const { id, reference } = await authorized(30_000, 5_000, { naming: 'ANONYMOUS', months: 36 });
    const { result } = await desk.capture(reference, 5_000);
    expect(await paymentOf(result.paymentNo)).toMatchObject({ employeeId: null, cardId: id });
    const body = await desk.call('consumption/queryConsumption', { paymentNo: result.paymentNo });
    expect(body.result.list).toMatchObject([{ employee: null, fundedBy: 'CARD', amount: 5_000 }]);
  });

  test('in several parts, the last of which frees the rest; then 406 授权已请款', async () => {
    const { id, reference } = await authorized(30_000, 10_000);
    expect((await desk.capture(reference, 3_000)).result.leftAmount).toBe(7_000);
    expect((await desk.capture(reference, 4_000, { final: true })).result.leftAmount).toBe(0);
    expect(await desk.moneyOn(id)).toEqual({ balance: 23_000, held: 0 });
    expect(await desk.capture(reference, 1)).toMatchObject({ code: 406, msg: '授权已请款' });
  });

  test('a fen more than is left: 406 ∅', async () => {
    const { id, reference } = await authorized(30_000, 10_000);
    await desk.capture(reference, 4_000);
    expect(await desk.capture(reference, 6_001)).toMatchObject({
      code: 406,
      msg: '请款金额超过授权剩余 60.00 元',
    });
    expect(await desk.moneyOn(id)).toEqual({ balance: 26_000, held: 6_000 });
  });

  test('after what it held was reversed: 406 授权已撤销; declined, of nobody and another binding’s: 406', async () => {
    const { id, reference } = await authorized(30_000, 10_000);
    const signing = await boundChannel(api, tenantId, { channel: 'WECHAT' });
    const body = JSON.stringify({ reference, captureNo: newReference(), amount: 1 });
    const another = await fetch(`${api.url}/xyxlx/card/capture`, {
      method: 'POST',
      headers: signedHeaders(signing, 'card/capture', body, { at: api.clock.now() }),
      body,
    });
    expect(await another.json()).toMatchObject({ code: 406, msg: '记录不存在' });
    expect(await desk.capture(newReference(), 1)).toMatchObject({ code: 406, msg: '记录不存在' });
    await desk.reverse(reference);
    expect(await desk.capture(reference, 1)).toMatchObject({ code: 406, msg: '授权已撤销' });
    const declined = newReference();
    await desk.authorize((await desk.card(id)).cardNo, 30_001, declined);
    expect(await desk.capture(declined, 1)).toMatchObject({ code: 406, msg: '授权已拒绝' });
    expect(await desk.moneyOn(id)).toEqual({ balance: 30_000, held: 0 });
  });

  test('of two at once that only one is left for, one is done and the other told what is left', async () => {
    const { id, reference } = await authorized(30_000, 10_000);
    await owner.query('BEGIN');
    await owner.query('SELECT FROM cards WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenantId, id]);
    const both = [desk.capture(reference, 6_000), desk.capture(reference, 6_000)];
    // Each has got as far as it gets without the card before either goes on.
    await waitingForLock(api, 2);
    await owner.query('COMMIT');
    const answers = await Promise.all(both);
    expect(answers.map(({ code, msg }) => `${code} ${msg}`).sort()).toEqual([
      '200 ',
      '406 请款金额超过授权剩余 40.00 元',
    ]);
    expect(await desk.moneyOn(id)).toEqual({ balance: 24_000, held: 4_000 });
  });

  test('until its last instant, and never after it, whether the duty has ended it or not', async () => {
    const [one, other] = [await authorized(30_000, 10_000), await authorized(30_000, 10_000)];
    api.clock.setBusinessOffset(7 * dayLength - 60_000);
    expect((await desk.capture(one.reference, 1_000)).code).toBe(200);
    const { expiresAt } = await api.deps.database.prisma.cardAuthorization.findFirstOrThrow({
      where: { tenantId, reference: one.reference },
    });
    const { businessNow } = api.clock;
    api.clock.businessNow = () => expiresAt as Date;
    expect(await desk.capture(one.reference, 1_000)).toMatchObject({ code: 406, msg: '授权已过期' });
    api.clock.businessNow = businessNow;
    api.clock.setBusinessOffset(7 * dayLength);
    expect(await desk.capture(one.reference, 1_000)).toMatchObject({ code: 406, msg: '授权已过期' });
    await expireAuthorizations(api.deps);
    expect(await desk.capture(other.reference, 1_000)).toMatchObject({ code: 406, msg: '授权已过期' });
    expect(await desk.moneyOn(one.id)).toEqual({ balance: 29_000, held: 0 });
  });

  test('one number ten times at once takes once; with another amount or another end: 406', async () => {
    const { id, reference } = await authorized(30_000, 10_000);
    const captureNo = newReference();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => desk.capture(reference, 3_000, { captureNo })),
    );
    expect(new Set(answers.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    expect(await desk.moneyOn(id)).toEqual({ balance: 27_000, held: 7_000 });
    for (const [amount, final] of [
      [3_001, false],
      [3_000, true],
    ] as const) {
      expect(await desk.capture(reference, amount, { captureNo, final })).toMatchObject({
        code: 406,
        msg: '请款流水号已被另一笔请款使用',
      });
    }
  });

  test('twenty captures at once of one authorization: what is taken is what it held', async () => {
    const { id, reference } = await authorized(30_000, 10_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.capture(reference, 700)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(14);
    expect(await desk.moneyOn(id)).toEqual({ balance: 20_200, held: 200 });
    await expectInvariants(api);
  });

  test('of a frozen and a lost card it goes on; of a replaced one it is the new card’s', async () => {
    const { id, reference } = await authorized(30_000, 10_000);
    await desk.one('freezeCard', id);
    expect((await desk.capture(reference, 1_000)).code).toBe(200);
    await desk.one('reportLossCard', id);
    expect((await desk.capture(reference, 2_000)).code).toBe(200);
    const { result } = await desk.replace(id);
    const captured = await desk.capture(reference, 3_000);
    expect(await paymentOf(captured.result.paymentNo)).toMatchObject({ cardId: result.replacementId });
    expect(await desk.moneyOn(id)).toEqual({ balance: 0, held: 0 });
    expect(await desk.moneyOn(result.replacementId)).toEqual({ balance: 24_000, held: 4_000 });
    await expectInvariants(api);
  });

  test('at once with the replacement of its card it is taken of one of the two, and nothing is lost', async () => {
    const { id, reference } = await authorized(20_000, 10_000);
    await desk.one('reportLossCard', id);
    const [captured, replaced] = await Promise.all([desk.capture(reference, 4_000), desk.replace(id)]);
    expect([captured.code, replaced.code]).toEqual([200, 200]);
    const { replacementId } = replaced.result;
    expect([id, replacementId]).toContain((await paymentOf(captured.result.paymentNo)).cardId);
    expect(await desk.moneyOn(id)).toEqual({ balance: 0, held: 0 });
    expect(await desk.moneyOn(replacementId)).toEqual({ balance: 16_000, held: 6_000 });
    expect((await desk.capture(reference, 5_000, { final: true })).code).toBe(200);
    expect(await desk.moneyOn(replacementId)).toEqual({ balance: 11_000, held: 0 });
    await expectInvariants(api);
  });

  test('of a card that ended since it was authorized it goes on: before, while and after the duty says so', async () => {
    const id = await desk.loaded(30_000, { naming: 'ANONYMOUS', months: 1 });
    const { cardNo } = await desk.card(id);
    const reference = newReference();
    api.clock.setBusinessOffset(28 * dayLength);
    expect(await desk.authorize(cardNo, 10_000, reference)).toMatchObject({ responseCode: '00' });
    api.clock.setBusinessOffset(33 * dayLength);
    expect(await desk.authorize(cardNo, 1)).toMatchObject({ responseCode: '54' });
    expect((await desk.capture(reference, 1_000)).code).toBe(200);
    const [{ code }] = await Promise.all([desk.capture(reference, 2_000), expireCards(api.deps)]);
    expect(code).toBe(200);
    await expireCards(api.deps);
    expect((await desk.card(id)).state).toBe('EXPIRED');
    expect((await desk.capture(reference, 3_000, { final: true })).code).toBe(200);
    expect(await desk.moneyOn(id)).toEqual({ balance: 24_000, held: 0 });
    await expectInvariants(api);
  });

  test('worked example 9 by the limit of one card: 9,000 captured and 8,000 held of 20,000 leave 3,000', async () => {
    const id = await desk.loaded(60_000);
    const { cardNo, version } = await desk.card(id);
    const limited = await desk.call('card/limitCard', { id, version, dayLimit: 20_000, reason: '限额' });
    expect(limited.code).toBe(200);
    const reference = newReference();
    await desk.authorize(cardNo, 9_000, reference);
    expect((await desk.capture(reference, 9_000)).code).toBe(200);
    expect(await desk.authorize(cardNo, 8_000)).toMatchObject({ responseCode: '00' });
    expect(await desk.authorize(cardNo, 3_001)).toMatchObject({ responseCode: '61' });
    expect(await desk.authorize(cardNo, 3_000)).toMatchObject({ responseCode: '00' });
  });

  test('what a replaced card paid that day and month counts with what the new one asks', async () => {
    // The day after is of the same month.
    const tomorrow = new Date(api.clock.now().getTime() + dayLength);
    const start = shanghaiDay(tomorrow).endsWith('-01') ? dayLength : 0;
    api.clock.setBusinessOffset(start);
    const id = await desk.loaded(30_000);
    const { cardNo, version } = await desk.card(id);
    const limits = { dayLimit: 20_000, monthLimit: 25_000 };
    expect((await desk.call('card/limitCard', { id, version, ...limits, reason: '限额' })).code).toBe(200);
    const reference = newReference();
    await desk.authorize(cardNo, 9_000, reference);
    await desk.capture(reference, 9_000);
    const replaced = async (lost: string) => {
      await desk.one('reportLossCard', lost);
      const { result } = await desk.replace(lost);
      expect(await desk.one('activateCard', result.replacementId)).toMatchObject({ ok: true });
      return result.replacementId as string;
    };
    const second = await replaced(await replaced(id));
    const { cardNo: secondNo } = await desk.card(second);
    expect(await desk.authorize(secondNo, 11_001)).toMatchObject({ responseCode: '61' });
    expect(await desk.authorize(secondNo, 11_000)).toMatchObject({ responseCode: '00' });
    api.clock.setBusinessOffset(start + dayLength);
    expect(await desk.authorize(secondNo, 5_001)).toMatchObject({ responseCode: '61' });
    expect(await desk.authorize(secondNo, 5_000)).toMatchObject({ responseCode: '00' });
  });

  test.each([0, -1, 1.5, '12', 2 ** 53])('an amount of %s: 400 ∅', async (amount) => {
    const { id, reference } = await authorized(1_000, 1_000);
    const answer = await desk.send('capture', { reference, captureNo: newReference(), amount });
    expect(answer.code).toBe(400);
    expect(await desk.moneyOn(id)).toEqual({ balance: 1_000, held: 1_000 });
  });
});

describe('what was asked of a card', () => {
  test('is listed newest first with what was taken and why not, to those who see the card', async () => {
    const { id, reference } = await authorized(30_000, 10_000);
    const { cardNo } = await desk.card(id);
    await desk.capture(reference, 4_000);
    await desk.reverse(reference, 1_000);
    const declined = newReference();
    await desk.authorize(cardNo, 90_000, declined);
    const listed = async (given: object = {}, token?: string) =>
      (await desk.call('card/queryAuthorization', { cardId: id, ...given }, token)).result;
    expect((await listed()).list).toMatchObject([
      {
        ...{ reference: declined, state: 'DECLINED', responseCode: '51', amount: 90_000, approvedAmount: 0 },
        ...{ availableBalance: 21_000, expiresAt: null },
      },
      {
        ...{ reference, state: 'OPEN', responseCode: '00', amount: 10_000, approvedAmount: 10_000 },
        ...{ capturedAmount: 4_000, reversedAmount: 1_000, mcc: '5812' },
        ...{ payee: { id: expect.any(String) }, binding: { id: expect.any(String) } },
      },
    ]);
    expect((await listed({ state: ['OPEN'] })).list).toMatchObject([{ reference }]);
    const { token } = await operator(api, '别处', { permissions: ['card.view'], dataScope: 'MERCHANTS' });
    expect((await listed({}, token)).total).toBe(0);
  });
});

describe('the close of the day', () => {
  test('counts what cards paid, less what came back to them, beside what limits paid', async () => {
    const { reference } = await authorized(30_000, 10_000);
    const { result } = await desk.capture(reference, 10_000);
    const { id, companyId } = await paymentOf(result.paymentNo);
    await desk.call('consumption/refundConsumption', { id, amount: 4_000, reason: '退货' });
    const day = shanghaiDay(api.clock.businessNow());
    const sums = `SELECT coalesce(sum(CASE type WHEN 'REFUND' THEN -enterprise ELSE enterprise END), 0)::bigint AS cards FROM consumption_records
      WHERE tenant_id = $1 AND company_id = $2 AND funded_by = 'CARD' AND (paid_at AT TIME ZONE 'Asia/Shanghai')::date = $3`;
    const { rows } = await owner.query(sums, [tenantId, companyId, day]);
    expect(Number(rows[0]?.cards)).toBeGreaterThanOrEqual(6_000);
    // A day is closed half an hour after its end.
    api.clock.setBusinessOffset(dayLength + 60 * 60 * 1000);
    await closeDays(api.deps);
    const closed = await api.deps.database.prisma.fundDayClose.findUniqueOrThrow({
      where: { tenantId_day_companyId: { tenantId, companyId, day: new Date(day) } },
    });
    expect(closed.cards).toBe(BigInt(rows[0]?.cards));
    await expectInvariants(api);
  });
});

describe('the database refuses', () => {
  /** A payment of a card, by SQL: as a capture writes it, but for what is given. */
  const another = (of: string, set: Record<string, string>) => {
    const columns = [
      'merchant_id',
      'company_id',
      'employee_id',
      'payee_merchant_id',
      'amount',
      'enterprise',
      'personal',
    ];
    const all = [
      ...columns,
      'type',
      'state',
      'category',
      'channel',
      'funded_by',
      'card_id',
      'invoice_state',
      'paid_at',
    ];
    const values = all.map((column) => set[column] ?? column);
    return `INSERT INTO consumption_records (tenant_id, payment_no, ${all.join(', ')})
      SELECT tenant_id, 'PX' || payment_no, ${values.join(', ')} FROM consumption_records WHERE tenant_id = $1 AND payment_no = '${of}'`;
  };

  test.each<[what: string, rule: RegExp, set: Record<string, string>]>([
    ['a payment of a card that has not moved it', /refuse_unmoved_payment/, {}],
    ['a share of somebody else', /consumption_records_funded/, { enterprise: 'amount - 1', personal: '1' }],
    ['one that could be invoiced', /consumption_records_funded/, { invoice_state: `'NONE'` }],
    ['one of no card', /consumption_records_funded/, { card_id: 'NULL::uuid' }],
    [
      'one of a limit of nobody',
      /consumption_records_funded/,
      { funded_by: `'LIMIT'`, card_id: 'NULL::uuid', employee_id: 'NULL::uuid' },
    ],
  ])('%s', async (_what, rule, set) => {
    const { reference } = await authorized(1_000, 1_000);
    const { result } = await desk.capture(reference, 400);
    await refused(owner, rule, [another(result.paymentNo, set), [tenantId]]);
  });

  test('a capture of another amount than its payment’s, and a change of one', async () => {
    const { reference } = await authorized(1_000, 1_000);
    const captureNo = newReference();
    await desk.capture(reference, 400, { captureNo });
    const where = 'WHERE tenant_id = $1 AND capture_no = $2';
    await refused(owner, /refuse_other_capture/, [
      `INSERT INTO card_captures SELECT tenant_id, authorization_id, 'ANOTHER-1', amount + 1, is_final, left_after, consumption_id, created_at
       FROM card_captures ${where}`,
      [tenantId, captureNo],
    ]);
    await refused(owner, /card_captures/, [
      `UPDATE card_captures SET amount = 1 ${where}`,
      [tenantId, captureNo],
    ]);
  });
});

describe('what is broken is found', () => {
  test.each([
    [
      'more was captured than its captures',
      `UPDATE card_authorizations SET captured = captured + 1 WHERE tenant_id = $1 AND reference = $2`,
    ],
    [
      'a payment without its capture',
      `DELETE FROM card_captures k USING card_authorizations a WHERE k.tenant_id = $1 AND a.tenant_id = $1
       AND a.id = k.authorization_id AND a.reference = $2`,
    ],
    [
      'a payment of another amount',
      `UPDATE consumption_records c SET amount = 1, enterprise = 1 FROM card_captures k JOIN card_authorizations a
       ON a.tenant_id = k.tenant_id AND a.id = k.authorization_id WHERE c.tenant_id = $1 AND k.tenant_id = $1 AND c.id = k.consumption_id AND a.reference = $2`,
    ],
    [
      'a payment without its flow',
      `DELETE FROM card_flows f USING card_captures k JOIN card_authorizations a
       ON a.tenant_id = k.tenant_id AND a.id = k.authorization_id WHERE f.tenant_id = $1 AND k.tenant_id = $1 AND f.source_id = k.consumption_id
       AND a.reference = $2`,
    ],
  ])('%s', async (_what, change) => {
    const { reference } = await authorized(1_000, 1_000);
    await desk.capture(reference, 400);
    const { violations } = cardSpendingInvariants.find(({ name }) => name === 'capturesAreRecords') ?? {};
    const broken = async () => (await owner.query(String(violations), [tenantId])).rows.length;
    expect(await broken()).toBe(0);
    await owner.query('BEGIN');
    // Whatever holds it in the database stands aside.
    await owner.query(`SET LOCAL session_replication_role = 'replica'`);
    await owner.query(change, [tenantId, reference]);
    expect(await broken()).toBeGreaterThan(0);
    await owner.query('ROLLBACK');
  });
});
