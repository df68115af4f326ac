import { randomUUIDv7 } from 'node:crypto';
import type { CardProductRow } from '@xyxlx/contracts/card-product';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import type { IncomingFile } from '../../platform/http/files.ts';
import { drawAnew } from '../../platform/images/draw-anew.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { artPath } from './art-path.ts';
import { foundProduct } from './product.sql.ts';
import { cardProductStateMachine, lockProduct } from './product-states.ts';

/** As a card of 85.6 × 54 mm on a screen of two pixels a point. */
const art = {
  name: { zh: '卡面', en: 'card picture' },
  fit: 'cover',
  size: { width: 684, height: 432 },
} as const;

/** Stores the picture on a product's cards, drawn anew at one size, in the place of the one that it had. Throws 400. */
export async function saveArt(
  call: Call<{ id: string }, Session>,
  file: IncomingFile,
): Promise<CardProductRow> {
  const { session, now } = call;
  // Whoever doesn't see the product is told so, whatever the file is.
  await foundProduct(call.deps.database.pool, session, call.input.id);
  const data = await drawAnew(await file.handle.readFile(), art);
  return change(call, async (tx) => {
    const product = await lockProduct(tx, session, call.input.id);
    const { tenantId, id: productId } = product;
    const before = await tx.cardArt.findUnique({
      where: { tenantId_productId: { tenantId, productId } },
      select: { id: true },
    });
    const id = randomUUIDv7();
    await tx.cardArt.deleteMany({ where: { tenantId, productId } });
    await tx.cardArt.create({ data: { id, tenantId, productId, data, createdAt: now } });
    await tx.cardProduct.update({
      where: { tenantId_id: { tenantId, id: productId } },
      data: nextVersion(session, now),
    });
    const logged = (picture: string | undefined) => ({
      artUrl: picture ? `${artPath}/${tenantId}/${picture}.webp` : null,
    });
    await logChange(tx, call, {
      ...{ tenantId, id: productId, label: cardProductStateMachine.label(product) },
      ...{ before: logged(before?.id), after: logged(id) },
    });
    return foundProduct(tx, session, productId);
  });
}
