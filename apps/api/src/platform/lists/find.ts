import type { Endpoint } from '@xyxlx/contracts/endpoint';
import { mobileNumberPattern } from '@xyxlx/contracts/fields';
import type { FoundKind, FoundRecord } from '@xyxlx/contracts/search';
import type { WordsOf } from '@xyxlx/contracts/words';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, fromStart, join, raw, rowsOf, type Sql, sql } from '../db/sql.ts';
import { inTenants } from '../records/scope.ts';

/** So many of a kind are found at most. */
const foundOfKind = 5;
/** So many rows with a common start are looked through; what is typed whole is always found. */
const candidates = 1000;

/** How the records of one kind are found by a few typed letters, by whoever may see their list. */
export interface Find {
  kind: FoundKind;
  /** The endpoint of the list: whoever may not call it is not asked for. */
  list: Pick<Endpoint, 'permission'>;
  find(call: Call<unknown, Session>, typed: string): Promise<FoundRecord[]>;
}

/** One way in which what was typed names a row: wholly, or by a start that others have as well. */
interface Way {
  condition: Sql;
  whole: boolean;
}

/** The ways in which a typed text may name a row; none where it can't. */
export type Ways = (typed: string, session: Session) => readonly Way[];

interface FindDefinition {
  kind: FoundKind;
  /** SQL of what it is opened by, where that is another's id: two rows may then be one record. */
  opensBy?: string;
  /** What is held against the typed text. */
  by: readonly Ways[];
  /** SQL of what is shown; null where the kind has no number. */
  number: string | null;
  title: string;
  state: readonly [column: string, words: WordsOf<string>];
  /** In fen. */
  amount?: string;
  /** What the title says in the language of the caller, where the column is a word of the code. */
  titleOf?(title: string, call: Call<unknown, Session>): string;
}

/** What a list says of its rows; of records without a list, the endpoint that shows one. */
interface Searched {
  endpoint: Pick<Endpoint, 'permission'>;
  from: unknown;
  alias: string;
  scope: (session: Session, alias: string, deps: Deps) => Sql;
}

/** Finds the records that a list would show: its rows, its scope, its permission. Each way reads an index. */
export function findIn({ endpoint, from, alias, scope }: Searched, definition: FindDefinition): Find {
  if (typeof from !== 'string') throw new Error('Records are found in the rows of a table.');
  const {
    kind,
    opensBy,
    by,
    number,
    title,
    state: [state, words],
    amount,
    titleOf,
  } = definition;
  const table = raw(`${from} ${alias}`);
  const [id, tenant] = [raw(`${alias}.id`), raw(`${alias}.tenant_id`)];
  return {
    kind,
    list: endpoint,
    find: async (call, typed) => {
      const { session, deps } = call;
      const ways = by.flatMap((waysOf) => waysOf(typed, session));
      if (ways.length === 0) return [];
      const [within, seen] = [inTenants(session, alias), scope(session, alias, deps)];
      const hits = ways.map(({ condition, whole }, rank) => {
        const rows = whole
          ? sql`${table} WHERE ${within} AND ${condition} AND ${seen}`
          : sql`(SELECT ${raw(alias)}.* FROM ${table} WHERE ${within} AND ${condition} LIMIT ${raw(String(candidates))}) ${raw(alias)} WHERE ${seen}`;
        return sql`(SELECT ${tenant} AS tenant_id, ${id} AS id, ${raw(String(whole ? rank : rank + ways.length))} AS rank
          FROM ${rows} LIMIT ${raw(String(foundOfKind))})`;
      });
      const found = await rowsOf<Omit<FoundRecord, 'kind' | 'state'> & { state: string }>(
        deps.database.pool,
        sql`SELECT ${opensBy ? raw(opensBy) : id} AS id, ${raw(number ?? 'NULL')} AS number, ${raw(title)} AS title,
              ${raw(state)} AS state, ${amount ? raw(`(${amount})::float8`) : raw('NULL::float8')} AS amount
            FROM (SELECT h.tenant_id, h.id, min(h.rank) AS rank FROM (${join(hits, ' UNION ALL ')}) h GROUP BY 1, 2) hit
            JOIN ${table} ON ${tenant} = hit.tenant_id AND ${id} = hit.id
            ORDER BY hit.rank, 2, 3, 1 LIMIT ${raw(String(foundOfKind))}`,
      );
      const once = [...new Map(found.map((record) => [record.id, record])).values()];
      return once.map((record) => ({
        kind,
        ...record,
        state: stateOf(record.state, words),
        ...(titleOf && { title: titleOf(record.title, call) }),
      }));
    },
  };
}

