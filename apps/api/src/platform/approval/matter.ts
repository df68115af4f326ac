import { createHash } from 'node:crypto';
import { type MatterPart, type MatterValue, matterRows } from '@xyxlx/contracts/approval-matter';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { Option } from '@xyxlx/contracts/option';
import type { Approval } from '@xyxlx/database/client/client';
import { type Queryable, raw, rowsOf, type Sql, sql } from '../db/sql.ts';
import { changedValues } from './record-change.ts';
import type { ApprovalSubject, Matter } from './subject.ts';

/** Of a thing that is gone. */
export const noMatter: Matter = { parts: [] };

/** What there is to be seen, the fields that it would change first. */
export async function matterOf(
  client: Queryable,
  { changes, matter }: ApprovalSubject,
  approval: Approval,
): Promise<Matter> {
  const own = matter ? await matter(client, approval) : noMatter;
  if (!changes) return own;
  const compared = await changedValues(client, { changes }, approval);
  const changed = compared.map(({ label, before, after }) => ({
    label,
    before: text(before),
    after: text(after),
  }));
  return { ...own, parts: [{ type: 'changes', changes: changed }, ...own.parts] };
}

/** Names what is to be seen, in whatever language. */
export function seenOf({ parts }: Matter): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** A text or words as a value; an empty text is none. */
export function text(value: string | Label | null | undefined): MatterValue {
  if (!value) return null;
  return typeof value === 'string' ? { type: 'text', text: value } : { type: 'words', words: wordsOf(value) };
}

/** Another record by its name or number, its kind as operations name it. */
export function record(type: string, named: Option | null | undefined): MatterValue {
  return named ? { type: 'record', record: { type, id: named.id }, text: named.name } : null;
}

/** Without the tone that the words of a state have. */
function wordsOf({ zh, en }: Label): Label {
  return { zh, en };
}

/** Fen as a value. */
export function money(amount: number | bigint | null | undefined): MatterValue {
  return amount == null ? null : { type: 'money', amount: Number(amount) };
}

export function count(value: number | null | undefined): MatterValue {
  return value == null ? null : { type: 'count', count: value };
}

/** An instant as the wire has one. */
export function instant(at: string | null | undefined): MatterValue {
  return at ? { type: 'instant', at } : null;
}

/** Facts by what they are called; those without a value are left out. */
export function facts(...given: readonly [zh: string, en: string, value: MatterValue][]): MatterPart {
  return {
    type: 'facts',
    facts: given.flatMap(([zh, en, value]) => (value ? [{ label: { zh, en }, value }] : [])),
  };
}

/** What becomes of something, before and after. */
export function changes(
  ...given: (readonly [zh: string, en: string, before: MatterValue, after: MatterValue])[]
): MatterPart {
  return {
    type: 'changes',
    changes: given.map(([zh, en, before, after]) => ({ label: { zh, en }, before, after })),
  };
}

/** How rows are read and shown; `from` begins with the table and ends before ORDER BY. */
interface RowsOf<Row> {
  title: Label;
  columns: readonly Label[];
  select: Sql;
  from: Sql;
  orderBy: string;
  row: (row: Row) => MatterValue[];
}

/** The first rows of a file, or lines of a bill, and how many there are. */
export async function firstRows<Row extends object>(
  client: Queryable,
  { title, columns, select, from, orderBy, row }: RowsOf<Row>,
): Promise<MatterPart> {
  const read = await rowsOf<Row & { total: number }>(
    client,
    sql`SELECT ${select}, (count(*) OVER ())::int AS total ${from} ORDER BY ${raw(orderBy)} LIMIT ${matterRows}`,
  );
  return { type: 'rows', title, columns: [...columns], rows: read.map(row), total: read[0]?.total ?? 0 };
}
