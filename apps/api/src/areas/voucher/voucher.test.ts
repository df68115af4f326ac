import type { AccountRow } from '@xyxlx/contracts/voucher-account';
import type { TrialBalance } from '@xyxlx/contracts/voucher-ledger';
import type { VoucherDetail, VoucherRow } from '@xyxlx/contracts/voucher-record';
import { openBooks } from '@xyxlx/database/open-books';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { boundsOfMonth, dayBefore, shanghaiDay, shanghaiMonth } from '../../platform/time/shanghai.ts';
import { voucherInvariants } from './invariants.ts';
import { sealLedger } from './seal-ledger.ts';

let api: TestApi;
let maker: string;
let checker: string;
/** May approve and post, but hands in too. */
let both: string;
let tenantId: string;
let companyId: string;
let accounts: Map<string, AccountRow>;

const now = new Date();
const month = shanghaiMonth(now);
/** The month that can be closed, the first of the books. */
const before = shanghaiMonth(new Date(boundsOfMonth(month).from.getTime() - 1000));
const day = (number: string, of = before) => `${of}-${number}`;
const today = shanghaiDay(now);

beforeAll(async () => {
  api = await startTestApi();
  const { prisma } = api.deps.database;
  const tenant = await prisma.tenant.create({ data: { code: 'books', name: '账套' } });
  tenantId = tenant.id;
  companyId = (await prisma.company.create({ data: { tenantId, name: '公司' } })).id;
  await prisma.$transaction((tx) => openBooks(tx, { tenantId, from: boundsOfMonth(before).from, to: now }));
  const views = ['voucher.view', 'voucher.export'];
  const edits = [...views, 'voucher.edit', 'voucher.settings', 'voucher.close'];
  const checks = [...views, 'voucher.approve', 'voucher.post'];
  maker = (await operator(api, '制单', { permissions: edits }, 'books')).token;
  checker = (await operator(api, '复核', { permissions: checks }, 'books')).token;
  both = (await operator(api, '主管', { permissions: [...edits, ...checks] }, 'books')).token;
  const chart = await result<AccountRow[]>('voucher/queryAccount');
  accounts = new Map(chart.map((account) => [account.code, account]));
});
afterAll(() => api.close());

const send = async (path: string, input: object = {}, token = maker) =>
  (await api.call(path, input, token, keyed())).body;
const keyed = () => ({ 'Idempotency-Key': crypto.randomUUID() });
async function result<T = VoucherDetail>(path: string, input: object = {}, token = maker): Promise<T> {
  const body = await send(path, input, token);
  expect(body).toMatchObject({ code: 200, msg: '' });
  return body.result;
}
const account = (code: string) => accounts.get(code)?.id as string;

type Leg = [debit: string, credit: string, amount: number];
interface Event {
  on?: string;
  doc?: boolean;
  source?: string;
  legs: Leg[];
}

/** Posts an event as the business does: a slot, and its legs in it. */
async function post(
  kind: string,
  { on = day('05'), doc = false, source = 'consumption', legs }: Event,
): Promise<string> {
  const sourceId = crypto.randomUUID();
  await api.deps.database.prisma.$executeRaw`
    WITH slot AS MATERIALIZED (
      SELECT * FROM open_slot(${tenantId}::uuid, ${on}::date, ${kind}, ${doc ? source : null}, ${doc ? sourceId : null}::uuid))
    INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id, occurred_at)
    SELECT ${tenantId}::uuid, ${sourceId}::uuid, ${source}, l.leg, slot.slot_id, slot.book_date, ${kind}, l.debit, l.credit, l.amount, ${companyId}::uuid,
      ${now}::timestamptz
    FROM slot, jsonb_to_recordset(${JSON.stringify(legs.map(([debit, credit, amount], n) => ({ leg: n + 1, debit, credit, amount })))}::jsonb)
      AS l(leg smallint, debit text, credit text, amount bigint)`;
  return sourceId;
}

const seal = () => sealLedger(api.deps);
const vouchers = async (filter: object = {}) =>
  (await result<{ list: VoucherRow[] }>('voucher/queryVoucher', { pageSize: 200, ...filter })).list;
