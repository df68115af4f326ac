import type { CompareOp, RiskFilter, RiskNumber } from '@xyxlx/contracts/compliance-expression';
import { allOf, raw, type Sql, sql } from '../../../platform/db/sql.ts';
import { passesMidnight } from './compare.ts';
import type { Counted } from './filters-of.ts';

const day = `(r.at AT TIME ZONE 'Asia/Shanghai')::date`;

const numbers: Record<Exclude<RiskNumber, 'refundedShare'>, string> = {
  amount: 'r.amount',
  enterprise: 'r.enterprise',
  personal: 'r.personal',
  hourOfDay: `extract(hour FROM r.at AT TIME ZONE 'Asia/Shanghai')::bigint`,
  weekday: `extract(isodow FROM r.at AT TIME ZONE 'Asia/Shanghai')::bigint`,
  hiredDays: `(${day} - r.hired_on)::bigint`,
  leftDays: `(${day} - r.left_on)::bigint`,
  cardAgeDays: `(${day} - (r.activated_at AT TIME ZONE 'Asia/Shanghai')::date)::bigint`,
};

/** What is compared in SQL, as `Measured` is: with a `whole`, a share in bp. */
export interface MeasuredSql {
  part: Sql;
  whole?: Sql;
}

const operators: Record<Exclude<CompareOp, 'NE'>, string> = { EQ: '=', LT: '<', LE: '<=', GE: '>=' };

/** SQL of whether a comparison is true; of nothing only NE is. */
export function isTrueSql({ part, whole }: MeasuredSql, op: CompareOp, threshold: number): Sql {
  if (op === 'NE') return sql`NOT ${isTrueSql({ part, ...(whole && { whole }) }, 'EQ', threshold)}`;
  const operator = raw(operators[op]);
  const compared = whole
    ? sql`${whole} > 0 AND ${part}::numeric * 10000 ${operator} ${threshold}::numeric * ${whole}`
    : sql`${part} ${operator} ${threshold}::bigint`;
  return sql`((${compared}) IS TRUE)`;
}

/** What a number of a record, `r`, is compared as. */
export function measuredSql(field: string): MeasuredSql {
  if (field === 'refundedShare') return { part: sql`r.refunded`, whole: sql`r.amount` };
  return { part: raw(numbers[field as keyof typeof numbers]) };
}

/** SQL of whether a record, `r`, is one of those that count. */
export function countsSql({ source, filters }: Counted): Sql {
  return allOf([sql`r.source = ${source}`, ...filters.map(passesSql)]);
}

function passesSql(filter: RiskFilter): Sql {
  const { field, op, value } = filter;
  switch (field) {
    case 'channel':
    case 'category':
    case 'mcc':
    case 'city':
    case 'payee':
    case 'outcome': {
      const found = sql`r.${raw(field)}::text = ANY(${[value].flat()}::text[])`;
      return op === 'EQ' || op === 'IN' ? sql`(${found}) IS TRUE` : sql`(${found}) IS NOT TRUE`;
    }
    default: {
      const measured = measuredSql(field);
      if (op === 'IN' || op === 'NOT_IN') {
        const among = anyOf(value.map((one) => isTrueSql(measured, 'EQ', one)));
        return op === 'IN' ? among : sql`NOT ${among}`;
      }
      if (op !== 'BETWEEN') return isTrueSql(measured, op, value as number);
      const [from, to] = [isTrueSql(measured, 'GE', value[0]), isTrueSql(measured, 'LE', value[1])];
      return passesMidnight(filter) ? sql`(${from} OR ${to})` : sql`(${from} AND ${to})`;
    }
  }
}

function anyOf(conditions: readonly Sql[]): Sql {
  const [first = sql`FALSE`, ...others] = conditions;
  return sql`(${others.reduce((either, one) => sql`${either} OR ${one}`, first)})`;
}
