import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import { join, type Queryable, rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';
import { countsSql } from '../engine/conditions.sql.ts';
import { countedBy } from '../engine/filters-of.ts';
import { recordsOf } from '../engine/records.sql.ts';
import { calendarOf } from '../engine/windows.ts';

/** A hit as it is kept, with what its version says. */
interface KeptHit {
  key: string;
  at: Date;
  eventId: string | null;
  expression: RiskExpression;
}

/** The ids of what hits of a subject are about: their events, and of a calendar window all that its rule counted in it. */
export async function foundEvents(
  client: Queryable,
  tenantId: string,
  { type, id }: { type: RiskSubject; id: string },
  hits: readonly KeptHit[],
): Promise<string[]> {
  const counted = hits
    .filter(({ expression }) => calendarOf(expression) !== null)
    .map(({ key, at, expression }) => {
      // The key is the first instant of the window, and records are read from after an instant on.
      const span = { from: new Date(Date.parse(key) - 1), to: at };
      return sql`SELECT r.id FROM (${recordsOf(tenantId, [expression.source], type, { kind: 'happened', ...span })}) r
        WHERE r.subject_id = ${id}::uuid AND ${countsSql(countedBy(expression))}`;
    });
  const found =
    counted.length === 0 ? [] : await rowsOf<{ id: string }>(client, join(counted, ' UNION ALL '));
  return [...hits.flatMap(({ eventId }) => eventId ?? []), ...found.map((one) => one.id)];
}

/** SQL of whether the consumption record `p` is one of these events, or what a card paid on an authorization that is. */
export function isFound(events: readonly string[]): Sql {
  const ids = sql`${[...events]}::uuid[]`;
  return sql`(p.id = ANY (${ids}) OR EXISTS (SELECT FROM card_captures q WHERE q.tenant_id = p.tenant_id AND q.consumption_id = p.id
    AND q.authorization_id = ANY (${ids})))`;
}
