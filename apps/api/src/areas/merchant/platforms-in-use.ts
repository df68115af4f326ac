import type { Merchant } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

type AtPlatform = Pick<Merchant, 'tenantId' | 'platformId'>;

/**
 * Throws 406 for a merchant whose platform is out of use: an active merchant's is in use. The platforms stay locked, so that whoever
 * puts one out of use meanwhile sees the merchant.
 */
export async function refusePlatformsOutOfUse(
  tx: Transaction,
  merchants: readonly AtPlatform[],
): Promise<(merchant: AtPlatform) => void> {
  const of = [...new Set(merchants.map(({ tenantId }) => tenantId))];
  const ids = [...new Set(merchants.flatMap(({ platformId }) => platformId ?? []))];
  const platforms = await rowsOf<{ id: string; name: string; state: string }>(
    tx,
    sql`SELECT p.id, p.name, p.state FROM platforms p
        WHERE p.tenant_id = ANY(${of}::uuid[]) AND p.id = ANY(${ids}::uuid[]) ORDER BY p.id FOR SHARE`,
  );
  const outOfUse = new Map(
    platforms.filter(({ state }) => state === 'DISABLED').map(({ id, name }) => [id, name]),
  );
  return ({ platformId }) => {
    const name = platformId === null ? undefined : outOfUse.get(platformId);
    if (name !== undefined) throw disabledPlatform(name);
  };
}

function disabledPlatform(name: string): Refusal {
  return new Refusal({
    zh: `平台「${name}」已停用，请先启用该平台或为商户更换平台`,
    en: `The platform "${name}" is disabled: enable it, or choose another for the merchant`,
  });
}