const balance = (input: object) => result<TrialBalance>('voucher/getTrialBalance', input);
const approveAll = async (token = checker) => {
  const ids = (await vouchers({ state: ['PENDING'] })).map(({ id }) => id);
  return result<{ done: number; failed: number }>('voucher/approveVouchers', { ids }, token);
};
const postAll = async (token = checker) => {
  const ids = (await vouchers({ state: ['APPROVED'] })).map(({ id }) => id);
  return result<{ done: number; failed: number; rows: { message: string }[] }>(
    'voucher/postVouchers',
    { ids },
    token,
  );
};
const leaves = ({ rows }: TrialBalance) =>
  Object.fromEntries(
    rows
      .filter(
        ({ isLeaf, closingBalance, debitAmount }) => isLeaf && (closingBalance !== 0 || debitAmount !== 0),
      )
      .map(({ code, closingBalance }) => [code, closingBalance]),
  );
const pendingOf = async (subjectType: string) => {
  const row = await api.deps.database.prisma.approval.findFirstOrThrow({
    where: { tenantId, subjectType, state: 'PENDING' },
  });
  return row.id;
};
const decide = async (subjectType: string, how: 'approve' | 'reject', token = checker) =>
  send(
    `approval/${how}`,
    { id: await pendingOf(subjectType), ...(how === 'reject' && { reason: '不对' }) },
    token,
  );
const violations = async () => {
  const found: string[] = [];
  for (const { name, violations: query } of voucherInvariants) {
    const { rows } = await api.deps.database.pool.query(query as string, [tenantId]);
    found.push(...rows.map(({ what }) => `${name}: ${what}`));
  }
  return found;
};

const manual = (given: object = {}) => ({
  date: today,
  word: '记',
  lines: [
    { summary: '计提', accountId: account('6602'), debitAmount: 1_200_000 },
    { summary: '计提', accountId: account('1001'), creditAmount: 1_200_000 },
  ],
  ...given,
});

/** What the worked examples come to. */
const closing = {
  '1002.01': 99_980_000,
  '1012.01': 1_800,
  '2202.01': 0,
  '2202.02': 1_800,
  '2203.01': 4_950_000,
  '2221.01': 42_860,
  '2241.01': 95_145_800,
  '2241.02': 77_000,
  '2241.03': 50_000,
  '2241.04': 0,
  '6001.01': 666_038,
  '6051.01': 48_302,
  '6601.01': 1_000_000,
};

