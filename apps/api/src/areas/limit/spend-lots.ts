import { type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { LockedAccount } from './account.sql.ts';

/** What a limit may pay at a moment, in fen. */
export interface Spendable {
  /** Under any 制度, and under none. */
  spendable: number;
  /** What more there is under one 制度 alone, by its id. */
  spendableUnder: Readonly<Record<string, number>>;
}

/** A limit of which lots may be a part. */
type Account = Pick<LockedAccount, 'tenantId' | 'id' | 'availableLimit' | 'lotAvailable'>;

/** SQL for the lots of an account that can be spent at a moment; one that is over can't, whether it was recovered yet or not. */
function spendableLots({ tenantId, id }: Pick<Account, 'tenantId' | 'id'>, now: Date): Sql {
  return sql`o.tenant_id = ${tenantId}::uuid AND o.account_id = ${id}::uuid AND o.ended_at IS NULL AND o.available > 0
    AND (o.expires_at IS NULL OR o.expires_at > ${now}::timestamptz)`;
}

/** What an account may pay; of a locked one that stays so. */
export async function spendableOf(client: Queryable, account: Account, now: Date): Promise<Spendable> {
  const general = account.availableLimit - account.lotAvailable;
  if (account.lotAvailable === 0) return { spendable: general, spendableUnder: {} };
  const lots = await rowsOf<{ institutionId: string | null; available: number }>(
    client,
    sql`SELECT o.institution_id AS "institutionId", sum(o.available)::float8 AS available FROM limit_lots o
        WHERE ${spendableLots(account, now)} GROUP BY 1`,
  );
  const free = lots.find(({ institutionId }) => institutionId === null)?.available ?? 0;
  return {
    spendable: general + free,
    spendableUnder: Object.fromEntries(
      lots.flatMap(({ institutionId, available }) =>
        institutionId === null ? [] : [[institutionId, available]],
      ),
    ),
  };
}

/** What a payment takes of a limit, in fen. */
interface Spent {
  consumptionId: string;
  amount: number;
  /** The 制度 that judged it. */
  institutionId: string | null;
  now: Date;
}

/**
 * Takes a payment's share from a locked account: from lots of its 制度 and those without one, the soonest end first, then the oldest;
 * from general money what they don't cover.
 */
export async function spendLimit(
  tx: Transaction,
  account: Account,
  { consumptionId, amount, institutionId, now }: Spent,
): Promise<void> {
  const { tenantId, id } = account;
  if (account.lotAvailable === 0) {
    await tx.limitAccount.update({
      where: { tenantId_id: { tenantId, id } },
      data: { available: { decrement: amount }, used: { increment: amount }, updatedAt: now },
    });
    return;
  }
  await tx.$executeRaw`
    WITH open AS (
      SELECT o.id, o.available, sum(o.available) OVER in_turn - o.available AS before, row_number() OVER in_turn AS seq
      FROM limit_lots o
      WHERE ${spendableLots(account, now)} AND (o.institution_id IS NULL OR o.institution_id = ${institutionId}::uuid)
      WINDOW in_turn AS (ORDER BY o.expires_at NULLS LAST, o.id)),
    taken AS MATERIALIZED (
      SELECT id, seq, least(available, ${amount}::bigint - before)::bigint AS amount FROM open WHERE before < ${amount}::bigint),
    moved AS (
      UPDATE limit_lots l SET available = l.available - t.amount, used = l.used + t.amount
      FROM taken t WHERE l.tenant_id = ${tenantId}::uuid AND l.id = t.id),
    written AS (
      INSERT INTO lot_spends (tenant_id, consumption_id, lot_id, seq, amount)
      SELECT ${tenantId}::uuid, ${consumptionId}::uuid, id, seq, amount FROM taken)
    UPDATE limit_accounts SET available = available - ${amount}::bigint, used = used + ${amount}::bigint,
      lot_available = lot_available - (SELECT coalesce(sum(amount), 0)::bigint FROM taken), updated_at = ${now}::timestamptz
    WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
}
