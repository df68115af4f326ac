import { randomUUID } from 'node:crypto';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import {
  boundChannel,
  newNonce,
  type Signing,
  signedHeaders,
} from '../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { refused, type Statement } from '../../../../../tests/support/tried-by-sql.ts';
import { waitingForLock } from '../../../../../tests/support/waiting-for-lock.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { keepNumber, newCardNumber } from '../card/card-number.ts';
import { moveBalances } from '../card/move-balance.ts';
import { expireAuthorizations } from './expire-authorizations.ts';
import { cardSpendingInvariants } from './invariants.ts';

const tenantId = tenantIdOf('A');
const day = 24 * 60 * 60 * 1000;
let api: TestApi;
let owner: pg.Client;
let channel: Signing;
let holder: { id: string; merchantId: string; companyId: string };
let payeeMerchantNo: string;
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  channel = await boundChannel(api, tenantId, { channel: 'UNIONPAY' });
  const found = await api.deps.database.prisma.employee.findFirstOrThrow({
    where: { tenantId, merchant: { companyId: { not: null }, state: 'ACTIVE' } },
    include: { merchant: true },
  });
  holder = { id: found.id, merchantId: found.merchantId, companyId: found.merchant.companyId as string };
  payeeMerchantNo = found.merchant.merchantNo;
});
beforeEach(() => api.clock.setBusinessOffset(0));
afterAll(async () => {
  await owner.end();
  await api.close();
});

interface Made {
  id: string;
  cardNo: string;
  pan: string;
}

/** An active card with so much on it, in fen, of a product of its own. */
async function cardWith(balance: number, terms: object = {}): Promise<Made> {
  made += 1;
  const [id, cardNo, pan] = [randomUUID(), `AC${made}`, newCardNumber()];
  const { prisma } = api.deps.database;
  const product = await prisma.cardProduct.create({
    data: {
      ...{ tenantId, code: `AUTH${made}`, name: '卡', form: 'PHYSICAL', naming: 'NAMED', faces: [100n] },
      ...{ makingFee: 0n, reloadable: true, ...terms },
    },
  });
  await prisma.card.create({
    data: {
      ...{ id, tenantId, productId: product.id, cardNo, form: 'PHYSICAL', naming: 'NAMED', faceAmount: 100n },
      ...{ merchantId: holder.merchantId, companyId: holder.companyId, cap: 500_000n },
      ...keepNumber(api.deps.dataKeys, id, pan),
    },
  });
  const now = api.clock.businessNow();
  const step = (set: string) =>
    owner.query(`UPDATE cards SET event_seq = event_seq + 1, ${set} WHERE tenant_id = $1 AND id = $2`, [
      tenantId,
      id,
    ]);
  await step(`state = 'PENDING', employee_id = '${holder.id}'`);
  await step(`state = 'ACTIVE', activated_at = now()`);
  if (balance > 0) {
    const load = {
      cardId: id,
      kind: 'LOAD' as const,
      delta: balance,
      sourceType: 'card',
      sourceId: randomUUID(),
    };
    await inTransaction(api.deps.database, (tx) => moveBalances(tx, [load], { tenantId, by: null, now }));
  }
  return { id, cardNo, pan };
}

async function send(action: string, input: object, { signing = channel, language = 'zh' } = {}) {
  const path = `card/${action}`;
  const body = JSON.stringify(input);
  const headers = {
    ...signedHeaders(signing, path, body, { at: api.clock.now() }),
    'Accept-Language': language,
  };
  const answer = await fetch(`${api.url}/xyxlx/${path}`, { method: 'POST', headers, body });
  return JSON.parse(await answer.text());
}
/** Lets the business day be at an instant. */
const at = (instant: string) => api.clock.setBusinessOffset(Date.parse(instant) - api.clock.now().getTime());
const newNumber = () => `A-${newNonce()}`;
const asked = (card: Made, amount: number, given: object = {}) => ({
  ...{ cardNo: card.cardNo, reference: newNumber(), amount, mcc: '5812', payeeMerchantNo },
  ...given,
});
const authorize = async (input: object) => (await send('authorize', input)).result;
const code = async (card: Made, amount: number, given: object = {}) =>
  (await authorize(asked(card, amount, given))).responseCode;