describe('the worked examples', () => {
  let payment: string;

  test('live postings come to the page’s trial balance before any voucher is there', async () => {
    await post('RECEIPT', { source: 'statementLine', legs: [['BANK', 'UNCLAIMED', 100_000_000]] });
    await post('TOP_UP', {
      doc: true,
      source: 'topUp',
      legs: [
        ['UNCLAIMED', 'FUND', 100_000_000],
        ['FUND', 'SERVICE', 566_038],
        ['FUND', 'VAT', 33_962],
        ['BONUS', 'FUND', 1_000_000],
      ],
    });
    await post('LIMIT_ISSUE', {
      doc: true,
      source: 'limitAdjustment',
      legs: [
        ['FUND', 'LIMIT', 50_000],
        ['FUND', 'LIMIT', 30_000],
        ['FUND', 'LIMIT', 20_000],
      ],
    });
    payment = await post('CONSUME', {
      legs: [
        ['LIMIT', 'SETTLEMENT', 6_000],
        ['CHANNEL_ALIPAY', 'SETTLEMENT_P', 2_800],
      ],
    });
    await post('REFUND', {
      legs: [
        ['SETTLEMENT', 'LIMIT', 6_000],
        ['SETTLEMENT_P', 'CHANNEL_ALIPAY', 1_000],
      ],
    });
    await post('CONSUME', { legs: [['LIMIT', 'SETTLEMENT', 3_000]] });
    await post('REFUND', { legs: [['SETTLEMENT', 'LIMIT', 3_000]] });
    await post('LIMIT_BACK', { source: 'limitAdjustment', legs: [['LIMIT', 'FUND', 3_000]] });
    await post('ORDER_PAID', { doc: true, source: 'cardOrder', legs: [['FUND', 'ORDER', 5_051_200]] });
    await post('ORDER_EARNED', {
      doc: true,
      source: 'cardFlow',
      legs: [
        ['ORDER', 'CARD_INCOME', 48_302],
        ['ORDER', 'VAT', 2_898],
      ],
    });
    await post('CARD_LOAD', { source: 'cardFlow', legs: [['ORDER', 'CARD', 50_000]] });
    await post('CONSUME', { on: day('06'), legs: [['LIMIT', 'SETTLEMENT', 20_000]] });
    await post('FEE', {
      source: 'fundFlow',
      legs: [
        ['FUND', 'SERVICE', 100_000],
        ['FUND', 'VAT', 6_000],
      ],
    });
    await post('SETTLE', { doc: true, source: 'fundTransfer', legs: [['SETTLEMENT', 'BANK', 20_000]] });
    const live = await balance({ from: before, to: before, basis: 'LIVE' });
    expect(live.totals).toEqual({
      openingDebit: 0,
      openingCredit: 0,
      debitAmount: 207_023_200,
      creditAmount: 207_023_200,
      closingDebit: 100_981_800,
      closingCredit: 100_981_800,
    });
    expect(live.differenceAmount).toBe(0);
    expect(leaves(live)).toEqual(closing);
    // As of the day before the last payment; and of the company alone.
    expect(leaves(await balance({ asOf: day('05'), basis: 'LIVE' }))).toMatchObject({ '2241.02': 97_000 });
    const ofOther = await balance({
      from: before,
      to: before,
      basis: 'LIVE',
      companyId: crypto.randomUUID(),
    });
    expect(leaves(ofOther)).toEqual({});
    expect(ofOther.differenceAmount).toBeNull();
  });

  test('each slot becomes exactly one voucher, however often it is sealed', async () => {
    await Promise.all([seal(), seal()]);
    const made = await vouchers();
    expect(made.map(({ kind, state }) => `${kind} ${state}`)).toEqual(Array(12).fill('SYSTEM PENDING'));
    await seal();
    expect(await vouchers()).toHaveLength(12);
    const [first] = await vouchers({ keyword: '消费', dateTo: day('05') });
    const [, mm, dd] = day('05').split('-').map(Number);
    expect(first).toMatchObject({
      summary: `${mm}月${dd}日 消费 2 笔`,
      debitAmount: 11_800,
      maker: '系统',
      voucherNo: null,
    });
    const { lines, slot } = await result('voucher/getVoucher', { id: first?.id });
    expect(
      lines.map(({ account: { code, fullName }, debitAmount, creditAmount, company }) => [
        code,
        fullName,
        debitAmount,
        creditAmount,
        company?.name,
      ]),
    ).toEqual([
      ['1012.01', '其他货币资金—支付宝', 2_800, 0, undefined],
      ['2241.02', '其他应付款—员工额度', 9_000, 0, '公司'],
      ['2202.01', '应付账款—商户结算（企业）', 0, 9_000, '公司'],
      ['2202.02', '应付账款—商户结算（个人）', 0, 2_800, undefined],
    ]);
    expect(slot).toMatchObject({ bookDate: day('05'), kind: 'CONSUME', part: 1, postingCount: 3 });
    const [batch] = await vouchers({ keyword: '额度发放' });
    expect((await result('voucher/getVoucher', { id: batch?.id })).lines).toMatchObject([
      { account: { code: '2241.01' }, debitAmount: 100_000 },
      { account: { code: '2241.02' }, creditAmount: 100_000 },
    ]);
    for (const basis of ['VOUCHERS', 'LIVE']) {
      expect(leaves(await balance({ from: before, to: before, basis }))).toEqual(closing);
    }
    expect(leaves(await balance({ from: before, to: before }))).toEqual({});
    expect(await violations()).toEqual([]);
  });

  test('from a voucher down to the payment, and from the payment up to its voucher', async () => {
    const [voucher] = await vouchers({ keyword: '消费', dateTo: day('05') });
    const down = await result<{ list: object[] }>('voucher/queryPosting', { voucherId: voucher?.id });
    expect(down.list).toHaveLength(3);
    expect(down.list).toContainEqual(
      expect.objectContaining({
        source: { type: 'consumption', id: payment, no: null, link: expect.any(String) },
      }),
    );
    const up = await result<{ list: object[] }>('voucher/queryPosting', {
      source: { type: 'consumption', id: payment },
    });
    expect(up.list).toMatchObject([
      { leg: 2, debitAccount: { code: '1012.01' }, amount: 2_800, voucher: { id: voucher?.id } },
      {
        leg: 1,
        debitAccount: { code: '2241.02' },
        creditAccount: { code: '2202.01' },
        voucher: { id: voucher?.id },
      },
    ]);
  });

  test('postings page by cursor without leaving one out', async () => {
    const seen: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page: { list: object[]; cursor: string | null } = await result('voucher/queryPosting', {
        companyId,
        pageSize: 5,
        ...(cursor && { cursor }),
      });
      seen.push(...page.list.map((row) => JSON.stringify(row)));
      cursor = page.cursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(23);
    expect(await send('voucher/queryPosting', { companyId, cursor: 'no' })).toMatchObject({ code: 400 });
    expect(await send('voucher/queryPosting', {})).toMatchObject({ code: 200, result: { list: [] } });
  });

  test('numbers follow each other from 1, whoever approves at once, and posting counts', async () => {
    const pending = await vouchers({ state: ['PENDING'] });
    const half = pending.slice(0, 6).map(({ id }) => id);
    const rest = pending.slice(6).map(({ id }) => id);
    await Promise.all([
      result('voucher/approveVouchers', { ids: half }, checker),
      result('voucher/approveVouchers', { ids: rest }, both),
    ]);
    expect(
      (await vouchers()).map(({ number }) => number).toSorted((one, other) => Number(one) - Number(other)),
    ).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
    expect(await result('voucher/approveVouchers', { ids: half }, checker)).toMatchObject({
      done: 0,
      failed: 6,
      rows: Array(6).fill({ message: '已被处理' }),
    });
    // The service is their maker: one checker may approve and post.
    expect(await postAll()).toMatchObject({ done: 12, failed: 0 });
    const posted = await balance({ from: before, to: before, basis: 'POSTED' });
    expect(leaves(posted)).toEqual(closing);
    expect(posted.rows.filter(({ level }) => level === 1).find(({ code }) => code === '2241')).toMatchObject({
      closingBalance: 95_272_800,
      side: 'CREDIT',
    });
    expect(
      (await balance({ from: before, to: before, level: 1 })).rows.every(({ level }) => level === 1),
    ).toBe(true);
    expect(await violations()).toEqual([]);
  });

  test('the ledger of an account carries its balance from page to page', async () => {
    const entries: { balance: number; debitAmount: number; creditAmount: number }[] = [];
    let cursor: string | null | undefined;
    let last: { closingBalance: number; openingBalance: number } | undefined;
    do {
      const page: {
        list: typeof entries;
        cursor: string | null;
        openingBalance: number;
        closingBalance: number;
      } = await result('voucher/queryAccountLedger', {
        accountId: account('2241.02'),
        from: before,
        to: before,
        pageSize: 2,
        ...(cursor && { cursor }),
      });
      entries.push(...page.list);
      last = page;
      cursor = page.cursor;
    } while (cursor);
    expect(entries).toHaveLength(5);
    let running = 0;
    for (const { balance: shown, debitAmount, creditAmount } of entries) {
      running += creditAmount - debitAmount;
      expect(shown).toBe(running);
    }
    expect(last).toMatchObject({ openingBalance: 0, closingBalance: 77_000 });
    expect(running).toBe(77_000);
  });
});