function stateOf(value: string, words: WordsOf<string>): FoundRecord['state'] {
  const { zh, en, tone = 'quiet' } = words[value] ?? { zh: value, en: value };
  return { value, words: { zh, en }, tone };
}

/** By a number of their own: wholly in either case, or by three characters of its start. */
export function numbered(column: string): Ways {
  return (typed) => {
    if (!/^[\w./-]+$/.test(typed)) return [];
    const values = [...new Set([typed, typed.toUpperCase()])];
    const start = values.at(-1) as string;
    return [
      { condition: sql`${raw(column)} = ANY(${values}::text[])`, whole: true },
      ...(start.length < 3 || !/\d/.test(start)
        ? []
        : [{ condition: sql`${raw(column)} LIKE ${fromStart(start)}`, whole: false }]),
    ];
  };
}

/** By a number of something that belongs to them: SQL of their ids, made of the condition of that number. */
export function numberedBy(column: string, itsIds: (of: Sql) => Sql): Ways {
  return (typed) =>
    /^[A-Za-z]{1,3}\d{6,}$/.test(typed)
      ? [{ condition: itsIds(sql`${raw(column)} = ${typed.toUpperCase()}`), whole: true }]
      : [];
}

/** By a name, wholly or by its start. */
export function byName(column: string): Ways {
  return (typed, session) => (/^\d+$/.test(typed) ? [] : labelled(column)(typed, session));
}

/** By whatever they are called, a number or a name: wholly or by its start. */
export function labelled(column: string): Ways {
  return (typed) => [
    { condition: sql`${raw(column)} = ${typed}`, whole: true },
    { condition: sql`${raw(column)} LIKE ${fromStart(typed)}`, whole: false },
  ];
}

/** By any part of a name, in the caller's own tenant: for what a tenant has few of. */
export function namedAnywhere(alias: string, ...columns: readonly string[]): Ways {
  return (typed, session) => (/^\d+$/.test(typed) ? [] : [anyOf(alias, columns, typed, session)]);
}

/** By how a name is spelled, or by the first letters of its characters: wholly, or by two letters of its start. */
export function spelled(pinyin: string, initials: string): Ways {
  return (typed) => {
    const letters = lettersOf(typed);
    if (!letters) return [];
    const whole = [initials, pinyin].map((column) => ({
      condition: sql`${raw(column)} = ${letters}`,
      whole: true,
    }));
    if (letters.length < 2) return whole;
    const starts = [pinyin, initials].map((column) => ({
      condition: sql`${raw(column)} LIKE ${fromStart(letters)}`,
      whole: false,
    }));
    return [...whole, ...starts];
  };
}

/** The same of any part of a name, as `namedAnywhere`. */
export function spelledAnywhere(alias: string, ...columns: readonly string[]): Ways {
  return (typed, session) => {
    const letters = lettersOf(typed);
    return letters && letters.length > 1 ? [anyOf(alias, columns, letters, session)] : [];
  };
}

function anyOf(alias: string, columns: readonly string[], text: string, { tenantId }: Session): Way {
  const any = columns.map((column) => sql`${raw(column)} ILIKE ${anywhere(text)}`);
  return {
    condition: sql`${raw(alias)}.tenant_id = ${tenantId}::uuid AND (${join(any, ' OR ')})`,
    whole: true,
  };
}

/** Typed pinyin as it is kept: small, without what parts its syllables. */
function lettersOf(typed: string): string | null {
  return /^[a-z][a-z' ]*$/i.test(typed) ? typed.toLowerCase().replaceAll(/[' ]/g, '') : null;
}

/** By a whole mobile number. */
export function byMobile(column: string): Ways {
  return (typed) =>
    mobileNumberPattern.test(typed) ? [{ condition: sql`${raw(column)} = ${typed}`, whole: true }] : [];
}

/** By the last four digits of a card. */
export function byLastFour(column: string): Ways {
  return (typed) =>
    /^\d{4}$/.test(typed) ? [{ condition: sql`${raw(column)} = ${typed}`, whole: true }] : [];
}
