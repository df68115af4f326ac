import { defaultChart } from '@xyxlx/contracts/ledger-roles';
import type { Prisma } from './client/client.ts';

/** Whose books, and the instants whose months in Asia/Shanghai are their first and their last period yet. */
interface Books {
  tenantId: string;
  from: Date;
  to: Date;
  /** The id of the account with a code; without it the database makes them. */
  idOf?: (code: string) => string;
}

/** Gives a tenant that has none its chart of accounts and the periods of its books. */
export async function openBooks(
  tx: Prisma.TransactionClient,
  { tenantId, from, to, idOf }: Books,
): Promise<void> {
  const chart = JSON.stringify(defaultChart.map((row) => ({ ...row, id: idOf?.(row.code) })));
  await tx.$executeRaw`
    WITH chart AS MATERIALIZED (
      SELECT c.code, c.name, c.side, c.role, coalesce(c.id, uuidv7()) AS id
      FROM jsonb_to_recordset(${chart}::jsonb) AS c(id uuid, code text, name text, side text, role text))
    INSERT INTO ledger_accounts (tenant_id, id, code, name, parent_id, side, role, created_at, updated_at)
    SELECT ${tenantId}::uuid, c.id, c.code, c.name, p.id, c.side, c.role, ${from}::timestamptz, ${from}::timestamptz
    FROM chart c LEFT JOIN chart p ON p.code = left(c.code, -3) ORDER BY c.code`;
  await tx.$executeRaw`
    INSERT INTO ledger_periods (tenant_id, period)
    SELECT ${tenantId}::uuid, period_of(m::date)
    FROM generate_series(date_trunc('month', ${from}::timestamptz AT TIME ZONE 'Asia/Shanghai'),
      date_trunc('month', ${to}::timestamptz AT TIME ZONE 'Asia/Shanghai'), interval '1 month') m ORDER BY m`;
}
