import type { voucherLedger as contract, EntryRow } from '@xyxlx/contracts/voucher-ledger';
import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { empty, rowsOf, sql } from '../../platform/db/sql.ts';
import { byId } from '../../platform/records/scope.ts';
import { accountJson, visibleBooks, voucherNo } from './books.ts';
import { countedStates, movementsOf } from './movements.sql.ts';
import { readPlace, writePlace } from './place.ts';
import { daysOf } from './span.ts';

type Output = z.input<typeof contract.queryAccountLedger.output>;

/** Where a page ended: date, voucher, line, and the balance after it in fen. */
const place = z.tuple([z.iso.date(), z.uuid(), z.int(), z.int()]);

/** 明细账: the lines on an account, or on what is below it, by date; the running balance goes from page to page in the cursor. */
export async function accountLedger({
  input,
  session,
  deps,
  now,
}: Call<z.output<typeof contract.queryAccountLedger.input>, Session>): Promise<Output> {
  const { pool } = deps.database;
  const { basis, companyId, pageSize, cursor } = input;
  const [account] = await rowsOf<{ tenantId: string; code: string; row: Output['account'] }>(
    pool,
    sql`SELECT a.tenant_id AS "tenantId", a.code, (${accountJson('a')})::jsonb || jsonb_build_object('side', a.side) AS row FROM ledger_accounts a
        WHERE ${byId(session, 'a', input.accountId)} AND ${visibleBooks(session, 'a')}`,
  );
  if (!account) throw recordMissing();
  const { tenantId, code, row } = account;
  const { from, to } = daysOf(input, now);
  const leaves = await rowsOf<{ id: string }>(
    pool,
    sql`SELECT a.id FROM ledger_accounts a WHERE a.tenant_id = ${tenantId}::uuid AND (a.code = ${code} OR a.code LIKE ${`${code}.%`})`,
  );
  const ids = leaves.map(({ id }) => id);
  const movements = (await movementsOf(pool, { tenantId, from, to, basis, companyId })).filter(
    ({ accountId }) => ids.includes(accountId),
  );
  const sum = (of: 'opening' | 'debit' | 'credit') =>
    movements.reduce((total, movement) => total + movement[of], 0);
  const own = (net: number) => (row.side === 'DEBIT' || net === 0 ? net : -net);
  const opening = own(sum('opening'));
  const debitAmount = sum('debit');
  const creditAmount = sum('credit');
  const [date, voucherId, lineNo, before] = cursor ? readPlace(cursor, place) : [null, null, null, opening];
  const rows = await rowsOf<Omit<EntryRow, 'balance'>>(
    pool,
    sql`SELECT v.date::text AS date, v.id AS "voucherId", ${voucherNo('v')} AS "voucherNo", l.line_no AS "lineNo", l.summary,
          l.debit::float8 AS "debitAmount", l.credit::float8 AS "creditAmount"
        FROM voucher_lines l JOIN vouchers v ON v.tenant_id = l.tenant_id AND v.id = l.voucher_id
        WHERE l.tenant_id = ${tenantId}::uuid AND l.account_id = ANY(${ids}::uuid[]) AND v.date >= ${date ?? from}::date AND v.date <= ${to}::date
          AND ${countedStates(basis)} ${companyId ? sql`AND l.company_id = ${companyId}::uuid` : empty}
          ${date ? sql`AND (v.date, v.id, l.line_no) > (${date}::date, ${voucherId}::uuid, ${lineNo}::int)` : empty}
        ORDER BY v.date, v.id, l.line_no LIMIT ${pageSize + 1}::int`,
  );
  let balance = before;
  const list = rows.slice(0, pageSize).map((entry) => {
    balance += own(entry.debitAmount - entry.creditAmount);
    return { ...entry, balance };
  });
  const last = list.at(-1);
  return {
    account: row,
    fromDay: from,
    toDay: to,
    openingBalance: opening,
    debitAmount,
    creditAmount,
    closingBalance: opening + own(debitAmount - creditAmount),
    list,
    cursor:
      rows.length > pageSize && last
        ? writePlace([last.date, last.voucherId, last.lineNo, last.balance])
        : null,
  };
}