describe('what somebody writes', () => {
  test('balances, has two lines, and leaves controlled, disabled and upper accounts alone', async () => {
    const line = (code: string, amounts: object) => ({ summary: '一', accountId: account(code), ...amounts });
    const refused = async (lines: object[], msg: string) =>
      expect(await send('voucher/addVoucher', manual({ lines }))).toMatchObject({ code: 406, msg });
    await refused(
      [line('6602', { debitAmount: 100 }), line('1001', { creditAmount: 99 })],
      '借贷不平，差额 0.01 元',
    );
    await refused(
      [line('2241.01', { debitAmount: 100 }), line('1001', { creditAmount: 100 })],
      '受控科目由业务自动入账，不能手工记账',
    );
    await refused(
      [line('6601', { debitAmount: 100 }), line('1001', { creditAmount: 100 })],
      '科目已停用或不是末级科目',
    );
    const good = line('6602', { debitAmount: 1 });
    for (const lines of [
      [good],
      Array(201).fill(good),
      [good, line('1001', { creditAmount: 1, debitAmount: 1 })],
      [good, line('1001', {})],
      ...[0, -1, 1.5, 2 ** 53].map((creditAmount) => [good, line('1001', { creditAmount })]),
    ]) {
      expect(await send('voucher/addVoucher', manual({ lines }))).toMatchObject({ code: 400 });
    }
    expect(await send('voucher/addVoucher', manual({ date: '2020-01-01' }))).toMatchObject({ code: 406 });
  });

  test('is edited and deleted as a draft, by the version that was seen', async () => {
    const draft = await result('voucher/addVoucher', manual());
    expect(draft).toMatchObject({ state: 'DRAFT', kind: 'MANUAL', maker: '制单', debitAmount: 1_200_000 });
    const edited = await result('voucher/editVoucher', {
      id: draft.id,
      version: draft.version,
      ...manual({ word: '转', attachmentCount: 2, lines: manual().lines.toReversed() }),
    });
    expect(edited).toMatchObject({ word: '转', attachmentCount: 2, version: 2 });
    expect(edited.lines[0]?.account.code).toBe('1001');
    expect(await send('voucher/deleteVoucher', { id: draft.id, version: 1 })).toMatchObject({ code: 406 });
    await result('voucher/deleteVoucher', { id: draft.id, version: 2 });
    expect(await send('voucher/getVoucher', { id: draft.id })).toMatchObject({ code: 406 });
  });

  test('is checked and posted by others than its makers, once', async () => {
    const draft = await result('voucher/addVoucher', manual(), both);
    await result('voucher/submitVoucher', { id: draft.id, version: draft.version }, both);
    expect(await send('voucher/editVoucher', { ...manual(), id: draft.id, version: 2 })).toMatchObject({
      code: 406,
    });
    expect((await decide('voucher', 'approve', both)).msg).toBe('经办人不能审批自己提交的事项');
    expect(await decide('voucher', 'reject')).toMatchObject({ code: 200 });
    const back = await result('voucher/getVoucher', { id: draft.id });
    expect(back).toMatchObject({ state: 'DRAFT', reason: '不对', voucherNo: null });
    await result('voucher/submitVoucher', { id: draft.id, version: back.version });
    expect(await decide('voucher', 'approve')).toMatchObject({ code: 200 });
    // Who wrote it and who handed it in again: neither posts it.
    for (const token of [both]) {
      const mine = await result<{ rows: { message: string }[] }>(
        'voucher/postVouchers',
        { ids: [draft.id] },
        token,
      );
      expect(mine.rows[0]?.message).toBe('制单人不能审核或过账');
    }
    const [one, other] = await Promise.all([postOne(draft.id), postOne(draft.id)]);
    expect([one, other].toSorted()).toEqual(['', '已被处理']);
    expect(await result('voucher/getVoucher', { id: draft.id })).toMatchObject({
      state: 'POSTED',
      voucherNo: '记-0001',
      poster: '复核',
    });
  });

  const postOne = async (id: string) =>
    (await result<{ rows: { message: string }[] }>('voucher/postVouchers', { ids: [id] }, checker)).rows[0]
      ?.message;
});