const moneyOf = async ({ id }: Made) => {
  const { balance, held } = await api.deps.database.prisma.card.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
  });
  return { balance: Number(balance), held: Number(held) };
};
const kept = (reference: string) =>
  api.deps.database.prisma.cardAuthorization.findMany({ where: { tenantId, reference } });
const broken = async (name: string, client: pg.ClientBase = owner) => {
  const { violations } = cardSpendingInvariants.find((one) => one.name === name) ?? {};
  return (await client.query(String(violations), [tenantId])).rows.map(({ what }) => what);
};

describe('authorize', () => {
  test('worked example 3: of 30,000 12,500 is held, 20,000 answers 51, and in part 17,500', async () => {
    const card = await cardWith(30_000);
    expect(await authorize(asked(card, 12_500))).toEqual({
      ...{
        approved: true,
        responseCode: '00',
        reason: '承兑',
        approvedAmount: 12_500,
        availableBalance: 17_500,
      },
      authorizationId: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect(await authorize(asked(card, 20_000))).toMatchObject({
      ...{
        approved: false,
        responseCode: '51',
        reason: '可用余额不足',
        approvedAmount: 0,
        availableBalance: 17_500,
      },
      expiresAt: null,
    });
    expect(await authorize(asked(card, 20_000, { partialAllowed: true }))).toMatchObject({
      ...{ approved: true, responseCode: '10', approvedAmount: 17_500, availableBalance: 0 },
    });
    expect(await moneyOf(card)).toEqual({ balance: 30_000, held: 30_000 });
  });

  test('the number on the card finds it, and stands nowhere in what is kept', async () => {
    const card = await cardWith(1_000);
    const { cardNo: _, ...rest } = asked(card, 400);
    const input = { ...rest, pan: card.pan };
    const answer = await authorize(input);
    expect(answer).toMatchObject({ responseCode: '00', availableBalance: 600 });
    expect(await authorize(input), 'asked again').toEqual(answer);
    const { rows } = await owner.query(
      `SELECT a::text AS text FROM card_authorizations a WHERE a.tenant_id = $1`,
      [tenantId],
    );
    expect(rows.filter(({ text }) => text.includes(card.pan))).toEqual([]);
  });

  test('a number that does not check, one that no card has and another’s number answer 14, each kept', async () => {
    for (const named of [{ pan: '9999000000000013' }, { pan: '9999000000000012' }, { cardNo: 'NOBODY' }]) {
      const reference = newNumber();
      const answer = await authorize({ ...named, reference, amount: 100, mcc: '5812', payeeMerchantNo });
      expect(answer).toMatchObject({ approved: false, responseCode: '14', availableBalance: null });
      expect(await kept(reference)).toMatchObject([{ cardId: null, state: 'DECLINED', approved: 0n }]);
    }
  });

  test('asked again it is the first answer, whatever became of the card; another body answers 94', async () => {
    const card = await cardWith(1_000);
    const input = asked(card, 300);
    const first = await authorize(input);
    await authorize(asked(card, 700));
    expect(await authorize(input)).toEqual(first);
    for (const other of [{ amount: 301 }, { mcc: '5411' }, { partialAllowed: true }, { cardNo: 'NOBODY' }]) {
      expect(await authorize({ ...input, ...other })).toEqual({
        ...{ approved: false, responseCode: '94', reason: '重复交易', approvedAmount: 0 },
        ...{ availableBalance: null, authorizationId: null, expiresAt: null },
      });
    }
    expect(await kept(input.reference)).toHaveLength(1);
    expect(await moneyOf(card)).toEqual({ balance: 1_000, held: 1_000 });
  });

  test('a card that is busy for too long answers 96, of which nothing is kept: asked again it is judged', async () => {
    const card = await cardWith(1_000);
    const input = asked(card, 300);
    await owner.query('BEGIN');
    await owner.query('SELECT FROM cards WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenantId, card.id]);
    const asking = authorize(input);
    await waitingForLock(api, 1);
    // It ends as when its time is up, which is half a minute in tests.
    await owner.query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    const busy = await asking;
    await owner.query('ROLLBACK');
    expect(busy).toMatchObject({
      approved: false,
      responseCode: '96',
      reason: '系统繁忙',
      authorizationId: null,
    });
    expect(await kept(input.reference)).toEqual([]);
    expect(await authorize(input)).toMatchObject({ responseCode: '00' });
  });

  test('another binding’s reference is its own', async () => {
    const card = await cardWith(1_000);
    const input = asked(card, 300);
    await authorize(input);
    const signing = await boundChannel(api, tenantId, { channel: 'WECHAT' });
    expect((await send('authorize', input, { signing })).result).toMatchObject({ responseCode: '00' });
    expect(await moneyOf(card)).toEqual({ balance: 1_000, held: 600 });
  });

  test('one reference told ten times at once holds once', async () => {
    const card = await cardWith(1_000);
    const input = asked(card, 300);
    const answers = await Promise.all(Array.from({ length: 10 }, () => authorize(input)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await moneyOf(card)).toEqual({ balance: 1_000, held: 300 });
  });

  test('the card of another tenant answers 14', async () => {
    const card = await cardWith(1_000);
    const signing = await boundChannel(api, tenantIdOf('B'), { channel: 'UNIONPAY' });
    expect((await send('authorize', asked(card, 300), { signing })).result).toMatchObject({
      responseCode: '14',
    });
    expect(await moneyOf(card)).toEqual({ balance: 1_000, held: 0 });
  });

  test('a frozen card answers 62, an unknown merchant 03, in the language of the call', async () => {
    const card = await cardWith(1_000, { mcc: ['5812'] });
    expect(await code(card, 100, { payeeMerchantNo: 'NOBODY' })).toBe('03');
    expect(await code(card, 100, { mcc: '7011' })).toBe('57');
    await owner.query(
      `UPDATE cards SET state = 'FROZEN', frozen_by = 'OPERATOR', event_seq = event_seq + 1 WHERE tenant_id = $1 AND id = $2`,
      [tenantId, card.id],
    );
    const { result } = await send('authorize', asked(card, 100), { language: 'en' });
    expect(result).toMatchObject({ responseCode: '62', reason: 'The card is frozen' });
  });

  test('what compliance declines answers 05 before merchant, category and balance are looked at, and after the card’s state', async () => {
    const card = await cardWith(1_000, { mcc: ['5812'] });
    const { token } = await operator(api, '合规', {
      permissions: ['compliance.view', 'compliance.settings'],
    });
    const entry = { list: 'BLACK', subjectType: 'CARD', subjectId: card.id, reason: '风险' };
    expect((await api.call('compliance/addEntry', entry, token)).body.code).toBe(200);
    expect(await code(card, 100, { payeeMerchantNo: 'NOBODY' })).toBe('05');
    expect(await code(card, 100, { mcc: '7011' })).toBe('05');
    expect(await code(card, 1_001)).toBe('05');
    expect(await code(card, 100)).toBe('05');
    expect(await moneyOf(card)).toEqual({ balance: 1_000, held: 0 });
    await owner.query(
      `UPDATE cards SET state = 'FROZEN', frozen_by = 'OPERATOR', event_seq = event_seq + 1 WHERE tenant_id = $1 AND id = $2`,
      [tenantId, card.id],
    );
    expect(await code(card, 100)).toBe('62');
  });

  test('worked example 9: of a day limit of 20,000 captured 9,000 and 8,000 held leave 3,000, and the next day all of it', async () => {
    const card = await cardWith(100_000, { dayLimit: 20_000n });
    const { authorizationId } = await authorize(asked(card, 9_000));
    await authorize(asked(card, 8_000));
    expect(await code(card, 3_001)).toBe('61');
    // As a capture leaves it; what a card has paid counts as what it holds does.
    await owner.query(
      `UPDATE card_authorizations SET captured = 9000, state = 'CAPTURED', closed_at = now() WHERE tenant_id = $1 AND id = $2`,
      [tenantId, authorizationId],
    );
    await owner.query('UPDATE cards SET held = held - 9000 WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      card.id,
    ]);
    expect(await code(card, 3_001)).toBe('61');
    expect(await code(card, 3_000)).toBe('00');
    expect(await code(card, 1)).toBe('61');
    api.clock.advance(day);
    expect(await code(card, 20_000)).toBe('00');
  });

  test('a day’s limits begin anew at midnight in Asia/Shanghai, and not at that of UTC', async () => {
    const card = await cardWith(100_000, { dayLimit: 20_000n, dayCount: 2 });
    at('2026-12-09T23:58:00Z');
    expect(await code(card, 12_000)).toBe('00');
    at('2026-12-10T00:00:00Z');
    expect(await code(card, 8_001)).toBe('61');
    expect(await code(card, 7_000)).toBe('00');
    at('2026-12-10T15:58:00Z');
    expect(await code(card, 1_001)).toBe('61');
    expect(await code(card, 1_000)).toBe('65');
    at('2026-12-10T16:00:00Z');
    expect(await code(card, 20_000)).toBe('00');
    expect(await code(card, 1)).toBe('61');
  });

  test('a month’s limit begins anew at midnight in Asia/Shanghai, and not at that of UTC', async () => {
    const card = await cardWith(100_000, { monthLimit: 20_000n });
    at('2026-11-30T15:58:00Z');
    expect(await code(card, 20_000)).toBe('00');
    expect(await code(card, 1)).toBe('61');
    at('2026-11-30T16:00:00Z');
    expect(await code(card, 12_000)).toBe('00');
    at('2026-12-01T00:00:00Z');
    expect(await code(card, 8_001)).toBe('61');
    at('2026-12-31T15:58:00Z');
    expect(await code(card, 8_001)).toBe('61');
    expect(await code(card, 8_000)).toBe('00');
    at('2026-12-31T16:00:00Z');
    expect(await code(card, 20_000)).toBe('00');
  });

  test('what was reversed counts neither in the amount nor in the number of a day', async () => {
    const card = await cardWith(100_000, { dayLimit: 20_000n, dayCount: 1 });
    const first = asked(card, 15_000);
    await authorize(first);
    expect(await code(card, 1_000)).toBe('65');
    const part = asked(await cardWith(100_000, { dayLimit: 20_000n }), 15_000);
    await authorize(part);
    await send('reverse', { reference: part.reference, reverseNo: newNumber(), amount: 5_000 });
    const rest = { ...part, reference: newNumber() };
    expect(await authorize({ ...rest, amount: 10_001 })).toMatchObject({ responseCode: '61' });
    await send('reverse', { reference: first.reference, reverseNo: newNumber() });
    expect(await code(card, 20_000)).toBe('00');
    expect(await authorize({ ...rest, reference: newNumber(), amount: 10_000 })).toMatchObject({
      responseCode: '00',
    });
  });

  test.each([0, -1, 1.5, '12', 2 ** 53])('an amount of %s: 400 ∅', async (amount) => {
    const card = await cardWith(0);
    const input = { ...asked(card, 1), amount };
    expect((await send('authorize', input)).code).toBe(400);
    expect(await kept(input.reference)).toEqual([]);
  });

  test('a CVV, no number at all or both numbers: 400 ∅', async () => {
    const card = await cardWith(0);
    const { cardNo, ...none } = asked(card, 1);
    for (const input of [{ ...none, cardNo, cvv: '123' }, none, { ...none, cardNo, pan: card.pan }]) {
      expect((await send('authorize', input)).code).toBe(400);
      expect(await kept(input.reference)).toEqual([]);
    }
  });

  test('a call that is signed with another secret: 406 签名无效 ∅', async () => {
    const card = await cardWith(1_000);
    const signing = { ...channel, secret: 'another-secret-of-32-bytes-or-more' };
    for (const [action, input] of [
      ['authorize', asked(card, 1)],
      ['reverse', { reference: newNumber(), reverseNo: newNumber() }],
    ] as const) {
      expect(await send(action, input, { signing })).toMatchObject({ code: 406, msg: '签名无效' });
    }
    expect(await moneyOf(card)).toEqual({ balance: 1_000, held: 0 });
  });

  test('500 at once on one card: what is approved is what there is, to the fen', {
    timeout: 120_000,
  }, async () => {
    // No sum of the amounts is what the card has: in any order, the last to be approved is so in part.
    const card = await cardWith(100_010);
    const amounts = Array.from({ length: 500 }, (_, n) => 300 + (n % 7) * 50);
    // As a channel does: what is too busy to answer is asked again with the same reference.
    const untilAnswered = async (input: object) => {
      for (;;) {
        const { code, result } = await send('authorize', input);
        if (code !== 503 && result.responseCode !== '96') return result;
      }
    };
    const answers = await Promise.all(
      amounts.map((amount) => untilAnswered(asked(card, amount, { partialAllowed: true }))),
    );
    const approved = answers.reduce((sum, { approvedAmount }) => sum + approvedAmount, 0);
    expect(approved).toBe(100_010);
    expect(await moneyOf(card)).toEqual({ balance: 100_010, held: 100_010 });
    expect(new Set(answers.map(({ responseCode }) => responseCode))).toEqual(new Set(['00', '10', '51']));
    expect(await broken('heldIsOpenAuthorizations')).toEqual([]);
  });
});

describe('reverse', () => {
  const held = async (amount: number) => {
    const card = await cardWith(30_000);
    const { reference } = asked(card, amount);
    const { authorizationId } = await authorize(asked(card, amount, { reference }));
    const reverse = (given: object = {}) => send('reverse', { reference, reverseNo: newNumber(), ...given });
    return { card, reference, authorizationId, reverse };
  };

  test('a part, then the rest: both are free again, and the authorization is over', async () => {
    const { card, reference, reverse } = await held(17_500);
    expect((await reverse({ amount: 7_500 })).result).toEqual({ reversedAmount: 7_500, leftAmount: 10_000 });
    expect(await moneyOf(card)).toEqual({ balance: 30_000, held: 10_000 });
    expect(await kept(reference)).toMatchObject([{ state: 'OPEN', reversed: 7_500n, closedAt: null }]);
    expect((await reverse()).result).toEqual({ reversedAmount: 10_000, leftAmount: 0 });
    expect(await moneyOf(card)).toEqual({ balance: 30_000, held: 0 });
    expect(await kept(reference)).toMatchObject([{ state: 'REVERSED', reversed: 17_500n }]);
    expect(await reverse()).toMatchObject({ code: 406, msg: '授权已撤销' });
  });

  test('more than is left: 406 ∅', async () => {
    const { card, reverse } = await held(1_000);
    expect(await reverse({ amount: 1_001 })).toMatchObject({
      code: 406,
      msg: '撤销金额超过授权剩余 10.00 元',
    });
    expect(await moneyOf(card)).toEqual({ balance: 30_000, held: 1_000 });
  });

  test('one number five times at once frees once; with another amount: 406', async () => {
    const { card, reverse } = await held(1_000);
    const told = { reverseNo: newNumber(), amount: 300 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => reverse(told)));
    for (const { result } of answers) expect(result).toEqual({ reversedAmount: 300, leftAmount: 700 });
    for (const amount of [301, undefined]) {
      expect(await reverse({ ...told, amount })).toMatchObject({
        code: 406,
        msg: '撤销流水号已被另一笔撤销使用',
      });
    }
    expect(await moneyOf(card)).toEqual({ balance: 30_000, held: 700 });
  });

  test('of another binding, of no one and of a card that is not there: 记录不存在', async () => {
    const { card, reference } = await held(1_000);
    const missing = { code: 406, msg: '记录不存在' };
    const signing = await boundChannel(api, tenantId, { channel: 'WECHAT' });
    expect(await send('reverse', { reference, reverseNo: newNumber() }, { signing })).toMatchObject(missing);
    const nobody = { reference: newNumber(), reverseNo: newNumber() };
    expect(await send('reverse', nobody)).toMatchObject(missing);
    await authorize({ ...asked(card, 1, { reference: nobody.reference }), cardNo: 'NOBODY' });
    expect(await send('reverse', nobody)).toMatchObject(missing);
    expect(await moneyOf(card)).toEqual({ balance: 30_000, held: 1_000 });
  });

  test('of a frozen card it goes on; of one that was declined: 406 授权已拒绝', async () => {
    const { card, reverse } = await held(1_000);
    const declined = asked(card, 99_000);
    await authorize(declined);
    await owner.query(
      `UPDATE cards SET state = 'FROZEN', frozen_by = 'HOLDER', event_seq = event_seq + 1 WHERE tenant_id = $1 AND id = $2`,
      [tenantId, card.id],
    );
    expect((await reverse()).code).toBe(200);
    const { reference } = declined;
    expect(await send('reverse', { reference, reverseNo: newNumber() })).toMatchObject({
      code: 406,
      msg: '授权已拒绝',
    });
  });
});

describe('expireAuthorizations', () => {
  test('after 7 days what is left is free again; of a hotel and a rented car after 31', async () => {
    const card = await cardWith(10_000);
    const [meal, hotel, car] = [
      asked(card, 1_000),
      asked(card, 1_500, { mcc: '7011' }),
      asked(card, 500, { mcc: '7512' }),
    ];
    for (const one of [meal, hotel, car]) await authorize(one);
    await send('reverse', { reference: meal.reference, reverseNo: newNumber(), amount: 400 });
    api.clock.advance(7 * day - 60_000);
    await expireAuthorizations(api.deps);
    expect(await moneyOf(card)).toEqual({ balance: 10_000, held: 2_600 });
    api.clock.advance(60_000);
    await expireAuthorizations(api.deps);
    expect(await moneyOf(card)).toEqual({ balance: 10_000, held: 2_000 });
    expect(await kept(meal.reference)).toMatchObject([{ state: 'EXPIRED', reversed: 400n }]);
    const late = { reference: meal.reference, reverseNo: newNumber() };
    expect(await send('reverse', late)).toMatchObject({ code: 406, msg: '授权已过期' });
    api.clock.advance(24 * day);
    await Promise.all([expireAuthorizations(api.deps), expireAuthorizations(api.deps)]);
    expect(await moneyOf(card)).toEqual({ balance: 10_000, held: 0 });
    for (const { reference } of [hotel, car])
      expect(await kept(reference)).toMatchObject([{ state: 'EXPIRED' }]);
  });

  test('at the instant of its end what is held is free again, and not a millisecond before', async () => {
    const card = await cardWith(1_000);
    const one = asked(card, 1_000);
    await authorize(one);
    const end = Number((await kept(one.reference))[0]?.expiresAt);
    const endingAt = async (at: number) => {
      const { businessNow } = api.clock;
      api.clock.businessNow = () => new Date(at);
      await expireAuthorizations(api.deps);
      api.clock.businessNow = businessNow;
      return (await moneyOf(card)).held;
    };
    expect(await endingAt(end - 1)).toBe(1_000);
    expect(await endingAt(end)).toBe(0);
  });

  test('more than are ended together are all ended', { timeout: 60_000 }, async () => {
    const card = await cardWith(10_000);
    await owner.query('UPDATE cards SET held = 1201 WHERE tenant_id = $1 AND id = $2', [tenantId, card.id]);
    await owner.query(
      `INSERT INTO card_authorizations (tenant_id, binding_id, reference, body_hash, card_id, amount, approved, mcc, payee_merchant_id, state,
         response_code, available_after, expires_at, created_at)
       SELECT $1, $2, 'MANY-' || n, repeat('0', 64), $3, 1, 1, '5812', $4, 'OPEN', '00', 0, $5, $5 FROM generate_series(1000, 2200) n`,
      [tenantId, channel.bindingId, card.id, holder.merchantId, api.clock.businessNow()],
    );
    await expireAuthorizations(api.deps);
    expect(await moneyOf(card)).toEqual({ balance: 10_000, held: 0 });
  });
});

describe('the database refuses', () => {
  const one = (set: string, id: string): Statement => [
    `UPDATE card_authorizations SET ${set} WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id],
  ];

  test.each<[what: string, rule: RegExp, change: string]>([
    [
      'more captured and reversed than approved',
      /card_authorizations_money/,
      'captured = 600, reversed = 401',
    ],
    ['an open one of which nothing is left', /card_authorizations_over/, 'captured = 1000'],
    [
      'one that is reversed in part and over',
      /card_authorizations_over/,
      `reversed = 1, state = 'REVERSED', closed_at = now()`,
    ],
    ['one that is over without an instant', /card_authorizations_end/, `state = 'EXPIRED'`],
    ['another amount', /stays what was answered/, 'approved = 999'],
    ['a later end', /stays what was answered/, `expires_at = expires_at + interval '1 day'`],
    ['another answer', /stays what was answered/, `response_code = '10'`],
  ])('%s', async (_what, rule, change) => {
    const card = await cardWith(1_000);
    const { authorizationId } = await authorize(asked(card, 1_000));
    await refused(owner, rule, one(change, authorizationId));
  });

  test('a change of what is over, and a declined one that holds money', async () => {
    const card = await cardWith(1_000);
    const { authorizationId } = await authorize(asked(card, 1_001));
    await refused(owner, /is over/, one(`state = 'OPEN'`, authorizationId));
    await refused(owner, /card_authorizations_answer/, [
      `INSERT INTO card_authorizations (tenant_id, binding_id, reference, body_hash, card_id, amount, approved, mcc, state, response_code,
         available_after, created_at, closed_at)
       SELECT tenant_id, binding_id, 'ANOTHER-1', body_hash, card_id, amount, 1, mcc, state, response_code, available_after, created_at, closed_at
       FROM card_authorizations WHERE tenant_id = $1 AND id = $2`,
      [tenantId, authorizationId],
    ]);
  });
});

describe('what is broken is found', () => {
  test.each([
    ['heldIsOpenAuthorizations', 'cards', 'held = held + 1'],
    ['heldIsOpenAuthorizations', 'card_authorizations', 'reversed = reversed + 1'],
    ['reversalsAreReversed', 'card_authorizations', 'reversed = reversed - 1'],
    ['reversalsAreReversed', 'card_reversals', 'amount = amount + 1'],
  ])('%s: %s with %s', async (name, table, change) => {
    const card = await cardWith(1_000);
    const input = asked(card, 600);
    const { authorizationId } = await authorize(input);
    await send('reverse', { reference: input.reference, reverseNo: newNumber(), amount: 100 });
    const label = name === 'reversalsAreReversed' ? input.reference : card.cardNo;
    expect(await broken(name)).not.toContain(label);
    const [column, id] = { cards: ['id', card.id] }[table] ?? [
      table === 'card_reversals' ? 'authorization_id' : 'id',
      authorizationId,
    ];
    await owner.query('BEGIN');
    // Whatever holds it in the database stands aside.
    await owner.query(`SET LOCAL session_replication_role = 'replica'`);
    if (table === 'card_reversals')
      await owner.query('ALTER TABLE card_reversals DROP CONSTRAINT card_reversals_money');
    await owner.query(`UPDATE ${table} SET ${change} WHERE tenant_id = $1 AND ${column} = $2`, [
      tenantId,
      id,
    ]);
    expect(await broken(name)).toContain(label);
    await owner.query('ROLLBACK');
  });
});
