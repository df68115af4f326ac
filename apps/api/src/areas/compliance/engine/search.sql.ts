import {
  comparisonsOf,
  type RiskAggregate,
  type RiskComparison,
  type RiskCondition,
  type RiskExpression,
} from '@xyxlx/contracts/compliance-expression';
import { join, raw, type Sql, sql } from '../../../platform/db/sql.ts';
import { countsSql, isTrueSql, type MeasuredSql, measuredSql } from './conditions.sql.ts';
import { type Counted, countedBy, countedIn, sourcesOf } from './filters-of.ts';
import { recordsOf, type Which } from './records.sql.ts';

/** Something found, as it is read; `eventId` is null of a calendar window. */
export interface FoundRow {
  subjectId: string;
  eventId: string | null;
  at: Date;
  amount: number;
  facts: Record<string, number | null>;
  merchantId: string | null;
  companyId: string | null;
}

/**
 * A statement of all that an expression finds among the records of a tenant, in the order of their times and before any is quiet: of an
 * event all that happened or came in within the span, and what happened since what came in late; of a calendar window the span itself.
 */
export function searchFor(
  expression: RiskExpression,
  tenantId: string,
  which: Exclude<Which, { kind: 'all' }>,
): Sql {
  const records = recordsOf.bind(null, tenantId);
  const { subject, source, window } = expression;
  const isEvent = countsSql(countedBy(expression));
  if (window.kind === 'EVENT') {
    return sql`SELECT ${found(sql`r.id`, sql`r.at`, sql`r.amount`, eventFacts(expression))}
      FROM (${records([source], subject, which)}) r WHERE ${isEvent} AND ${holdsSql(expression.when, ({ of }) => measuredSql(of))}
      ORDER BY r.at, r.id`;
  }
  const sources = sourcesOf(expression);
  const read = readings(expression);
  const { measured, facts } = measures(expression);
  const holds = holdsSql(expression.when, ({ of }) => measured.get(of) as MeasuredSql);
  if (window.kind !== 'ROLLING') {
    const last = (column: string) =>
      raw(`(array_agg(r.${column} ORDER BY r.at DESC, r.id DESC))[1] AS ${column}`);
    return sql`SELECT ${found(sql`NULL::uuid`, sql`r.at`, sql`r.paid`, facts)} FROM (
        SELECT r.subject_id, max(r.at) AS at, ${last('merchant_id')}, ${last('company_id')}, ${named(read, sql``)}
        FROM (${records(sources, subject, which)}) r GROUP BY r.subject_id HAVING bool_or(${isEvent})) r
      WHERE ${holds} ORDER BY r.at, r.subject_id`;
  }
  const span = sql`(${window.minutes}::int * interval '1 minute')`;
  // The times have whole milliseconds: so much less than the window leaves out what happened as it began.
  const over = sql`OVER (PARTITION BY r.subject_id ORDER BY r.at RANGE BETWEEN (${window.minutes}::int * interval '1 minute'
    - interval '1 millisecond') PRECEDING AND CURRENT ROW)`;
  const subjects =
    which.kind === 'came'
      ? sql`SELECT n.subject_id, min(n.at) AS first FROM (${records(sources, subject, which)}) n GROUP BY n.subject_id`
      : sql`SELECT r.subject_id, min(r.at) AS first FROM (${records([source], subject, which)}) r WHERE ${isEvent} GROUP BY r.subject_id`;
  const until = which.kind === 'came' ? sql`TRUE` : sql`r.at <= ${which.to}`;
  const reach: Which =
    which.kind === 'came'
      ? { kind: 'all' }
      : { ...which, from: new Date(which.from.getTime() - window.minutes * 60_000) };
  return sql`WITH subjects AS MATERIALIZED (${subjects})
    SELECT ${found(sql`r.id`, sql`r.at`, sql`r.paid`, facts)} FROM (
      SELECT r.*, ${isEvent} AND r.at >= s.first AS is_event, ${named(read, over)}
      FROM subjects s JOIN (${records(sources, subject, reach)}) r ON r.subject_id = s.subject_id AND r.at > s.first - ${span} AND ${until}) r
    WHERE r.is_event AND ${holds} ORDER BY r.at, r.id`;
}

