import type { Prisma } from '@xyxlx/database/client/client';
import type pg from 'pg';

/** Whose key it is. */
interface KeyOwner {
  tenantId: string;
  userId: string;
}

/** Whose key it is, and for what. */
export interface KeyScope extends KeyOwner {
  /** `area/action` of the contract. */
  endpoint: string;
  key: string;
}

/** What was answered under a key; `answer` is null only when the process ended between the effect and its answer. */
export interface StoredAnswer {
  requestHash: string;
  answer: string | null;
}

/** Callers of public endpoints are no users: their keys share one owner, and only the maker of a key knows it. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Whose keys the caller's are; of who is no user those of public endpoints. */
export function keyOwner(caller: { tenantId: string; userId: string | null } | undefined): KeyOwner {
  if (!caller || caller.userId === null) return { tenantId: nobody, userId: nobody };
  return { tenantId: caller.tenantId, userId: caller.userId };
}

/** How long an answer is replayed. */
const keyLifetime = 24 * 60 * 60_000;

/** The answer under a key, or null. */
export async function findAnswer(pool: pg.Pool, scope: KeyScope, now: Date): Promise<StoredAnswer | null> {
  const { rows } = await pool.query<StoredAnswer>({
    name: 'idempotency-find',
    text: `SELECT request_hash AS "requestHash", answer FROM idempotency_keys
           WHERE tenant_id = $1 AND user_id = $2 AND endpoint = $3 AND key = $4 AND expires_at > $5`,
    values: [...valuesOf(scope), now],
  });
  return rows[0] ?? null;
}

/** Takes the key in the transaction; false when another request has stored an answer under it. Waits two seconds for one that is under way. */
export async function claimKey(
  tx: Prisma.TransactionClient,
  scope: KeyScope,
  requestHash: string,
  now: Date,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ claimed: boolean }[]>`
    SELECT claim_idempotency_key(${scope.tenantId}::uuid, ${scope.userId}::uuid, ${scope.endpoint}, ${scope.key},
      ${requestHash}, ${now}::timestamptz, ${new Date(now.getTime() + keyLifetime)}::timestamptz) AS claimed`;
  return row?.claimed ?? false;
}

/** Writes the answer to a key that the transaction has taken. */
export async function keepAnswer(
  tx: Prisma.TransactionClient,
  scope: KeyScope,
  requestHash: string,
  answer: string,
): Promise<void> {
  await tx.idempotencyKey.update({
    where: { tenantId_userId_endpoint_key: scope },
    data: { requestHash, answer },
  });
}

/** Writes an answer whose handler had no transaction, or one that changed nothing (a refusal); false when another request has answered meanwhile. */
export async function putAnswer(
  pool: pg.Pool,
  scope: KeyScope,
  { requestHash, answer }: StoredAnswer,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'idempotency-put',
    text: `INSERT INTO idempotency_keys AS k (tenant_id, user_id, endpoint, key, request_hash, answer, created_at, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
           ON CONFLICT (tenant_id, user_id, endpoint, key)
             DO UPDATE SET request_hash = $5, answer = $6, created_at = $7, expires_at = $8 WHERE k.expires_at <= $7`,
    values: [...valuesOf(scope), requestHash, answer, now, new Date(now.getTime() + keyLifetime)],
  });
  return rowCount === 1;
}

/** Writes what the handler made of the answer after its transaction. */
export async function replaceAnswer(
  pool: pg.Pool,
  scope: KeyScope,
  { requestHash, answer }: StoredAnswer,
): Promise<void> {
  await pool.query({
    name: 'idempotency-replace',
    text: `UPDATE idempotency_keys SET request_hash = $5, answer = $6
           WHERE tenant_id = $1 AND user_id = $2 AND endpoint = $3 AND key = $4`,
    values: [...valuesOf(scope), requestHash, answer],
  });
}

/** Deletes a tenant's answers that are past their time. */
export async function deleteExpiredAnswers(
  pool: Pick<pg.Pool, 'query'>,
  tenantId: string,
  now: Date,
): Promise<void> {
  await pool.query('DELETE FROM idempotency_keys WHERE tenant_id = $1 AND expires_at <= $2', [tenantId, now]);
}

function valuesOf({ tenantId, userId, endpoint, key }: KeyScope): string[] {
  return [tenantId, userId, endpoint, key];
}