describe('what is posted', () => {
  test('is reversed once, in red; an automatic one is made anew by the present mapping', async () => {
    await post('CONSUME', { on: dayBefore(today, 1), legs: [['LIMIT', 'SETTLEMENT', 700]] });
    await seal();
    await approveAll();
    const [voucher] = await vouchers({ state: ['APPROVED'] });
    const early = { id: voucher?.id, version: voucher?.version, date: today, reason: '科目有误' };
    expect((await send('voucher/reverseVoucher', early)).msg).toBe('只有已过账的凭证可以冲销');
    await postAll();
    const posted = await result('voucher/getVoucher', { id: voucher?.id });
    const ask = { id: posted.id, version: posted.version, date: today, reason: '科目有误' };
    const red = await result('voucher/reverseVoucher', ask);
    expect(red).toMatchObject({
      kind: 'RED',
      state: 'PENDING',
      debitAmount: -700,
      summary: `冲销 ${posted.period} ${posted.voucherNo}`,
      reverses: { id: posted.id },
    });
    expect(
      red.lines.map(({ account: { code }, debitAmount, creditAmount }) => [code, debitAmount, creditAmount]),
    ).toEqual([
      ['2241.02', -700, 0],
      ['2202.01', 0, -700],
    ]);
    expect((await send('voucher/reverseVoucher', ask)).msg).toBe('该凭证已冲销');
    expect((await send('voucher/reverseVoucher', { ...ask, id: red.id, version: red.version })).msg).toBe(
      '冲销凭证不能再冲销',
    );
    await approveAll();
    await postAll();
    expect(await result('voucher/getVoucher', { id: posted.id })).toMatchObject({
      state: 'REVERSED',
      reversedBy: { id: red.id },
    });
    const [remade] = await vouchers({ state: ['PENDING'] });
    expect(remade).toMatchObject({ kind: 'SYSTEM', debitAmount: 700, date: today });
    expect(await violations()).toEqual([]);
  });

  test('a rejected automatic voucher is made anew and handed in again', async () => {
    expect(await decide('voucher', 'reject')).toMatchObject({ code: 200 });
    const [draft] = await vouchers({ state: ['DRAFT'] });
    expect((await send('voucher/submitVoucher', { id: draft?.id, version: draft?.version })).msg).toBe(
      '自动凭证请重新生成',
    );
    const again = await result('voucher/remakeVoucher', { id: draft?.id, version: draft?.version }, both);
    expect(again).toMatchObject({ state: 'PENDING', debitAmount: 700 });
    // Who had it remade has a hand in it.
    expect((await decide('voucher', 'approve', both)).msg).toBe('经办人不能审批自己提交的事项');
    await approveAll();
    expect((await postAll(both)).rows).toMatchObject([{ message: '制单人不能审核或过账' }]);
    await postAll();
    expect(await violations()).toEqual([]);
  });

  test('a rejected reversal is gone, and may be asked for again', async () => {
    const [posted] = await vouchers({ kind: ['MANUAL'], state: ['POSTED'] });
    const ask = { id: posted?.id, version: posted?.version, date: today, reason: '重复计提' };
    await result('voucher/reverseVoucher', ask);
    await decide('voucher', 'reject');
    await result('voucher/reverseVoucher', ask);
    await decide('voucher', 'reject');
    expect(await vouchers({ kind: ['RED'], state: ['DRAFT', 'PENDING'] })).toEqual([]);
  });
});

