import type { LedgerRole, PostingKind } from '@xyxlx/contracts/ledger-roles';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { wonDraw } from '../../../../tests/support/draws.ts';
import { type BatchDesk, openBatchDesk } from '../../../../tests/support/limit-batches.ts';
import { operator } from '../../../../tests/support/operator.ts';
import { setBooks } from '../../../../tests/support/set-books.ts';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../tests/support/thresholds.ts';
import { registry } from '../areas.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../platform/time/shanghai.ts';
import { controlledAccountsMirror } from './fund/mirror-invariant.ts';
import { postingsOnce } from './postings-once.ts';

let api: TestApi;
let maker: string;
let desk: BatchDesk;
const tenantId = tenantIdOf('A');
const rules = [...registry.postings.values()];
const prisma = () => api.deps.database.prisma;

beforeAll(async () => {
  api = await startTestApi();
  desk = await openBatchDesk(api);
  maker = desk.maker;
  for (const kind of [
    'limitAdjustment',
    'limitAdjustmentUndo',
    'limitBatch',
    'limitBatchUndo',
    'consumptionRefund',
    'lotteryAward',
  ]) {
    await setThreshold(api, kind, plenty);
  }
});
afterAll(() => api.close());

async function done(path: string, input: object, token = maker) {
  const { body } = await api.call(path, input, token);
  expect(body).toMatchObject({ code: 200, msg: expect.any(String) });
  return body.result;
}

/** What postings a statement that nobody may forget would miss or find too many. */
async function violations(): Promise<string[]> {
  const found: string[] = [];
  for (const { violations } of [postingsOnce(rules), controlledAccountsMirror]) {
    const { rows } = await api.deps.database.pool.query(violations as string, [tenantId]);
    found.push(...rows.map(({ what }) => what));
  }
  return found;
}

/** What a new posting says, in one line: kind, debit, credit, amount, and its document where it has one. */
type Posted = string;
async function posted(act: () => Promise<unknown>): Promise<Posted[]> {
  const keyOf = ({ sourceId, leg }: { sourceId: string; leg: number }) => `${sourceId} ${leg}`;
  const all = () => prisma().ledgerPosting.findMany({ where: { tenantId }, include: { slot: true } });
  const before = new Set((await all()).map(keyOf));
  await act();
  const fresh = (await all()).filter((row) => !before.has(keyOf(row)));
  const lines = fresh.map(({ kind, debitRole, creditRole, amount, slot }) =>
    [kind, `${debitRole}→${creditRole}`, amount, slot.docType].filter(Boolean).join(' '),
  );
  return lines.sort();
}
const line = (
  kind: PostingKind,
  debit: LedgerRole,
  credit: LedgerRole,
  amount: number | bigint,
  document?: string,
) => [kind, `${debit}→${credit}`, amount, document].filter(Boolean).join(' ');
const issued = (amount: number | bigint, document?: string) =>
  line('LIMIT_ISSUE', 'FUND', 'LIMIT', amount, document);
const back = (amount: number | bigint, document?: string) =>
  line('LIMIT_BACK', 'LIMIT', 'FUND', amount, document);
const paid = (amount: number) => line('CONSUME', 'LIMIT', 'SETTLEMENT', amount);
const refunded = (amount: number) => line('REFUND', 'SETTLEMENT', 'LIMIT', amount);

/** Somebody with so much to spend, whom no other case uses. */
let used = 0;
async function payer(amount = 10_000): Promise<string> {
  const people = await prisma().employee.findMany({
    where: { tenantId, state: 'ACTIVE', merchant: { state: 'ACTIVE' }, limitAccount: { expiresAt: null } },
    orderBy: { id: 'asc' },
  });
  used += 1;
  const employeeId = people[used]?.id as string;
  await adjust(employeeId, 'INCREASE', amount);
  return employeeId;
}
const adjust = (employeeId: string, type: string, amount?: number) =>
  done('limit/adjustLimit', { employeeId, type, amount, reason: '调整' });
const pay = (employeeId: string, amount: number, more: object = {}) =>
  done('dev/pay', { employeeId, amount, ...more });
const refund = (id: string, amount: number) =>
  done('consumption/refundConsumption', { id, amount, reason: '退货' });
const limitOf = (employeeId: string) =>
  prisma().limitAccount.findFirstOrThrow({ where: { tenantId, employeeId } });

