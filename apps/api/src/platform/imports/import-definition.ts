import type { Label } from '@xyxlx/contracts/endpoint';
import type { ImportFigure, MadeByImport } from '@xyxlx/contracts/job';
import type { Permission } from '@xyxlx/contracts/permissions';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Caller, Requester } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import type { Transaction } from '../db/transaction.ts';
import type { JobKey } from '../jobs/job-kind.ts';

/** A column of an import's file; the header may be in either language, columns in any order, others are kept but not read. */
export interface ImportColumn {
  key: string;
  label: Label;
  required?: boolean;
  /** In characters; 200 where nothing is said. */
  maxLength?: number;
  /** A mobile number or an e-mail address: the report of the dry run shows it masked. */
  personal?: boolean;
  /** A value may be there once a file; the first row that has it wins. The words, with % for that row's number, where they are not the usual ones. */
  unique?: true | Label;
  /** A text that lies nowhere in clear: the stage keeps what may be seen of it, and beside that what it is found and read by. One column at most. */
  secret?: boolean;
  /** The value as it is to be kept, of a trimmed text that is not empty; throws a `Refusal` for one that can't be. */
  read?: (text: string) => string;
}

/** What the stage keeps of a secret text: the id that it belongs to, its cipher for that id, and what it is found by, the present index first. */
export type KeptSecret = readonly [id: string, cipher: string, index: string, ...older: string[]];

/** How the secret column of an import is kept. */
export interface SecretColumn {
  /** What may be seen of any text there, also of one that is refused. */
  mask(text: string): string;
  keep(text: string, deps: Deps): KeptSecret;
}

/** One kind of file that can be imported: dry run, confirmation, effect. */
export interface ImportDefinition<Params extends object = object> {
  kind: string;
  title: Label;
  permission: Permission;
  /** The console's path on which the file was chosen. */
  page(params: Params): string;
  columns: readonly ImportColumn[];
  maxRows: number;
  /** Needed where a column is secret. */
  secret?: SecretColumn;
  /** Throws a `Refusal` of the whole file for what its header has. */
  refuseHeader?(header: readonly string[]): void;
  /** Rows of one step, that is of one transaction; 500 where nothing is said. */
  batch?: number;
  /** Compares all good rows with the database, set by set: refuses rows, notes what they will do, sums up. */
  check?(tx: Transaction, file: ImportRun<Params>): Promise<ImportFigure[]>;
  /** What follows once somebody confirms it, where that is more than `runImport`: a large one waits for a checker. */
  confirm?(tx: Transaction, by: Caller, job: JobKey): Promise<unknown>;
  /** Does what the good rows of the batch say; rows that turn out bad only now are refused, not skipped silently. Says which record they became, where that is one. */
  apply(tx: Transaction, batch: ImportRun<Params>): Promise<MadeByImport | undefined>;
  /** Takes all of it back and says how many records that were; a `Refusal` when one of them was touched since. */
  undo?(tx: Transaction, file: ImportRun<Params>): Promise<number>;
}

/** The rows of an import as statements see them: `FROM import_rows r WHERE ${run.rows}`. */
export interface ImportRun<Params extends object = object> {
  jobId: string;
  tenantId: string;
  params: Params;
  actor: Requester;
  deps: Deps;
  /** The good rows (of the batch) of the table alias `r`. */
  rows: Prisma.Sql;
  /** A column's cell of the table alias `r`; '' where it is empty. */
  cell(key: string): Prisma.Sql;
  /** A part of what is kept of the secret column, of the table alias `r`. */
  secret(part: 'id' | 'cipher' | 'index' | 'indexes'): Prisma.Sql;
  /** Refuses the rows (of the batch) whose numbers `rowNumbers` selects (`SELECT row_no …`) for a reason in one column. */
  refuse(key: string, reason: Label, rowNumbers: Prisma.Sql): Promise<void>;
}

/** What an import's job carries with it. */
export interface ImportPayload<Params extends object = object> {
  params: Params;
  /** The file's own header, for the file of failed rows. */
  header: string[];
  rows: number;
  report: { good: number; bad: number; figures: ImportFigure[]; made?: MadeByImport } | null;
  /** Who takes it back. */
  undoneBy?: Requester;
}
