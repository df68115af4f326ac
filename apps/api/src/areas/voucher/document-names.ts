import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { hasNames, recordNames } from '../../platform/operation-log/record-names.ts';

/** Slots with the number of the document that each is of, in a statement a kind of document; without one where it is of a day. */
export async function documentNames<Slot extends { slotId: string }>(
  client: Queryable,
  tenantId: string,
  slots: readonly Slot[],
): Promise<(Slot & { document?: string })[]> {
  const documents = await rowsOf<{ slotId: string; type: string; id: string }>(
    client,
    sql`SELECT s.id AS "slotId", s.doc_type AS type, s.doc_id AS id FROM ledger_slots s
        WHERE s.tenant_id = ${tenantId}::uuid AND s.id = ANY(${slots.map(({ slotId }) => slotId)}::uuid[]) AND s.doc_id IS NOT NULL`,
  );
  const names = new Map<string, string>();
  for (const [type, of] of Map.groupBy(documents, (document) => document.type)) {
    if (!hasNames(type)) continue;
    const ids = of.map(({ id }) => id);
    for (const { id, name } of await recordNames(client, tenantId, type, ids)) names.set(id, name);
  }
  const bySlot = new Map(documents.map(({ slotId, id }) => [slotId, names.get(id)]));
  return slots.map((slot) => {
    const document = bySlot.get(slot.slotId);
    return document === undefined ? slot : { ...slot, document };
  });
}
