import type { Label } from '@xyxlx/contracts/endpoint';
import type { Permission } from '@xyxlx/contracts/permissions';
import type { TimelineKind } from '@xyxlx/contracts/timeline';
import type { Words } from '@xyxlx/contracts/words';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import type { Sql } from '../db/sql.ts';

/** The record that a timeline is of; its tenant is known, so that every table is read by an index that begins with it. */
export interface About {
  tenantId: string;
  id: string;
}

/** What is read of a row beside when it was and what ends ties; what a source doesn't say is null. */
export interface TimelineRow {
  /** The value of an enumeration, or whatever else `tell` makes words of. */
  word: string | null;
  by: string | null;
  number: string | null;
  text: string | null;
  state: string | null;
  amount: number | null;
  /** The id of the record that it leads to. */
  about: string | null;
}

/** What a row says. */
interface Told {
  title: Label;
  state?: Words | undefined;
  /** In place of the row's own. */
  text?: string | null;
  number?: string | null;
  /** The kind of record that it leads to; without, it leads nowhere. */
  leadsTo?: string | undefined;
  /** The day that it adds up. */
  day?: string;
}

export type Reader = Call<unknown, Session>;

/** One place where something is kept that touches a record. */
export interface TimelineSource {
  kind: TimelineKind;
  /** Who is told of it: whoever may see the list of such things. */
  permission?: Permission;
  /** What stands after FROM: the rows about the record that the caller may see. Every table names the record's tenant. */
  from(about: About, reader: Reader): Sql;
  /** SQL of when it was: a timestamptz, never null. */
  at: string;
  /** SQL of what ends ties, unique among rows of one moment: a uuid, or a text where `isText` says so. */
  tie: string;
  isText?: true;
  select: Partial<Record<keyof TimelineRow, string>>;
  tell(row: TimelineRow, reader: Reader): Told;
  /** Where the index is in another order than by `at`: that order, and what comes before a moment (or at it) in it. */
  order?: { by: string; before(moment: Sql, orAtIt: boolean): Sql };
}
