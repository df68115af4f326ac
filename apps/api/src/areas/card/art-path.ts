import { raw, type Sql } from '../../platform/db/sql.ts';

/** Where card art is served, `<tenant>/<id>.webp` below it; each upload gets an address of its own, so it never changes. */
export const artPath = '/xyxlx/cardArt';

/** SQL of the address of the picture on the product under this alias; null where it has none. */
export function artOf(alias: string): Sql {
  return raw(`(SELECT '${artPath}/' || art.tenant_id || '/' || art.id || '.webp' FROM card_arts art
    WHERE art.tenant_id = ${alias}.tenant_id AND art.product_id = ${alias}.id)`);
}
