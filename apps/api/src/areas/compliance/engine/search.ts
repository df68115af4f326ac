import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import { rowsOf } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { Which } from './records.sql.ts';
import { type FoundRow, searchFor } from './search.sql.ts';
import { calendarOf, type Span } from './windows.ts';
import type { FoundHit } from './write-hits.ts';

/** All that an expression finds in a tenant, in the order of their times and before any is quiet. Of a calendar window all of it. */
export async function search(
  tx: Transaction,
  expression: RiskExpression,
  tenantId: string,
  span: Span & { kind: Exclude<Which['kind'], 'all'> },
): Promise<FoundHit[]> {
  const isCalendar = calendarOf(expression) !== null;
  // A window begins with its first instant; a statement looks at what came after the one before.
  const before = (instant: Date) => new Date(instant.getTime() - (isCalendar ? 1 : 0));
  const which = { kind: span.kind, from: before(span.from), to: before(span.to) };
  const rows = await rowsOf<FoundRow>(tx, searchFor(expression, tenantId, which));
  return rows.map(({ at, ...row }) => ({
    ...row,
    at: at.getTime(),
    key: row.eventId ?? span.from.toISOString(),
  }));
}
