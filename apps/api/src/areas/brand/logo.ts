import { randomUUIDv7 } from 'node:crypto';
import type { BrandRow } from '@xyxlx/contracts/brand';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import type { IncomingFile } from '../../platform/http/files.ts';
import { drawAnew } from '../../platform/images/draw-anew.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { foundBrand } from './brand.sql.ts';
import { lockBrand } from './brand-states.ts';
import { logoPath } from './logo-path.ts';

/** Stores a brand's logo, re-encoded at one size, in the place of the one that it had. Throws 400. */
export async function saveLogo(call: Call<{ id: string }, Session>, file: IncomingFile): Promise<BrandRow> {
  const { session, now } = call;
  // Whoever doesn't see the brand is told so, whatever the file is.
  await foundBrand(call.deps.database.pool, session, call.input.id);
  const kind = { name: { zh: '品牌标志', en: 'logo' }, fit: 'contain' } as const;
  const data = await drawAnew(await file.handle.readFile(), kind);
  return change(call, async (tx) => {
    const { tenantId, id: brandId, name } = await lockBrand(tx, session, call.input.id);
    const before = await tx.brandLogo.findUnique({
      where: { tenantId_brandId: { tenantId, brandId } },
      select: { id: true },
    });
    const id = randomUUIDv7();
    await tx.brandLogo.deleteMany({ where: { tenantId, brandId } });
    await tx.brandLogo.create({ data: { id, tenantId, brandId, data, createdAt: now } });
    await tx.brand.update({
      where: { tenantId_id: { tenantId, id: brandId } },
      data: nextVersion(session, now),
    });
    const logged = (logo: string | undefined) => ({
      logoUrl: logo ? `${logoPath}/${tenantId}/${logo}.webp` : null,
    });
    await logChange(tx, call, {
      tenantId,
      id: brandId,
      label: name,
      before: logged(before?.id),
      after: logged(id),
    });
    return foundBrand(tx, session, brandId);
  });
}
