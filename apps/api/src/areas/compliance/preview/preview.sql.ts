import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import { mostPreviewHits, mostPreviewPoints } from '@xyxlx/contracts/compliance-preview';
import type { Session } from '../../../core/session.ts';
import { iso, join, type Sql, sql } from '../../../platform/db/sql.ts';
import { subjectName } from '../cases/subject.sql.ts';
import { countsSql } from '../engine/conditions.sql.ts';
import { countedBy } from '../engine/filters-of.ts';
import { recordsOf } from '../engine/records.sql.ts';
import { searchFor } from '../engine/search.sql.ts';
import { calendarOf, type Span, windowAt } from '../engine/windows.ts';
import { visibleSubjects } from '../subjects/subject-name.sql.ts';

const happened = ({ from, to }: Span) => ({ kind: 'happened' as const, from, to });

/** The records that an expression is about, of those whom the caller sees: at, amount and how many there are; of more than are drawn some, the same each time. */
export function pointsOf(expression: RiskExpression, session: Session, span: Span): Sql {
  const { source, subject } = expression;
  const records = recordsOf(session.tenantId, [source], subject, happened(span));
  return sql`SELECT ${iso('p.at')} AS at, p.amount::float8 AS amount, p.records FROM (
      SELECT r.at, r.amount, r.id, (count(*) OVER ())::int AS records
      FROM (SELECT ${ofSubjects(expression, session)}, o.* FROM (${records}) o) r
      WHERE ${countsSql(countedBy(expression))} AND ${visibleSubjects(session, 'r')} ORDER BY md5(r.id::text) LIMIT ${mostPreviewPoints}) p
    ORDER BY p.at, p.id`;
}

/** What an expression finds of those whom the caller sees, one more than is read; of calendar windows all that the span touches, as far as they have gone. */
export function foundBy(expression: RiskExpression, session: Session, span: Span): Sql {
  const arms = spansOf(expression, span).map(
    (one) => sql`(${searchFor(expression, session.tenantId, happened(one))})`,
  );
  return sql`SELECT f."subjectId", f."eventId", f.at, f.amount::float8 AS amount, ${subjectName('f')} AS "subjectName" FROM (
      SELECT g.* FROM (
        SELECT ${ofSubjects(expression, session)}, a."subjectId" AS subject_id, a.* FROM (${join(arms, ' UNION ALL ')}) a) g
      WHERE ${visibleSubjects(session, 'g')} ORDER BY g.at, g."subjectId" LIMIT ${mostPreviewHits + 1}) f
    ORDER BY f.at, f."subjectId"`;
}

const ofSubjects = ({ subject }: RiskExpression, { tenantId }: Session) =>
  sql`${tenantId}::uuid AS tenant_id, ${subject}::text AS subject_type`;

function spansOf(expression: RiskExpression, span: Span): Span[] {
  const kind = calendarOf(expression);
  if (!kind) return [span];
  const spans: Span[] = [];
  for (let next = windowAt(kind, span.from); next.from < span.to; next = windowAt(kind, next.to)) {
    // A window begins with its first instant; a statement looks at what came after the one before.
    const before = (instant: Date) => new Date(instant.getTime() - 1);
    const to = next.to < span.to ? before(next.to) : span.to;
    spans.push({ from: before(next.from), to });
  }
  return spans;
}