function found(eventId: Sql, at: Sql, amount: Sql, facts: Sql): Sql {
  return sql`r.subject_id AS "subjectId", ${eventId} AS "eventId", ${at} AS at, ${amount}::float8 AS amount, ${facts} AS facts,
    r.merchant_id AS "merchantId", r.company_id AS "companyId"`;
}

/** What is read over a window, by the name that it has in the statement. */
type Readings = Map<string, { kind: string; argument: Sql; counted: Sql }>;

function readings(expression: RiskExpression): Readings {
  const read: Readings = new Map();
  const paid = (counted: Counted) => sql`(${countsSql(counted)} AND r.outcome = 'PAID')`;
  read.set('paid', { kind: 'sum', argument: sql`r.amount`, counted: paid(countedBy(expression)) });
  expression.aggregates.forEach((one, place) => {
    const counted = countedIn(expression, one);
    if (!counted || one.kind === 'RATIO') return;
    const add = (suffix: string, kind: string, argument: Sql, condition = countsSql(counted)) =>
      read.set(`a${place}${suffix}`, { kind, argument, counted: condition });
    if (one.kind === 'COUNT') add('', 'count', sql`*`);
    if (one.kind === 'SUM') add('', 'sum', sql`r.amount`, paid(counted));
    if (one.kind === 'MAX') add('', 'max', sql`r.amount`);
    if (one.kind === 'DISTINCT') add('', 'array_agg', raw(`r.${one.field}`));
    if (one.kind === 'TOP_SHARE') {
      add('p', 'array_agg', sql`r.payee`, paid(counted));
      add('m', 'array_agg', sql`r.amount`, paid(counted));
      add('', 'sum', sql`r.amount`, paid(counted));
    }
  });
  return read;
}

function named(read: Readings, over: Sql): Sql {
  const columns = [...read].map(([name, { kind, argument, counted }]) => {
    const value = sql`${raw(kind)}(${argument}) FILTER (WHERE ${counted}) ${over}`;
    return kind === 'array_agg' ? sql`${value} AS ${raw(name)}` : sql`coalesce(${value}, 0) AS ${raw(name)}`;
  });
  return join(columns, ', ');
}

/** What each aggregate is compared as, and all of them as JSON, from what was read. */
function measures({ aggregates }: RiskExpression): { measured: Map<string, MeasuredSql>; facts: Sql } {
  const measured = new Map<string, MeasuredSql>();
  for (const [place, one] of aggregates.entries()) {
    measured.set(one.name, measureSql(one, `r.a${place}`, measured));
  }
  return { measured, facts: factsOf([...measured]) };
}

function measureSql(
  one: RiskAggregate,
  column: string,
  before: ReadonlyMap<string, MeasuredSql>,
): MeasuredSql {
  switch (one.kind) {
    case 'COUNT':
    case 'SUM':
    case 'MAX':
      return { part: raw(column) };
    case 'DISTINCT':
      return { part: raw(`(SELECT count(DISTINCT v) FROM unnest(${column}) v)`) };
    case 'TOP_SHARE': {
      const sums = `SELECT sum(t.m) AS total FROM unnest(${column}p, ${column}m) AS t(p, m) GROUP BY t.p`;
      return { part: raw(`coalesce((SELECT max(o.total) FROM (${sums}) o), 0)`), whole: raw(column) };
    }
    case 'RATIO':
      return {
        part: (before.get(one.part) as MeasuredSql).part,
        whole: (before.get(one.whole) as MeasuredSql).part,
      };
  }
}

function eventFacts({ when }: RiskExpression): Sql {
  const fields = [...new Set(comparisonsOf(when).map(({ of }) => of))];
  return factsOf(fields.map((field) => [field, measuredSql(field)]));
}

function factsOf(measured: readonly (readonly [string, MeasuredSql])[]): Sql {
  const members = measured.map(([name, { part, whole }]) => {
    const value = whole
      ? sql`CASE WHEN ${whole} > 0 THEN floor(${part}::numeric * 10000 / ${whole}) END`
      : part;
    return sql`${name}::text, ${value}`;
  });
  return sql`json_build_object(${join(members, ', ')})`;
}

function holdsSql(condition: RiskCondition, measured: (comparison: RiskComparison) => MeasuredSql): Sql {
  if (!('all' in condition)) return isTrueSql(measured(condition), condition.op, condition.value);
  const each = condition.all.map((one) => holdsSql(one, measured));
  return sql`(${join(each, condition.op === 'AND' ? ' AND ' : ' OR ')})`;
}