test('what the seeds have is posted as it would have been live', async () => {
  expect(await violations()).toEqual([]);
  expect(await prisma().ledgerPosting.count({ where: { tenantId } })).toBeGreaterThan(1_000);
});

describe('limits', () => {
  it('each type of adjustment, and its undo', async () => {
    const employeeId = await payer();
    expect(await posted(() => adjust(employeeId, 'INCREASE', 900))).toEqual([issued(900)]);
    expect(await posted(() => adjust(employeeId, 'DECREASE', 100))).toEqual([back(100)]);
    expect(await posted(() => adjust(employeeId, 'FREEZE', 300))).toEqual([]);
    expect(await posted(() => adjust(employeeId, 'UNFREEZE', 50))).toEqual([]);
    let recovered = { adjustment: { id: '' } };
    const recover = async () => {
      recovered = await adjust(employeeId, 'RECOVER', 200);
    };
    expect(await posted(recover)).toEqual([back(200)]);
    const undo = () => done('limit/undoAdjustment', { id: recovered.adjustment.id, reason: '录入错误' });
    expect(await posted(undo)).toEqual([issued(200)]);
    const { available } = await limitOf(employeeId);
    expect(await posted(() => adjust(employeeId, 'CLEAR'))).toEqual([back(available)]);
  });

  it('of whoever leaves, frozen or not', async () => {
    const employeeId = await payer();
    await adjust(employeeId, 'FREEZE', 1_000);
    const { available, locked } = await limitOf(employeeId);
    const admin = await api.signIn('13800000001');
    const leave = () => done('employee/leaveEmployee', { ids: [employeeId], reason: '离职' }, admin);
    expect(await posted(leave)).toEqual([back(available + locked)]);
  });

  it('of a batch and its undo are the batch’s', async () => {
    let id = '';
    const give = async () => {
      const lines = await desk.sheet();
      const people = lines.slice(1).filter((line) => line[3] === '已激活');
      const [up, down] = people.slice(-2) as [string[], string[]];
      const edited = [
        up.with(7, (Number(up[7]) + 30).toFixed(2)),
        down.with(7, (Number(down[7]) - 1).toFixed(2)),
      ];
      const { body } = await desk.upload([lines[0] as string[], ...edited]);
      const batch = await desk.settled(body.result.batchId);
      id = batch.id;
      await done('billChange/confirmBatch', { id, version: batch.version });
      await desk.settled(id);
    };
    expect(await posted(give)).toEqual([back(100, 'limitBatch'), issued(3_000, 'limitBatch')]);
    const undo = async () => {
      const { version } = await desk.settled(id);
      await done('billChange/undoBatch', { id, version, reason: '发错' });
      await desk.settled(id);
    };
    expect(await posted(undo)).toEqual([back(3_000, 'limitBatch'), issued(100, 'limitBatch')]);
    const slots = await prisma().ledgerSlot.findMany({ where: { tenantId, docId: id } });
    expect(slots.map(({ kind }) => kind).sort()).toEqual(['LIMIT_BACK', 'LIMIT_ISSUE']);
  });
});

describe('prizes', () => {
  it('a limit at once, goods once they are handed out', async () => {
    const permissions = ['lottery.view', 'lottery.award'];
    const { token } = await operator(api, '发奖人', { permissions });
    const award = (ids: string[]) => done('lottery/awardLottery', { ids, reason: '发放' }, token);
    const limit = await wonDraw(api, tenantId, 'LIMIT');
    expect(await posted(() => award([limit.id]))).toEqual([
      line('PRIZE_LIMIT', 'FUND', 'LIMIT', limit.value),
    ]);
    const goods = await wonDraw(api, tenantId, 'GOODS');
    expect(await posted(() => award([goods.id]))).toEqual([]);
    const deliveries = [{ id: goods.id, deliveryNo: 'SF2000000001', carrier: '顺丰速运' }];
    expect(await posted(() => done('lottery/deliverLottery', { deliveries }, token))).toEqual([
      line('PRIZE_GOODS', 'PRIZE_COST', 'PRIZE', goods.value),
    ]);
  });
});

