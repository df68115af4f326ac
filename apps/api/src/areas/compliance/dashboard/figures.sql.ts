import { positiveOutcomes } from '@xyxlx/contracts/compliance-case-kinds';
import type { Session } from '../../../core/session.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { fromDay, untilDay } from '../../../platform/lists/conditions.ts';
import { visibleCases } from '../cases/case-scope.ts';

/** Days in Asia/Shanghai, both included. */
export interface Span {
  from: string;
  to: string;
}

/** Rows of figures, each a subquery. */
interface Figures {
  /** day, rule_id, alerts, suppressed, closed, positive. */
  days: Sql;
  /** day, hour, alerts. */
  hours: Sql;
  /** user_id, closed, positive. */
  people: Sql;
}

const local = (column: Sql) => sql`(${column} AT TIME ZONE 'Asia/Shanghai')`;

/** From the days' rollups for who sees the whole tenant; for who sees less, counted from what they see. */
export function figuresOf(session: Session, span: Span): Figures {
  const { scope } = session;
  return scope.all || scope.tenant ? ofTenant(session, span) : ofScope(session, span);
}

// No alert is made before what it is about: this is what the index of the alerts knows.
const madeSince = fromDay('c.created_at');

function ofTenant({ tenantId }: Session, { from, to }: Span): Figures {
  const within = sql`d.tenant_id = ${tenantId}::uuid AND d.day BETWEEN ${from}::date AND ${to}::date`;
  return {
    days: sql`(SELECT d.day, d.rule_id, d.alerts, d.suppressed, d.closed, d.positive FROM risk_days d WHERE ${within})`,
    hours: sql`(SELECT d.day, d.hour::int AS hour, d.alerts FROM risk_hours d WHERE ${within})`,
    people: sql`(SELECT d.user_id, d.closed, d.positive FROM risk_person_days d WHERE ${within})`,
  };
}

function ofScope(session: Session, { from, to }: Span): Figures {
  const within = (column: string) => sql`${fromDay(column)(from)} AND ${untilDay(column)(to)}`;
  const positive = sql`count(*) FILTER (WHERE c.outcome = ANY (${[...positiveOutcomes]}::text[]))`;
  const seen = visibleCases(session, 'c');
  const closed = sql`FROM risk_cases c WHERE ${seen} AND c.state = 'CLOSED' AND ${within('c.closed_at')}`;
  return {
    days: sql`(
      SELECT ${local(sql`c.created_at`)}::date AS day, c.rule_id, count(*) FILTER (WHERE c.state = 'IN_CASE') AS alerts,
        count(*) FILTER (WHERE c.state = 'SUPPRESSED') AS suppressed, 0 AS closed, 0 AS positive
      FROM risk_alerts c WHERE ${seen} AND ${within('c.created_at')} GROUP BY 1, 2
      UNION ALL SELECT ${local(sql`c.closed_at`)}::date, c.rule_id, 0, 0, count(*), ${positive} ${closed} GROUP BY 1, 2)`,
    hours: sql`(
      SELECT ${local(sql`c.at`)}::date AS day, extract(hour FROM ${local(sql`c.at`)})::int AS hour, count(*) AS alerts
      FROM risk_alerts c WHERE ${seen} AND c.state = 'IN_CASE' AND ${madeSince(from)} AND ${within('c.at')} GROUP BY 1, 2)`,
    people: sql`(SELECT c.closed_by_id AS user_id, count(*) AS closed, ${positive} AS positive ${closed} GROUP BY 1)`,
  };
}
