import type { Label } from '@xyxlx/contracts/endpoint';
import pg from 'pg';
import { join, masked, raw, type Sql, sql } from '../db/sql.ts';
import { formulaStarts } from '../table-files/write-csv.ts';

/** A column of an exported sheet: its heading, and the text, number or formula-free cell that SQL makes of it. */
export interface Column {
  label: Label;
  kind: 'text' | 'number';
  value: Sql;
}

const quotedStarts = formulaStarts.map((start) => pg.escapeLiteral(start)).join(', ');

/** A text that people typed: one that a spreadsheet would take for a formula gets an apostrophe in front. */
export function typed(label: Label, expression: string): Column {
  const value = raw(
    `CASE WHEN left(${expression}, 1) IN (${quotedStarts}) THEN '''' || ${expression} ELSE ${expression} END`,
  );
  return { label, kind: 'text', value };
}

/** A text that the system made: numbers of records, masked values. */
export function made(label: Label, expression: string | Sql): Column {
  return { label, kind: 'text', value: typeof expression === 'string' ? raw(expression) : expression };
}

/** A mobile number or e-mail, masked; its first character stays, and people typed that. */
export function personal(label: Label, column: string): Column {
  return typed(label, masked(column).sql);
}

/** Money in fen, shown in yuan with two decimals. */
export function yuan(label: Label, expression: string): Column {
  return { label, kind: 'number', value: raw(`(${expression}) * 0.01`) };
}

/** A whole number. */
export function whole(label: Label, expression: string): Column {
  return { label, kind: 'number', value: raw(expression) };
}

/** An instant as Asia/Shanghai has it, to the second. */
export function moment(label: Label, expression: string): Column {
  const local = `(${expression} AT TIME ZONE 'Asia/Shanghai')`;
  return { label, kind: 'text', value: raw(`date_trunc('second', ${local})::text`) };
}

/** A state or kind in the words of the language. */
export function worded(
  label: Label,
  expression: string,
  words: Readonly<Record<string, Label>>,
  language: 'zh' | 'en',
): Column {
  // Without a cast of the expression: enumerations are compared as numbers then, row by row.
  const cases = Object.entries(words).map(([key, word]) => sql`WHEN ${key} THEN ${word[language]}`);
  return { label, kind: 'text', value: sql`CASE ${raw(expression)} ${join(cases, ' ')} END` };
}