describe('payments', () => {
  const setting = (personalShare: 'DIRECT' | 'THROUGH_US') =>
    setBooks(api, { tenantId, validFrom: api.clock.businessNow(), personalShare });

  it('one that is declined, and the employee’s own part that goes past us, are no postings', async () => {
    const employeeId = await payer();
    expect(await posted(() => api.call('dev/pay', { employeeId, amount: 100_000_000 }, maker))).toEqual([]);
    expect(await posted(() => pay(employeeId, 1_000, { personalAmount: 400 }))).toEqual([paid(600)]);
    expect(await posted(() => pay(employeeId, 400, { personalAmount: 400 }))).toEqual([]);
  });

  it('through us the employee’s part comes out of its channel; a refund goes the way that its payment went', async () => {
    const employeeId = await payer();
    const direct = await pay(employeeId, 1_000, { personalAmount: 400 });
    await setting('THROUGH_US');
    const roles = [
      ['ALIPAY', 'CHANNEL_ALIPAY'],
      ['WECHAT', 'CHANNEL_WECHAT'],
      ['UNIONPAY', 'CHANNEL_UNIONPAY'],
      ['CARD', 'CHANNEL_OTHER'],
    ] as const;
    for (const [channel, role] of roles) {
      const both = await posted(() => pay(employeeId, 100, { personalAmount: 30, channel }));
      expect(both).toEqual([line('CONSUME', role, 'SETTLEMENT_P', 30), paid(70)].sort());
    }
    const through = await pay(employeeId, 1_000, { personalAmount: 400, channel: 'WECHAT' });
    expect(await posted(() => refund(direct.id, 1_000))).toEqual([refunded(600)]);
    await setting('DIRECT');
    expect(await posted(() => refund(through.id, 700))).toEqual(
      [line('REFUND', 'SETTLEMENT_P', 'CHANNEL_WECHAT', 100), refunded(600)].sort(),
    );
  });

  it('to a limit that has ended a refund goes on to the fund of the company that paid', async () => {
    const employeeId = await payer();
    const { id } = await pay(employeeId, 1_000);
    await prisma().limitAccount.updateMany({
      where: { tenantId, employeeId },
      data: { expiresAt: api.clock.businessNow() },
    });
    expect(await posted(() => refund(id, 400))).toEqual([back(400), refunded(400)]);
    const { companyId } = await prisma().consumptionRecord.findFirstOrThrow({ where: { tenantId, id } });
    const { createdAt } = await prisma().limitAdjustment.findFirstOrThrow({
      where: { tenantId, employeeId, type: 'RECOVER' },
      orderBy: { seq: 'desc' },
    });
    const rows = await prisma().ledgerPosting.findMany({
      where: { tenantId, employeeId, occurredAt: createdAt },
    });
    expect(rows.map((row) => row.companyId)).toEqual([companyId, companyId]);
  });

  it('a revoked one is taken back whole', async () => {
    const employeeId = await payer();
    const { id } = await pay(employeeId, 1_000);
    const revoke = () => done('consumption/revokeConsumption', { id, reason: '误刷' });
    expect(await posted(revoke)).toEqual([refunded(1_000)]);
  });
});

