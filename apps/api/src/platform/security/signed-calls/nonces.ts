import type pg from 'pg';

/** How long a nonce is good for one call alone, in ms: longer than its time stamp is. */
const nonceLifetime = 15 * 60_000;

/** Uses up a nonce of a binding; false where one of its calls has done so within 15 minutes. */
export async function takeNonce(
  pool: Pick<pg.Pool, 'query'>,
  { tenantId, bindingId, nonce }: { tenantId: string; bindingId: string; nonce: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'nonce-take',
    text: `INSERT INTO channel_nonces AS n (tenant_id, binding_id, nonce, expires_at) VALUES ($1, $2, $3, $5)
           ON CONFLICT (tenant_id, binding_id, nonce) DO UPDATE SET expires_at = $5 WHERE n.expires_at <= $4`,
    values: [tenantId, bindingId, nonce, now, new Date(now.getTime() + nonceLifetime)],
  });
  return rowCount === 1;
}

/** Deletes a tenant's nonces that are past their time. */
export async function deleteExpiredNonces(
  pool: Pick<pg.Pool, 'query'>,
  tenantId: string,
  now: Date,
): Promise<void> {
  await pool.query('DELETE FROM channel_nonces WHERE tenant_id = $1 AND expires_at <= $2', [tenantId, now]);
}
