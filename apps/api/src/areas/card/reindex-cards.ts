import type { Card } from '@xyxlx/database/client/client';
import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { logChange, theSystem } from '../../platform/operation-log/operation-log.ts';
import { keepNumber } from './card-number.ts';

/** So many cards at a step: their ciphers hold nobody up, and their locks are short. */
const atOnce = 500;

const reindexing = { module: 'card', action: 'reindexCards', target: 'card' };

type Kept = Pick<Card, 'id' | 'panCipher'>;

/**
 * After a change of the data key: keeps the numbers of cards by the present key, step by step, until none is kept by an older one. Meanwhile, and
 * between two runs, each is read and found by whichever key has it. One that somebody is just changing is left for the next minute.
 */
export async function reindexCards({ database, clock, dataKeys }: Deps): Promise<void> {
  if (dataKeys.olderKeyIds.length === 0) return;
  for (const tenantId of await activeTenantIds(database, clock.businessNow())) {
    let after: string | null = '00000000-0000-0000-0000-000000000000';
    while (after !== null) {
      const from: string = after;
      after = await inTransaction(database, (tx) => reindexSome(tx, dataKeys, { tenantId, after: from }));
    }
  }
}

/** Keeps the next cards by the present key; returns the last of them, or null where there are no more. */
async function reindexSome(
  tx: Transaction,
  keys: Deps['dataKeys'],
  { tenantId, after }: { tenantId: string; after: string },
): Promise<string | null> {
  const old = await rowsOf<Kept>(
    tx,
    sql`SELECT c.id, c.pan_cipher AS "panCipher" FROM cards c
        WHERE c.tenant_id = ${tenantId}::uuid AND left(c.pan_cipher, 12) = ANY(${keys.olderKeyIds}::text[]) AND c.id > ${after}::uuid
        ORDER BY c.id LIMIT ${atOnce} FOR NO KEY UPDATE SKIP LOCKED`,
  );
  const last = old.at(-1);
  if (!last) return null;
  const kept = old.map(({ id, panCipher }) => {
    const { panCipher: cipher, panIndex: index } = keepNumber(keys, id, keys.decrypt(panCipher, id));
    return { id, cipher, index };
  });
  // A number that a file brought twice, once before the key changed, stays with the older key: the two are told apart by nothing else.
  const count = await tx.$executeRaw(sql`
    UPDATE cards c SET pan_cipher = k.cipher, pan_index = k.index
    FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS k(id uuid, cipher text, index text)
    WHERE c.tenant_id = ${tenantId}::uuid AND c.id = k.id
      AND NOT EXISTS (SELECT FROM cards o WHERE o.tenant_id = ${tenantId}::uuid AND o.pan_index = k.index)`);
  if (count > 0)
    await logChange(tx, theSystem(tenantId, `reindexCards/${last.id}`, reindexing), {
      ...{ tenantId, id: last.id, label: keys.sealKeyId, after: { count } },
    });
  return old.length < atOnce ? null : last.id;
}