describe('slots', () => {
  const slotOf = async (sourceId: string) => {
    const { slot } = await prisma().ledgerPosting.findFirstOrThrow({
      where: { tenantId, sourceId, leg: 1 },
      include: { slot: true },
    });
    return { ...slot, bookDate: slot.bookDate.toISOString().slice(0, 10) };
  };
  /** To so many milliseconds from the next midnight in Asia/Shanghai; the day that ends then. */
  async function toMidnight(ms: number): Promise<string> {
    const day = shanghaiDay(api.clock.businessNow());
    api.clock.advance(startOfDay(dayBefore(day, -1)).getTime() + ms - api.clock.businessNow().getTime());
    maker = await api.signIn('13800000002');
    return day;
  }

  it('the last moment of a day is its own, the next is the next day’s; twelve at once are of one slot', async () => {
    const employeeId = await payer(100_000);
    const day = await toMidnight(-3_000);
    const last = await pay(employeeId, 100);
    expect(await slotOf(last.id)).toMatchObject({ bookDate: day, kind: 'CONSUME', part: 1 });
    await toMidnight(0);
    const people = await Promise.all(Array.from({ length: 12 }, () => payer(1_000)));
    const answers = await Promise.all(people.map((id) => pay(id, 100)));
    const slots = await Promise.all(answers.map(({ id }) => slotOf(id)));
    expect(new Set(slots.map(({ id }) => id)).size).toBe(1);
    expect(slots[0]).toMatchObject({ bookDate: dayBefore(day, -1), part: 1 });
  });

  it('what comes after one is sealed is in the next part of the same day', async () => {
    const employeeId = await payer();
    const first = await slotOf((await pay(employeeId, 100)).id);
    await prisma().ledgerSlot.updateMany({ where: { tenantId, id: first.id }, data: { state: 'SEALED' } });
    const second = await slotOf((await pay(employeeId, 100)).id);
    expect(second).toMatchObject({ bookDate: first.bookDate, part: first.part + 1 });
    expect((await slotOf((await pay(employeeId, 100)).id)).id).toBe(second.id);
  });

  it('of a period that closes it is booked on the first day of the next one, as it happened', async () => {
    const employeeId = await payer();
    const period = shanghaiDay(api.clock.businessNow()).slice(0, 7);
    const set = (name: string, state: 'CLOSING' | 'CLOSED') =>
      prisma().ledgerPeriod.updateMany({ where: { tenantId, period: name }, data: { state } });
    const earlier = await prisma().ledgerPeriod.findMany({
      where: { tenantId, period: { lt: period } },
      orderBy: { period: 'asc' },
    });
    expect(earlier.length).toBeGreaterThan(0);
    for (const { period: name } of earlier) {
      await set(name, 'CLOSING');
      await prisma().ledgerSlot.updateMany({
        where: { tenantId, period: name, state: 'OPEN' },
        data: { state: 'SEALED' },
      });
      await set(name, 'CLOSED');
    }
    await set(period, 'CLOSING');
    const { id } = await pay(employeeId, 100);
    const after = new Date(new Date(`${period}-28T12:00:00Z`).getTime() + 5 * 86_400_000);
    const next = `${shanghaiDay(after).slice(0, 7)}-01`;
    expect(await slotOf(id)).toMatchObject({ bookDate: next });
    const { paidAt } = await prisma().consumptionRecord.findFirstOrThrow({ where: { tenantId, id } });
    const posting = await prisma().ledgerPosting.findFirstOrThrow({ where: { tenantId, sourceId: id } });
    expect(posting.occurredAt).toEqual(paidAt);
  });
});

test('afterwards every event has exactly its postings; one too many, too few, changed or of another day is seen', async () => {
  expect(await violations()).toEqual([]);
  const owner = await connect(api.databaseUrl);
  const [one] = (
    await owner.query(`SELECT * FROM ledger_postings WHERE tenant_id = $1 AND kind = 'CONSUME' LIMIT 1`, [
      tenantId,
    ])
  ).rows;
  const of = `tenant_id = '${tenantId}' AND source_id = '${one.source_id}' AND leg = ${one.leg}`;
  const columns = Object.keys(one).filter((name) => name !== 'leg');
  // The first day of a month is no other day: what comes after a month's close is booked there.
  const anotherDay = `SELECT min(o.book_date) FROM ledger_slots o WHERE o.tenant_id = p.tenant_id AND o.kind = p.kind
    AND o.book_date <> p.book_date AND extract(day FROM o.book_date) <> 1`;
  const tampered = [
    `DELETE FROM ledger_postings WHERE ${of}`,
    `INSERT INTO ledger_postings (leg, ${columns}) SELECT 3, ${columns} FROM ledger_postings WHERE ${of}`,
    ...[
      'amount = amount + 1',
      `credit_role = 'SETTLEMENT_P'`,
      'company_id = merchant_id',
      `occurred_at = occurred_at + interval '1 ms'`,
    ].map((set) => `UPDATE ledger_postings SET ${set} WHERE ${of}`),
    `UPDATE ledger_postings p SET slot_id = s.id, book_date = s.book_date FROM ledger_slots s
     WHERE ${of.replaceAll(/(tenant_id|source_id|leg) =/g, 'p.$1 =')} AND s.tenant_id = p.tenant_id AND s.kind = p.kind
       AND s.book_date = (${anotherDay})`,
  ];
  for (const change of tampered) {
    await owner.query('BEGIN');
    await owner.query(`SET LOCAL session_replication_role = 'replica'`);
    expect((await owner.query(change)).rowCount).toBe(1);
    const { rows } = await owner.query(postingsOnce(rules).violations as string, [tenantId]);
    expect([change, rows]).toEqual([change, [{ what: expect.stringContaining(one.source_id) }]]);
    await owner.query('ROLLBACK');
  }
  await owner.end();
});
