import { raw, type Sql, sql } from '../db/sql.ts';

/** The column has one of the chosen values. */
export const oneOf =
  (column: string) =>
  (values: readonly string[]): Sql =>
    sql`${raw(column)} = ANY(${values}::text[])`;

/**
 * The same of an enumeration with indexes for one of its values: which one is asked for stands in the statement, as a plan for any value,
 * made once, could not use them.
 */
export const oneOfIndexed =
  <Value extends string>(column: string, known: readonly Value[]) =>
  (values: readonly Value[]): Sql => {
    const only = values.length === 1 ? known.find((value) => value === values[0]) : undefined;
    return only === undefined ? oneOf(column)(values) : raw(`${column} = '${only}'`);
  };

/** The column has this id. */
export const hasId =
  (column: string) =>
  (id: string): Sql =>
    sql`${raw(column)} = ${id}::uuid`;

/** The instant is of this day of Asia/Shanghai or a later one. */
export const fromDay =
  (column: string) =>
  (day: string): Sql =>
    sql`${raw(column)} >= (${day}::date)::timestamp AT TIME ZONE 'Asia/Shanghai'`;

/** The instant is of this day of Asia/Shanghai or an earlier one. */
export const untilDay =
  (column: string) =>
  (day: string): Sql =>
    sql`${raw(column)} < (${day}::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'`;
