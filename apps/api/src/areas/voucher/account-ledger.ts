import type { voucherLedger as contract, EntryRow } from '@xyxlx/contracts/voucher-ledger';
import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { empty, type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { readPlace, writePlace } from '../../platform/lists/place.ts';
import { byId } from '../../platform/records/scope.ts';
import { accountJson, visibleBooks, voucherNo } from './books.ts';
import { countedStates, movementsOf, postedDays, type Span } from './movements.sql.ts';
import { daysOf } from './span.ts';

type Output = z.input<typeof contract.queryAccountLedger.output>;

type Input = z.output<typeof contract.queryAccountLedger.input>;
type LeafSpan = Span & { accountIds: readonly string[] };
type Entry = Omit<EntryRow, 'balance'>;

/** Where a page ended: date, voucher, line, the balance after it, and the figures of the span, in fen. */
const place = z.tuple([z.iso.date(), z.uuid(), z.int(), z.int(), z.int(), z.int(), z.int()]);
/** Sorts before every voucher; stands for one where a row has none. */
const noVoucher = '00000000-0000-0000-0000-000000000000';

/** The rows that a page begins behind. */
interface After {
  date: string;
  voucherId: string;
  lineNo: number;
}

/** 明细账: what stands on an account, or on what is below it, by date; running balance and figures go from page to page in the cursor. */
export async function accountLedger({ input, session, deps, now }: Call<Input, Session>): Promise<Output> {
  const { pool } = deps.database;
  const { basis, companyId, pageSize, cursor } = input;
  const [account] = await rowsOf<{ tenantId: string; code: string; row: Output['account'] }>(
    pool,
    sql`SELECT a.tenant_id AS "tenantId", a.code, (${accountJson('a')})::jsonb || jsonb_build_object('side', a.side) AS row FROM ledger_accounts a
        WHERE ${byId(session, 'a', input.accountId)} AND ${visibleBooks(session, 'a')}`,
  );
  if (!account) throw recordMissing();
  const { tenantId, code, row } = account;
  const leaves = await rowsOf<{ id: string }>(
    pool,
    sql`SELECT a.id FROM ledger_accounts a WHERE a.tenant_id = ${tenantId}::uuid AND (a.code = ${code} OR a.code LIKE ${`${code}.%`})`,
  );
  const span = { tenantId, ...daysOf(input, now), basis, companyId, accountIds: leaves.map(({ id }) => id) };
  const own = (net: number) => (row.side === 'DEBIT' || net === 0 ? net : -net);
  const read = cursor ? readPlace(cursor, place) : null;
  const [opening, debitAmount, creditAmount] = read
    ? ([read[4], read[5], read[6]] as const)
    : await figuresOf(pool, span, own);
  const after = read && { date: read[0], voucherId: read[1], lineNo: read[2] };
  const rows = await rowsOf<Entry>(
    pool,
    basis === 'LIVE' ? daysPage(span, after, pageSize) : linesPage(span, after, pageSize),
  );
  let balance = read ? read[3] : opening;
  const list = rows.slice(0, pageSize).map((entry) => {
    balance += own(entry.debitAmount - entry.creditAmount);
    return { ...entry, balance };
  });
  const last = list.at(-1);
  return {
    account: row,
    fromDay: span.from,
    toDay: span.to,
    openingBalance: opening,
    debitAmount,
    creditAmount,
    closingBalance: opening + own(debitAmount - creditAmount),
    list,
    cursor:
      rows.length > pageSize && last
        ? writePlace([
            last.date,
            last.voucherId ?? noVoucher,
            last.lineNo,
            last.balance,
            opening,
            debitAmount,
            creditAmount,
          ])
        : null,
  };
}

/** What the account came to before the span, by its side, and what it was debited and credited in it. */
async function figuresOf(
  client: Queryable,
  span: Span,
  own: (net: number) => number,
): Promise<[number, number, number]> {
  const movements = await movementsOf(client, span);
  const sum = (of: 'opening' | 'debit' | 'credit') =>
    movements.reduce((total, movement) => total + movement[of], 0);
  return [own(sum('opening')), sum('debit'), sum('credit')];
}

/** Each leaf's next lines in the order of its index, and of all of them the first. */
function linesPage(
  { tenantId, from, to, basis, companyId, accountIds }: LeafSpan,
  after: After | null,
  pageSize: number,
): Sql {
  const limit = sql`${pageSize + 1}::int`;
  return sql`
    SELECT n.date::text AS date, n.id AS "voucherId", n.no AS "voucherNo", n.line_no AS "lineNo", n.summary,
      n.debit::float8 AS "debitAmount", n.credit::float8 AS "creditAmount"
    FROM unnest(${[...accountIds]}::uuid[]) leaf(id) CROSS JOIN LATERAL (
      SELECT l.date, v.id, ${voucherNo('v')} AS no, l.line_no, l.summary, l.debit, l.credit
      FROM voucher_lines l JOIN vouchers v ON v.tenant_id = l.tenant_id AND v.id = l.voucher_id
      WHERE l.tenant_id = ${tenantId}::uuid AND l.account_id = leaf.id AND l.date >= ${after?.date ?? from}::date AND l.date <= ${to}::date
        AND ${countedStates(basis)} ${companyId ? sql`AND l.company_id = ${companyId}::uuid` : empty}
        ${after ? sql`AND (l.date, l.voucher_id, l.line_no) > (${after.date}::date, ${after.voucherId}::uuid, ${after.lineNo}::int)` : empty}
      ORDER BY l.date, l.voucher_id, l.line_no LIMIT ${limit}) n
    ORDER BY n.date, n.id, n.line_no LIMIT ${limit}`;
}

/** A row a day: postings are as many as payments, and have their own list. */
function daysPage(span: LeafSpan, after: After | null, pageSize: number): Sql {
  return sql`
    SELECT d.day::text AS date, NULL AS "voucherId", NULL AS "voucherNo", 0 AS "lineNo",
      extract(month FROM d.day) || '月' || extract(day FROM d.day) || '日 分录流水' AS summary,
      d.debit::float8 AS "debitAmount", d.credit::float8 AS "creditAmount"
    FROM (${postedDays(span)}) d WHERE ${after ? sql`d.day > ${after.date}::date` : sql`TRUE`}
    ORDER BY d.day LIMIT ${pageSize + 1}::int`;
}
