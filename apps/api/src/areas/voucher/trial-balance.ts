import type { BalanceRow, voucherLedger as contract, TrialBalance } from '@xyxlx/contracts/voucher-ledger';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { booksOf } from './books.ts';
import { type Movement, movementsOf } from './movements.sql.ts';
import { daysOf } from './span.ts';

type Input = z.output<typeof contract.getTrialBalance.input>;
type Account = Pick<BalanceRow, 'code' | 'name' | 'level' | 'side' | 'isLeaf'> & { id: string };

/** 科目余额表: every account down to a level, what is below it in it; balances have the sign of the account's side. */
export async function trialBalance({
  input,
  session,
  deps,
  now,
}: Call<Input, Session>): Promise<TrialBalance> {
  const { basis, level, companyId } = input;
  const { pool } = deps.database;
  const tenantId = booksOf(session, input.tenantId);
  const { from, to } = daysOf(input, now);
  const [accounts, movements] = tenantId
    ? await Promise.all([
        chartOf(pool, tenantId),
        movementsOf(pool, { tenantId, from, to, basis, companyId }),
      ])
    : [[], []];
  const codes = new Map(accounts.map(({ id, code }) => [id, code]));
  const sums = new Map<string, Omit<Movement, 'accountId'>>();
  for (const { accountId, ...movement } of movements) {
    for (let code = codes.get(accountId) ?? ''; code; code = code.slice(0, -3)) {
      const sum = sums.get(code) ?? { opening: 0, debit: 0, credit: 0 };
      sums.set(code, {
        opening: sum.opening + movement.opening,
        debit: sum.debit + movement.debit,
        credit: sum.credit + movement.credit,
      });
    }
  }
  const rows = accounts
    .filter((account) => account.level <= level)
    .map((account) => rowOf(account, sums.get(account.code)));
  const totals = totalsOf(accounts, sums);
  return {
    fromDay: from,
    toDay: to,
    basis,
    rows,
    totals,
    differenceAmount: companyId ? null : totals.closingDebit - totals.closingCredit,
  };
}

async function chartOf(client: Queryable, tenantId: string): Promise<Account[]> {
  return rowsOf<Account>(
    client,
    sql`SELECT a.id, a.code, a.name, (length(a.code) - 1) / 3 AS level, a.side,
          NOT EXISTS (SELECT FROM ledger_accounts b WHERE b.tenant_id = a.tenant_id AND b.parent_id = a.id) AS "isLeaf"
        FROM ledger_accounts a WHERE a.tenant_id = ${tenantId}::uuid ORDER BY a.code`,
  );
}

function rowOf(
  { id, ...account }: Account,
  { opening, debit, credit } = { opening: 0, debit: 0, credit: 0 },
): BalanceRow {
  // Never −0, which JSON writes as 0 and nobody else does.
  const own = (net: number) => (account.side === 'DEBIT' || net === 0 ? net : -net);
  return {
    accountId: id,
    ...account,
    openingBalance: own(opening),
    debitAmount: debit,
    creditAmount: credit,
    closingBalance: own(opening + debit - credit),
  };
}

/** Of the leaves: what stands on either side, before and after. */
function totalsOf(
  accounts: readonly Account[],
  sums: ReadonlyMap<string, Omit<Movement, 'accountId'>>,
): TrialBalance['totals'] {
  const totals = {
    openingDebit: 0,
    openingCredit: 0,
    debitAmount: 0,
    creditAmount: 0,
    closingDebit: 0,
    closingCredit: 0,
  };
  for (const { code, isLeaf } of accounts) {
    const sum = isLeaf && sums.get(code);
    if (!sum) continue;
    const closing = sum.opening + sum.debit - sum.credit;
    totals.openingDebit += Math.max(sum.opening, 0);
    totals.openingCredit += Math.max(-sum.opening, 0);
    totals.debitAmount += sum.debit;
    totals.creditAmount += sum.credit;
    totals.closingDebit += Math.max(closing, 0);
    totals.closingCredit += Math.max(-closing, 0);
  }
  return totals;
}
