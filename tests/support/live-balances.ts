import type { AccountSide } from '@xyxlx/contracts/ledger-roles';
import { type Movement, movementsOf, type Span } from '../../apps/api/src/areas/voucher/movements.sql.ts';
import { type Queryable, rowsOf, sql } from '../../apps/api/src/platform/db/sql.ts';

const nothing = { opening: 0, debit: 0, credit: 0 };

/** What each leaf of the chart came to by its postings, by code; opening and closing balance on the account's side, in fen. */
export async function liveBalances(client: Queryable, span: Omit<Span, 'basis'>) {
  const movements = await movementsOf(client, { ...span, basis: 'LIVE' });
  const accounts = await rowsOf<{ id: string; code: string; side: AccountSide }>(
    client,
    sql`SELECT a.id, a.code, a.side FROM ledger_accounts a WHERE a.tenant_id = ${span.tenantId}::uuid
        AND NOT EXISTS (SELECT FROM ledger_accounts b WHERE b.tenant_id = a.tenant_id AND b.parent_id = a.id) ORDER BY a.code`,
  );
  return accounts.map(({ id, code, side }) => {
    const { opening, debit, credit }: Omit<Movement, 'accountId'> =
      movements.find(({ accountId }) => accountId === id) ?? nothing;
    const own = (net: number) => (side === 'DEBIT' || net === 0 ? net : -net);
    return { code, opening: own(opening), debit, credit, closing: own(opening + debit - credit) };
  });
}
