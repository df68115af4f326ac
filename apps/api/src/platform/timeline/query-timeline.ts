import { type TimelineEntry, type TimelineKind, timelineKinds } from '@xyxlx/contracts/timeline';
import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { iso, join, raw, rowsOf, type Sql, sql } from '../db/sql.ts';
import { readPlace, writePlace } from '../lists/place.ts';
import { byId } from '../records/scope.ts';
import type { About, Reader, TimelineRow, TimelineSource } from './timeline-source.ts';

/** So many entries are told at once. */
export const timelinePage = 20;

/** Where a page ended: the moment as PostgreSQL writes it, the place of the source among those of the record, what ended ties. */
const place = z.tuple([
  z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/),
  z.int().min(0).max(100),
  z.string().max(200),
]);
type Place = z.output<typeof place>;

interface Input {
  id: string;
  kind?: TimelineKind[] | undefined;
  cursor?: string | undefined;
}

interface Answer {
  kinds: TimelineKind[];
  list: TimelineEntry[];
  cursor: string | null;
}

/** The table of the record, and who sees it: what its list is made of. */
interface Records {
  from: string | ((...given: never) => Sql);
  alias: string;
  scope: (session: Session, alias: string, deps: Deps) => Sql;
}

interface Read extends TimelineRow {
  source: number;
  key: string;
  at: string;
  tie: string;
}

/** One page of what touched a record, read from all its sources in one statement, each by its index; throws 406 where the caller doesn't see the record. */
export async function queryTimeline(
  call: Call<Input, Session>,
  { from, alias, scope }: Records,
  sources: readonly TimelineSource[],
): Promise<Answer> {
  const { input, session, deps } = call;
  const { pool } = deps.database;
  const after = input.cursor === undefined ? null : readPlace(input.cursor, place);
  const [record] = await rowsOf<{ tenantId: string }>(
    pool,
    sql`SELECT ${raw(alias)}.tenant_id AS "tenantId" FROM ${raw(`${from} ${alias}`)}
        WHERE ${byId(session, alias, input.id)} AND ${scope(session, alias, deps)}`,
  );
  if (!record) throw recordMissing();
  const about = { tenantId: record.tenantId, id: input.id };
  // By their places among all: a page asked for with other filters or permissions goes on from the same one.
  const told = sources.flatMap((source, n) =>
    source.permission === undefined || session.permissions.has(source.permission) ? [{ source, n }] : [],
  );
  const kinds = timelineKinds.filter((kind) => told.some(({ source }) => source.kind === kind));
  const asked = told.filter(({ source: { kind } }) => !input.kind || input.kind.includes(kind));
  if (asked.length === 0) return { kinds, list: [], cursor: null };
  const rows = await rowsOf<Read>(
    pool,
    sql`SELECT e.source, e.at::text AS key, ${iso('e.at')} AS at, e.tie, e.word, e.by, e.number, e.text, e.state, e.amount, e.about::text AS about
        FROM (${join(
          asked.map(({ source, n }) => rowsFrom(source, n, about, call, after)),
          ' UNION ALL ',
        )}) e
        ORDER BY e.at DESC, e.source DESC, e.tie COLLATE "C" DESC ${limit}`,
  );
  const shown = rows.slice(0, timelinePage);
  const last = rows.length > timelinePage ? shown.at(-1) : undefined;
  return {
    kinds,
    list: shown.map((row) => entryOf(row, sources[row.source] as TimelineSource, call)),
    cursor: last ? writePlace([last.key, last.source, last.tie]) : null,
  };
}

/** One more than is shown says whether there is more. */
const limit = raw(`LIMIT ${timelinePage + 1}`);

const columns = ['word', 'by', 'number', 'text', 'state', 'amount', 'about'] as const;
const types: Partial<Record<(typeof columns)[number], string>> = { amount: 'float8', about: 'uuid' };

/** The newest rows of a source after a place. */
function rowsFrom(source: TimelineSource, n: number, about: About, reader: Reader, after: Place | null): Sql {
  const { at, select, isText } = source;
  const tie = isText ? `(${source.tie}) COLLATE "C"` : source.tie;
  const read = columns.map((name) => `(${select[name] ?? 'NULL'})::${types[name] ?? 'text'} AS ${name}`);
  const order = source.order ? `${source.order.by} DESC` : `${at} DESC, ${tie} DESC`;
  return sql`(SELECT ${raw(`${n} AS source, ${at} AS at, (${source.tie})::text AS tie, ${read.join(', ')}`)}
    FROM ${source.from(about, reader)} ${after ? sql`AND ${isAfter(source, n, tie, after)}` : raw('')} ORDER BY ${raw(order)} ${limit})`;
}

/** Of one moment the last of the sources stands first: a record's own, that says how it began, below all others. */
function isAfter(source: TimelineSource, n: number, tie: string, [moment, lastSource, lastTie]: Place): Sql {
  const { at, order, isText } = source;
  const then = sql`${moment}::text::timestamptz`;
  const orAtIt = n < lastSource;
  if (order) return order.before(then, orAtIt);
  if (n === lastSource)
    return sql`(${raw(at)}, ${raw(tie)}) < (${then}, ${lastTie}::text${raw(isText ? '' : '::uuid')})`;
  return sql`${raw(at)} ${raw(orAtIt ? '<=' : '<')} ${then}`;
}

function entryOf(row: Read, source: TimelineSource, reader: Reader): TimelineEntry {
  const {
    title,
    state,
    leadsTo,
    day = null,
    text = row.text,
    number = row.number,
  } = source.tell(row, reader);
  const { at, by, amount, about } = row;
  return {
    ...{ id: `${row.source}/${row.tie}/${row.key}`, kind: source.kind, at, day, by, title, amount },
    text: text || null,
    state: state ? { words: { zh: state.zh, en: state.en }, tone: state.tone ?? 'quiet' } : null,
    about: leadsTo && about ? { type: leadsTo, id: about, number } : null,
  };
}
