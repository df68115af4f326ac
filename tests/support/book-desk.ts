import type { AccountRow } from '@xyxlx/contracts/voucher-account';
import type { TrialBalance } from '@xyxlx/contracts/voucher-ledger';
import type { VoucherDetail, VoucherRow } from '@xyxlx/contracts/voucher-record';
import { connect } from '@xyxlx/database/connect';
import { openBooks } from '@xyxlx/database/open-books';
import { expect } from 'vitest';
import { voucherInvariants } from '../../apps/api/src/areas/voucher/invariants.ts';
import { sealLedger } from '../../apps/api/src/areas/voucher/seal-ledger.ts';
import { boundsOfMonth, shanghaiDay, shanghaiMonth } from '../../apps/api/src/platform/time/shanghai.ts';
import { operator } from './operator.ts';
import type { TestApi } from './test-api.ts';

export type Leg = [debit: string, credit: string, amount: number];

interface Event {
  on?: string;
  doc?: boolean;
  source?: string;
  at?: Date;
  legs: Leg[];
}

interface Bulk {
  done: number;
  failed: number;
  rows: { message: string }[];
}

export type BookDesk = Awaited<ReturnType<typeof openBookDesk>>;

/**
 * A tenant with empty books that begin with last month, and those who keep them: `maker` writes and closes, `checker` approves and posts, `both`
 * may do all of it.
 */
export async function openBookDesk(api: TestApi) {
  const { prisma, pool } = api.deps.database;
  const now = api.clock.businessNow();
  const month = shanghaiMonth(now);
  const before = shanghaiMonth(new Date(boundsOfMonth(month).from.getTime() - 1000));
  const { id: tenantId } = await prisma.tenant.create({ data: { code: 'books', name: '账套' } });
  const { id: companyId } = await prisma.company.create({ data: { tenantId, name: '公司' } });
  await prisma.$transaction((tx) => openBooks(tx, { tenantId, from: boundsOfMonth(before).from, to: now }));
  await giveBusiness(api, { tenantId, companyId });
  const views = ['voucher.view', 'voucher.export'];
  const edits = [...views, 'voucher.edit', 'voucher.settings', 'voucher.close'];
  const checks = [...views, 'voucher.approve', 'voucher.post'];
  const [maker, checker, both] = [
    (await operator(api, '制单', { permissions: edits }, 'books')).token,
    (await operator(api, '复核', { permissions: checks }, 'books')).token,
    (await operator(api, '主管', { permissions: [...edits, ...checks] }, 'books')).token,
  ];

  const day = (number: string, of = before) => `${of}-${number}`;
  const send = async (path: string, input: object = {}, token = maker) =>
    (await api.call(path, input, token, { 'Idempotency-Key': crypto.randomUUID() })).body;
  const result = async <T = VoucherDetail>(path: string, input: object = {}, token = maker): Promise<T> => {
    const body = await send(path, input, token);
    expect(body).toMatchObject({ code: 200, msg: '' });
    return body.result;
  };
  const chart = await result<AccountRow[]>('voucher/queryAccount');
  const accounts = new Map(chart.map((account) => [account.code, account]));
  const account = (code: string) => accounts.get(code)?.id as string;
  const vouchers = async (filter: object = {}) =>
    (await result<{ list: VoucherRow[] }>('voucher/queryVoucher', { pageSize: 200, ...filter })).list;
  const idsOf = async (state: string) => (await vouchers({ state: [state] })).map(({ id }) => id);

  const all = async (path: string, ids: string[], token: string): Promise<Bulk> =>
    ids.length > 0 ? result<Bulk>(path, { ids }, token) : { done: 0, failed: 0, rows: [] };

  return {
    ...{ api, tenantId, companyId, maker, checker, both, month, before, accounts },
    today: shanghaiDay(now),
    ...{ day, send, result, account, vouchers },

    /** Posts an event as the business does: a slot, its legs in it, and what they mirror; the id of its source. */
    post: async (
      kind: string,
      { on = day('05'), doc = false, source = 'consumption', at = now, legs }: Event,
    ): Promise<string> => {
      const sourceId = crypto.randomUUID();
      const moved = (role: string) =>
        legs.reduce(
          (sum, [debit, credit, amount]) =>
            sum + (credit === role ? amount : 0) - (debit === role ? amount : 0),
          0,
        );
      const rows = legs.map(([debit, credit, amount], n) => ({ leg: n + 1, debit, credit, amount }));
      await prisma.$executeRaw`
        WITH slot AS MATERIALIZED (
          SELECT * FROM open_slot(${tenantId}::uuid, ${on}::date, ${kind}, ${doc ? source : null}, ${doc ? sourceId : null}::uuid)),
        funds AS (
          UPDATE fund_accounts f SET balance = f.balance + m.amount
          FROM (VALUES ('ENTERPRISE', ${moved('FUND')}::bigint), ('SETTLEMENT', ${moved('SETTLEMENT')}::bigint)) m(kind, amount)
          WHERE f.tenant_id = ${tenantId}::uuid AND f.kind = m.kind AND m.amount <> 0),
        limits AS (
          UPDATE limit_accounts SET available = available + ${moved('LIMIT')}::bigint
          WHERE tenant_id = ${tenantId}::uuid AND ${moved('LIMIT')}::bigint <> 0),
        cards AS (
          UPDATE cards SET balance = balance + ${moved('CARD')}::bigint
          WHERE tenant_id = ${tenantId}::uuid AND ${moved('CARD')}::bigint <> 0),
        orders AS (
          UPDATE card_orders SET paid = paid + ${moved('ORDER')}::bigint
          WHERE tenant_id = ${tenantId}::uuid AND ${moved('ORDER')}::bigint <> 0),
        unclaimed AS (
          INSERT INTO statement_lines (tenant_id, account_id, bank_no, direction, amount, balance_after, at, state)
          SELECT tenant_id, id, ${sourceId}, 'IN', ${moved('UNCLAIMED')}::bigint, 0, ${at}::timestamptz, 'UNCLAIMED' FROM platform_accounts
          WHERE tenant_id = ${tenantId}::uuid AND ${moved('UNCLAIMED')}::bigint <> 0)
        INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id, occurred_at)
        SELECT ${tenantId}::uuid, ${sourceId}::uuid, ${source}, l.leg, slot.slot_id, slot.book_date, ${kind}, l.debit, l.credit, l.amount, ${companyId}::uuid,
          ${at}::timestamptz
        FROM slot, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS l(leg smallint, debit text, credit text, amount bigint)`;
      return sourceId;
    },
    seal: () => sealLedger(api.deps),
    balance: (input: object) => result<TrialBalance>('voucher/getTrialBalance', input),
    approveAll: async (token = checker) => all('voucher/approveVouchers', await idsOf('PENDING'), token),
    postAll: async (token = checker) => all('voucher/postVouchers', await idsOf('APPROVED'), token),
    /** Decides on what of a kind waits. */
    decide: async (subjectType: string, how: 'approve' | 'reject', token = checker) => {
      const { id } = await prisma.approval.findFirstOrThrow({
        where: { tenantId, subjectType, state: 'PENDING' },
      });
      return send(`approval/${how}`, { id, ...(how === 'reject' && { reason: '不对' }) }, token);
    },
    /** What the invariants of vouchers find in these books. */
    violations: async () => {
      const found: string[] = [];
      for (const { name, violations: query } of voucherInvariants) {
        const { rows } = await pool.query(query as string, [tenantId]);
        found.push(...rows.map(({ what }) => `${name}: ${what}`));
      }
      return found;
    },
    /** A voucher of 12,000 yuan as somebody writes it. */
    manual: (given: object = {}) => ({
      date: shanghaiDay(now),
      word: '记',
      lines: [
        { summary: '计提', accountId: account('6602'), debitAmount: 1_200_000 },
        { summary: '计提', accountId: account('1001'), creditAmount: 1_200_000 },
      ],
      ...given,
    }),
  };
}

