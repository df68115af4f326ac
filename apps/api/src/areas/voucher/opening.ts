import { controlledRoles } from '@xyxlx/contracts/ledger-roles';
import { paths } from '@xyxlx/contracts/paths';
import { voucherLineCount } from '@xyxlx/contracts/voucher';
import { Prisma } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import { type Queryable, rowOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { ImportDefinition, ImportRun } from '../../platform/imports/import-definition.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { readAmount } from '../../platform/table-files/read-amounts.ts';
import { firstDayOf } from './span.ts';
import { mustBeOpen } from './voucher-states.ts';

/** The books that begin with the file's balances, looked up when it came in. */
export interface OpeningImport {
  tenantId: string;
}

/** 摘要 of what the books begin with. */
const summary = '期初余额';

/** 期初余额: one draft of the first period, or none where a single row is wrong. */
export const openingImport: ImportDefinition<OpeningImport> = {
  kind: 'importOpening',
  title: { zh: '期初余额导入', en: 'Import of opening balances' },
  permission: 'voucher.settings',
  page: () => `${paths.voucher}?tab=chart`,
  maxRows: voucherLineCount.max,
  // One step: one voucher.
  batch: voucherLineCount.max,
  columns: [
    {
      key: 'code',
      label: { zh: '科目编码', en: 'Account code' },
      required: true,
      unique: true,
      maxLength: 13,
    },
    { key: 'debit', label: { zh: '借', en: 'Debit' }, read: readAmount },
    { key: 'credit', label: { zh: '贷', en: 'Credit' }, read: readAmount },
  ],

  check: async (tx, run) => {
    await refuseBadRows(tx, run);
    const { count, debit } = await goodRows(tx, run);
    return [
      { label: { zh: '将生成分录', en: 'Lines to be written' }, value: count, unit: 'count' },
      { label: { zh: '借方合计', en: 'Debits' }, value: debit, unit: 'fen' },
    ];
  },

  apply: async (tx, run) => {
    const { params, actor, deps } = run;
    const { tenantId } = params;
    const period = await firstPeriod(tx, tenantId);
    await mustBeOpen(tx, tenantId, [period]);
    await refuseSecond(tx, tenantId);
    await refuseBadRows(tx, run);
    const { count } = await goodRows(tx, run);
    if (count === 0) return undefined;
    const { id, word } = await writeOpening(tx, run, {
      date: firstDayOf(period),
      now: deps.clock.businessNow(),
    });
    const label = `${word} ${firstDayOf(period)}`;
    await logChange(
      tx,
      { ...actor, operation: operationOf('voucher', 'importOpening') },
      { tenantId, id, label, after: { period, lines: count, jobId: run.jobId } },
    );
    return { type: 'voucher', id, label };
  },
};

/** The month that the books begin with; throws 406 where there are none. */
async function firstPeriod(client: Queryable, tenantId: string): Promise<string> {
  const { period } = await rowOf<{ period: string | null }>(
    client,
    sql`SELECT min(p.period) AS period FROM ledger_periods p WHERE p.tenant_id = ${tenantId}::uuid`,
  );
  if (period) return period;
  throw new Refusal({ zh: '账套尚未启用', en: 'There are no books yet' });
}

/** Throws 406 where books can't begin with other balances any more: their first month is closed, or has its balances. */
export async function refuseOpening(tx: Transaction, tenantId: string): Promise<void> {
  await mustBeOpen(tx, tenantId, [await firstPeriod(tx, tenantId)]);
  await refuseSecond(tx, tenantId);
}

async function refuseSecond(tx: Transaction, tenantId: string): Promise<void> {
  const { there } = await rowOf<{ there: boolean }>(
    tx,
    sql`SELECT EXISTS (SELECT FROM vouchers v JOIN voucher_lines l ON l.tenant_id = v.tenant_id AND l.voucher_id = v.id AND l.line_no = 1
          WHERE v.tenant_id = ${tenantId}::uuid AND v.period = ${await firstPeriod(tx, tenantId)} AND v.kind = 'MANUAL' AND v.state <> 'REVERSED'
            AND l.summary = ${summary}) AS there`,
  );
  if (there) {
    throw new Refusal({
      zh: '已有期初凭证，请先删除或冲销',
      en: 'There is a voucher of opening balances already: delete or reverse it first',
    });
  }
}

async function refuseBadRows(tx: Transaction, run: ImportRun<OpeningImport>): Promise<void> {
  const { rows, cell, params } = run;
  const account = Prisma.sql`ledger_accounts a ON a.tenant_id = ${params.tenantId}::uuid AND a.code = ${cell('code')}`;
  const refuse = (key: string, zh: string, en: string, rowNumbers: Prisma.Sql) =>
    run.refuse(key, { zh, en }, rowNumbers);
  await refuse(
    'code',
    '没有这个科目',
    'There is no such account',
    Prisma.sql`SELECT r.row_no FROM import_rows r LEFT JOIN ${account} WHERE ${rows} AND a.id IS NULL`,
  );
  await refuse(
    'code',
    '科目已停用或不是末级科目',
    'The account is disabled, or has accounts below it',
    Prisma.sql`SELECT r.row_no FROM import_rows r JOIN ${account} WHERE ${rows} AND (NOT a.enabled OR EXISTS (
      SELECT FROM ledger_accounts b WHERE b.tenant_id = a.tenant_id AND b.parent_id = a.id))`,
  );
  await refuse(
    'code',
    '受控科目由业务自动入账，不能手工记账',
    'The account follows from the business and takes no voucher by hand',
    Prisma.sql`SELECT r.row_no FROM import_rows r JOIN ${account} WHERE ${rows} AND a.role = ANY(${[...controlledRoles]}::text[])`,
  );
  await refuse(
    'debit',
    '借、贷须且只能填一个',
    'Either a debit or a credit',
    Prisma.sql`SELECT r.row_no FROM import_rows r WHERE ${rows} AND (${cell('debit')} = '') = (${cell('credit')} = '')`,
  );
  await refuseWhole(tx, run);
}

/** Balances that are a part of the file's, or don't add up, would begin the books wrong. */
async function refuseWhole(tx: Transaction, run: ImportRun<OpeningImport>): Promise<void> {
  const good = Prisma.sql`SELECT r.row_no FROM import_rows r WHERE ${run.rows}`;
  const { bad } = await rowOf<{ bad: number }>(
    tx,
    sql`SELECT count(*)::int AS bad FROM import_rows r
        WHERE r.tenant_id = ${run.tenantId}::uuid AND r.job_id = ${run.jobId}::uuid AND r.problems IS NOT NULL`,
  );
  if (bad > 0) {
    const why = {
      zh: `另有 ${bad} 行有误，期初余额须整份导入`,
      en: `${bad} other rows are wrong, and opening balances come in whole`,
    };
    return run.refuse('code', why, good);
  }
  const { debit, credit } = await goodRows(tx, run);
  if (debit === credit) return;
  const yuan = yuanText(Math.abs(debit - credit));
  await run.refuse(
    debit > credit ? 'credit' : 'debit',
    { zh: `借贷不平，差额 ${yuan} 元`, en: `Debits and credits differ by ¥${yuan}` },
    good,
  );
}

/** How many rows there are to be written, and what they come to, in fen. */
function goodRows(
  tx: Transaction,
  { rows, cell }: ImportRun<OpeningImport>,
): Promise<{ count: number; debit: number; credit: number }> {
  return rowOf(
    tx,
    sql`SELECT count(*)::int AS count, coalesce(sum(nullif(${cell('debit')}, '')::bigint), 0)::float8 AS debit,
          coalesce(sum(nullif(${cell('credit')}, '')::bigint), 0)::float8 AS credit
        FROM import_rows r WHERE ${rows}`,
  );
}

async function writeOpening(
  tx: Transaction,
  { rows, cell, params, actor }: ImportRun<OpeningImport>,
  { date, now }: { date: string; now: Date },
): Promise<{ id: string; word: string }> {
  const { tenantId } = params;
  const { userId, userName } = actor.session;
  return rowOf<{ id: string; word: string }>(
    tx,
    sql`
    WITH lines AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY r.row_no) AS line_no, a.id AS account_id, a.code,
        coalesce(nullif(${cell('debit')}, '')::bigint, 0) AS debit, coalesce(nullif(${cell('credit')}, '')::bigint, 0) AS credit
      FROM import_rows r JOIN ledger_accounts a ON a.tenant_id = ${tenantId}::uuid AND a.code = ${cell('code')} WHERE ${rows}),
    heads AS (
      INSERT INTO vouchers (tenant_id, period, word, date, kind, maker_id, maker_name, created_at, created_by, updated_at, updated_by)
      SELECT ${tenantId}::uuid, period_of(${date}::date), CASE WHEN books.voucher_style = 'ONE' THEN '记' ELSE '转' END, ${date}::date, 'MANUAL',
        ${userId}::uuid, ${userName}, ${now}::timestamptz, ${userName}, ${now}::timestamptz, ${userName}
      FROM ledger_setting_at(${tenantId}::uuid, ${now}::timestamptz) books
      RETURNING id, word),
    written AS (
      INSERT INTO voucher_lines (tenant_id, voucher_id, date, line_no, summary, account_id, debit, credit)
      SELECT ${tenantId}::uuid, h.id, ${date}::date, l.line_no, ${summary}, l.account_id, l.debit, l.credit FROM heads h CROSS JOIN lines l)
    SELECT id, word FROM heads`,
  );
}
