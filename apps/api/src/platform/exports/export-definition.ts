import { endpointAt } from '@xyxlx/contracts/contract';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { FileFormat } from '@xyxlx/contracts/file-format';
import type { Deps } from '../../core/deps.ts';
import type { Language } from '../../core/language.ts';
import { permit } from '../../core/permit.ts';
import type { Session } from '../../core/session.ts';
import type { Sql } from '../db/sql.ts';
import type { Column } from './column.ts';

/** A file of everything that a list is filtered to. With many rows it is a job. */
export interface ExportDefinition<Input extends { format: FileFormat } = { format: FileFormat }> {
  /** The area of the contract. */
  module: string;
  /** The endpoint, also the kind of its job. */
  action: string;
  /** The name of the file and its sheet. */
  title: Label;
  columns(language: Language, input: Input): Column[];
  /** FROM … WHERE …, without the order: what this caller sees of what is filtered. */
  rows(call: { session: Session; deps: Deps; input: Input }): Sql | Promise<Sql>;
  orderBy: Sql;
}

/** Refuses a caller who may not take this export (any more). */
export function permitExport(session: Session, { module, action }: ExportDefinition): void {
  permit(session, endpointAt(module, action)?.permission);
}
