import type { ChannelBinding } from '@xyxlx/database/client/client';
import type pg from 'pg';
import { activeTenantText } from '../../db/active-tenant.ts';

/** A binding as a call is verified by it. */
export interface Signer extends Pick<ChannelBinding, 'tenantId' | 'channel' | 'name'> {
  bindingId: string;
  /** The callback secret as it is kept. */
  secretCipher: string;
}

/** The bound binding that a call names, of a tenant that is active and with a callback secret; null when there is none. */
export async function findSigner(
  pool: pg.Pool,
  bindingId: string,
  businessNow: Date,
): Promise<Signer | null> {
  const { rows: tenants } = await pool.query<{ tenantId: string }>({
    name: 'signer-tenant',
    text: `SELECT r.tenant_id AS "tenantId" FROM channel_registry r JOIN tenants t ON t.id = r.tenant_id
           WHERE r.binding_id = $1 AND ${activeTenantText('t', '$2')}`,
    values: [bindingId, businessNow],
  });
  const [found] = tenants;
  if (!found) return null;
  const { rows } = await pool.query<Row>({
    name: 'signer',
    text: `SELECT b.channel, b.name, b.state, b.expires_at AS "expiresAt", b.callback_secret_cipher AS "secretCipher"
           FROM channel_bindings b WHERE b.tenant_id = $1 AND b.id = $2`,
    values: [found.tenantId, bindingId],
  });
  const [row] = rows;
  if (!row || row.secretCipher === null || !isBound(row, businessNow)) return null;
  const { channel, name, secretCipher } = row;
  return { tenantId: found.tenantId, bindingId, channel, name, secretCipher };
}

interface Row extends Pick<ChannelBinding, 'channel' | 'name' | 'state' | 'expiresAt'> {
  secretCipher: string | null;
}

/** Whether a binding holds: 已绑定, and its authorisation not past its time. */
export function isBound(
  { state, expiresAt }: Pick<ChannelBinding, 'state' | 'expiresAt'>,
  businessNow: Date,
): boolean {
  return state === 'BOUND' && (expiresAt === null || expiresAt > businessNow);
}

/** What a callback secret is encrypted for: its own row and nothing else. */
export function callbackSecretContext(bindingId: string): string {
  return `channel_bindings/${bindingId}/callback-secret`;
}