describe('what comes late', () => {
  test('goes into the next part of its day, with a voucher of its own', async () => {
    const late = { on: dayBefore(today, 2), legs: [['LIMIT', 'SETTLEMENT', 10]] satisfies Leg[] };
    await post('CONSUME', late);
    await seal();
    await post('CONSUME', late);
    await seal();
    const made = await vouchers({ state: ['PENDING'], dateFrom: late.on, dateTo: late.on });
    const parts = await Promise.all(made.map(({ id }) => result('voucher/getVoucher', { id })));
    expect(parts.map(({ slot }) => slot?.part).toSorted()).toEqual([1, 2]);
    expect(await violations()).toEqual([]);
  });

  test('a slot that somebody writes into is left alone, and one of today waits for its end', async () => {
    const on = dayBefore(today, 3);
    await api.deps.database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT * FROM open_slot(${tenantId}::uuid, ${on}::date, 'CONSUME', NULL, NULL)`;
      await seal();
    });
    await post('CONSUME', { on: today, legs: [['LIMIT', 'SETTLEMENT', 10]] });
    await seal();
    expect(await vouchers({ dateFrom: today, state: ['PENDING'] })).toEqual([]);
    // The empty one is gone.
    const open = await api.deps.database.prisma.ledgerSlot.findMany({ where: { tenantId, state: 'OPEN' } });
    expect(open.map(({ bookDate }) => bookDate.toISOString().slice(0, 10))).toEqual([today]);
  });
});

describe('the chart', () => {
  test('grows by leaves below what nothing is booked on', async () => {
    const add = (parent: string, code: string) =>
      send('voucher/addAccount', { parentId: account(parent), code, name: '明细' });
    expect(await add('6603', '6603.02')).toMatchObject({
      code: 200,
      result: { side: 'DEBIT', level: 2, isLeaf: true },
    });
    expect((await add('6603', '6603.02')).msg).toBe('科目编码已存在');
    expect((await add('6603', '6604.02')).msg).toContain('6603');
    expect((await add('2241.02', '2241.02.01')).msg).toBe('该科目已映射业务，不能增加下级科目');
    expect((await add('6602', '6602.01')).msg).toBe('科目已有发生额，不能修改');
  });

  test('changes, and maps a business to another account, with a second person’s word', async () => {
    const made = await result<AccountRow>('voucher/addAccount', {
      parentId: account('1002'),
      code: '1002.02',
      name: '一般户',
    });
    const edit = (given: object, id = made.id, version = made.version) =>
      send('voucher/editAccount', {
        id,
        version,
        code: '1002.02',
        name: '一般户',
        enabled: true,
        reason: '整理',
        ...given,
      });
    expect((await edit({})).msg).toBe('没有变化');
    const used = accounts.get('6602') as AccountRow;
    expect((await edit({ code: '6602.09', name: used.name }, used.id, used.version)).msg).toBe(
      '科目已有发生额，不能修改',
    );
    expect(await edit({ name: '专户' })).toMatchObject({
      code: 200,
      result: { name: '一般户', isChanging: true },
    });
    expect(await decide('chartChange', 'approve')).toMatchObject({ code: 200 });
    const chart = await result<AccountRow[]>('voucher/queryAccount');
    const changed = chart.find(({ code }) => code === '1002.02');
    expect(changed).toMatchObject({ name: '专户', isChanging: false });
    const map = { id: changed?.id, version: changed?.version, role: 'BANK', reason: '换户' };
    expect((await send('voucher/mapRole', { ...map, id: account('2241.02'), version: 1 })).msg).toBe(
      '该科目已映射其他业务',
    );
    expect(await send('voucher/mapRole', map)).toMatchObject({ code: 200 });
    await decide('chartChange', 'approve');
    const after = await result<AccountRow[]>('voucher/queryAccount');
    expect(after.filter(({ role }) => role === 'BANK').map(({ code }) => code)).toEqual(['1002.02']);
    // Back, so that live postings stand where they stood.
    const old = after.find(({ code }) => code === '1002.01');
    await result('voucher/mapRole', { ...map, id: old?.id, version: old?.version });
    await decide('chartChange', 'approve');
  });
});

describe('periods', () => {
  const period = async (name = before) =>
    (
      await result<{ period: string; state: string; hindrance: string | null }[]>('voucher/queryPeriod', {
        year: Number(name.slice(0, 4)),
      })
    ).find((row) => row.period === name);

  test('are closed in their order, when they are over, and nothing is left to post', async () => {
    expect((await send('voucher/closePeriod', { period: month })).msg).toBe('上期未结账');
    await post('CONSUME', { on: day('07'), legs: [['LIMIT', 'SETTLEMENT', 1]] });
    const checks = await result<{ checks: { check: string; ok: boolean; details: string[] }[] }>(
      'voucher/checkPeriod',
      { period: before },
    );
    const open = checks.checks.find(({ check }) => check === 'SLOTS_SEALED');
    expect(open?.details).toEqual([`${day('07')} 消费`]);
    expect(checks.checks.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual([
      'SLOTS_SEALED',
      'CONTROLLED_MIRROR',
    ]);
    await seal();
    expect((await send('voucher/closePeriod', { period: before })).msg).toBe('存在 1 张未过账凭证');
    await approveAll();
    await postAll();
  });

  test('a closing that meets an open slot gives up and says why', async () => {
    await result('voucher/closePeriod', { period: before });
    await post('CONSUME', { on: day('08'), legs: [['LIMIT', 'SETTLEMENT', 2]] });
    expect((await decide('periodClose', 'approve', maker)).code).toBe(406);
    await decide('periodClose', 'approve');
    await eventually(async () =>
      expect(await period()).toMatchObject({ state: 'OPEN', hindrance: expect.any(String) }),
    );
    expect((await period())?.hindrance).toContain('凭证已全部过账 ✗ 1');
    await approveAll();
    await postAll();
  });

  test('closed, the profit stands on 4103, snapshots hold it, and nothing is written into it', async () => {
    await result('voucher/closePeriod', { period: before });
    await decide('periodClose', 'approve');
    await eventually(async () => expect(await period()).toMatchObject({ state: 'CLOSED', hindrance: null }));
    const [close] = await vouchers({ kind: ['CLOSE'] });
    const { lines } = await result('voucher/getVoucher', { id: close?.id });
    expect(
      lines.map(({ account: { code }, debitAmount, creditAmount }) => [code, debitAmount, creditAmount]),
    ).toEqual([
      ['6001.01', 666_038, 0],
      ['6051.01', 48_302, 0],
      ['4103', 285_660, 0],
      ['6601.01', 0, 1_000_000],
    ]);
    expect(await violations()).toEqual([]);
    // The closing voucher is of the last day.
    expect(leaves(await balance({ from: before, to: before }))).toMatchObject({
      '6001.01': 0,
      '4103': -285_660,
    });
    const posted = await balance({ from: month, to: month });
    expect(posted.rows.find(({ code }) => code === '4103')).toMatchObject({ openingBalance: -285_660 });
    expect(posted.rows.find(({ code }) => code === '6001.01')).toMatchObject({ openingBalance: 0 });
    expect(posted.differenceAmount).toBe(0);
    // Dated into it, a payment is booked on the first open day.
    await post('CONSUME', { on: day('09'), legs: [['LIMIT', 'SETTLEMENT', 3]] });
    const late = await api.deps.database.prisma.ledgerPosting.findFirstOrThrow({
      where: { tenantId, amount: 3 },
    });
    expect(late.bookDate.toISOString().slice(0, 10)).toBe(`${month}-01`);
    expect((await send('voucher/addVoucher', manual({ date: day('20') }))).msg).toBe(`${before} 已结账`);
  });

  test('reopened by a second person, the closing is reversed in red; closed again it comes to the same', async () => {
    expect((await send('voucher/reopenPeriod', { period: month, reason: '补记' })).msg).toBe(
      '仅最近已结账期间可反结账',
    );
    await result('voucher/reopenPeriod', { period: before, reason: '补记' }, both);
    expect((await decide('periodReopen', 'approve', both)).msg).toBe('经办人不能审批自己提交的事项');
    await decide('periodReopen', 'approve');
    expect(await period()).toMatchObject({ state: 'OPEN' });
    expect(await vouchers({ kind: ['CLOSE'], state: ['POSTED'] })).toEqual([]);
    const open = leaves(await balance({ from: before, to: before }));
    expect(open).toMatchObject({ '6001.01': 666_038 });
    expect(open).not.toHaveProperty('4103');
    expect(await violations()).toEqual([]);
    await result('voucher/closePeriod', { period: before });
    await decide('periodClose', 'approve');
    await eventually(async () => expect(await period()).toMatchObject({ state: 'CLOSED' }));
    expect(await violations()).toEqual([]);
  });
});

describe('files and prints', () => {
  test('lines of vouchers and the trial balance go out as files', async () => {
    const lines = await api.call('voucher/exportVoucher', { format: 'csv', period: before }, maker);
    expect(lines.text.split('\r\n')[0]).toContain('凭证日期,会计期间,凭证字,凭证号');
    expect(lines.text).toContain('2241.02,其他应付款—员工额度');
    const balances = await api.call(
      'voucher/exportTrialBalance',
      { format: 'csv', from: before, to: before },
      maker,
    );
    expect(balances.text).toContain('2241.01,企业资金,贷,0,');
  });

  test('a voucher prints with its unit, and its accounts in two columns', async () => {
    const [voucher] = await vouchers({ keyword: '额度发放' });
    const printed = await result<{ unit: string; vouchers: { lines: object[] }[] }>('voucher/printVoucher', {
      ids: [voucher?.id],
    });
    expect(printed.unit).toBe('账套');
    expect(printed.vouchers[0]?.lines[0]).toMatchObject({
      generalAccount: '其他应付款',
      detailAccount: '企业资金',
    });
  });

  test('who sees less than the tenant sees no books, and the postings of their companies alone', async () => {
    const { token } = await operator(
      api,
      '分公司',
      { permissions: ['voucher.view'], dataScope: 'COMPANY_TREE', companyId },
      'books',
    );
    expect(await result<VoucherRow[]>('voucher/queryAccount', {}, token)).toEqual([]);
    expect((await result<{ list: VoucherRow[] }>('voucher/queryVoucher', {}, token)).list).toEqual([]);
    expect((await balanceFor(token)).rows).toEqual([]);
    const { id } = await api.deps.database.prisma.company.create({ data: { tenantId, name: '另一公司' } });
    const other = { permissions: ['voucher.view'], dataScope: 'COMPANY_TREE' as const, companyId: id };
    const stranger = (await operator(api, '另一分公司', other, 'books')).token;
    const counts = [token, stranger].map(
      async (who) =>
        (await result<{ list: object[] }>('voucher/queryPosting', { companyId }, who)).list.length,
    );
    expect(await Promise.all(counts)).toEqual([20, 0]);
    const [voucher] = await vouchers();
    expect((await send('voucher/getVoucher', { id: voucher?.id }, token)).msg).toBe('记录不存在');
    expect((await send('voucher/checkPeriod', { period: before }, token)).msg).toBe('记录不存在');
    const trend = await result<object[]>('voucher/queryBalanceTrend', { days: 7 });
    expect(trend.at(-1)).toMatchObject({ day: today, cardBalance: 50_000 });
    expect(trend).toHaveLength(7);
  });
  const balanceFor = (token: string) => result<TrialBalance>('voucher/getTrialBalance', {}, token);
});