/** What made-up postings mirror: funds, a limit, a card, an order of cards, and a bank account of the company; they may go below zero, as made-up postings do. */
async function giveBusiness(
  { databaseUrl }: TestApi,
  { tenantId, companyId }: { tenantId: string; companyId: string },
): Promise<void> {
  const owner = await connect(databaseUrl);
  await owner.query(`ALTER TABLE fund_accounts DROP CONSTRAINT fund_accounts_not_negative;
    ALTER TABLE limit_accounts DROP CONSTRAINT limit_accounts_not_negative, DROP CONSTRAINT limit_accounts_adds_up, DROP CONSTRAINT limit_accounts_lots;
    ALTER TABLE statement_lines DROP CONSTRAINT statement_lines_amount;
    ALTER TABLE cards DROP CONSTRAINT cards_money, DROP CONSTRAINT cards_empty, DISABLE TRIGGER USER;
    ALTER TABLE card_orders DROP CONSTRAINT card_orders_paid, DISABLE TRIGGER USER;
    SET session_replication_role = 'replica'`);
  for (const rows of [
    `fund_accounts (tenant_id, company_id, kind) VALUES ($1, $2, 'ENTERPRISE'), ($1, $2, 'SETTLEMENT')`,
    'limit_accounts (tenant_id, company_id, merchant_id, employee_id) VALUES ($1, $2, uuidv7(), uuidv7())',
    `cards (tenant_id, card_no, pan_cipher, pan_index, first_six, last_four, product_id, form, naming, face_amount, merchant_id, company_id, cap)
     VALUES ($1, 'C1', '', repeat('0', 64), '999900', '0000', uuidv7(), 'VIRTUAL', 'ANONYMOUS', 0, uuidv7(), $2, 0)`,
    `card_orders (tenant_id, order_no, merchant_id, company_id, quantity, amount, parcel_fee, fee, payable, pay_method, created_at, updated_at)
     VALUES ($1, 'KD1', uuidv7(), $2, 1, 1, 0, 0, 1, 'FUND', now(), now())`,
    `platform_accounts (tenant_id, company_id, platform_id, kind, name, bank, account_no, state)
     VALUES ($1, $2, uuidv7(), 'BANK', '基本户', '银行', '6222000000000001', 'ACTIVE')`,
  ])
    await owner.query(`INSERT INTO ${rows}`, [tenantId, companyId]);
  await owner.end();
}

/** What the leaves that moved close with, by code. */
export function leavesOf({ rows }: TrialBalance): Record<string, number> {
  const moved = rows.filter(
    ({ isLeaf, closingBalance, debitAmount }) => isLeaf && (closingBalance !== 0 || debitAmount !== 0),
  );
  return Object.fromEntries(moved.map(({ code, closingBalance }) => [code, closingBalance]));
}

/** Posts the worked examples of the ledger's page into last month, on its 5th and 6th; the id of the first payment. */
export async function postWorkedExamples({ post, day }: BookDesk): Promise<string> {
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
  const payment = await post('CONSUME', {
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
  return payment;
}

/** What the worked examples come to. */
export const workedClosing = {
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
