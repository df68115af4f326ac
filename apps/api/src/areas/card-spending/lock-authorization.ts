import type { CardAuthorization } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** An authorization that a card was found for. */
export type CardsAuthorization = CardAuthorization & { cardId: string };

/**
 * A binding's authorization with its card locked, by which all that moves what it holds is one after the other. Throws 406 where the
 * binding has none of that reference, or no card was found for it.
 */
export async function lockAuthorization(
  tx: Transaction,
  { tenantId, bindingId }: SigningChannel,
  reference: string,
): Promise<CardsAuthorization> {
  const where = { tenantId_bindingId_reference: { tenantId, bindingId, reference } };
  let found = await tx.cardAuthorization.findUnique({ where });
  // What is open goes with the money when a card is replaced: until it is the locked card's, another one is to be locked.
  for (let locked: string | null = null; (found?.cardId ?? null) !== locked; ) {
    locked = found?.cardId ?? null;
    await tx.$queryRaw(
      sql`SELECT FROM cards c WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${locked}::uuid FOR UPDATE`,
    );
    found = await tx.cardAuthorization.findUnique({ where });
  }
  if (!found?.cardId) throw recordMissing();
  return { ...found, cardId: found.cardId };
}

/** What an open authorization holds of its card, in fen. */
export function leftOf({ approved, captured, reversed }: CardAuthorization): number {
  return Number(approved - captured - reversed);
}
