import { endpointAt } from '@xyxlx/contracts/contract';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { FileFormat } from '@xyxlx/contracts/file-format';
import type { Deps } from '../../core/deps.ts';
import type { Language } from '../../core/language.ts';
import type { Operation } from '../../core/operation.ts';
import { permit } from '../../core/permit.ts';
import type { Session } from '../../core/session.ts';
import type { Sql } from '../db/sql.ts';
import { type Column, tenant } from './column.ts';

/** A file of everything that a list is filtered to. With many rows it is a job. */
export interface ExportDefinition<Input extends { format: FileFormat } = { format: FileFormat }> {
  /** What its endpoint does; the action is also the kind of its job. */
  operation: Operation;
  /** The name of the file and its sheet. */
  title: Label;
  columns(language: Language, input: Input): Column[];
  /** The alias of the table whose rows name their tenant, to whoever sees several. */
  tenantOf?: string;
  /** FROM … WHERE …, without the order: what this caller sees of what is filtered. */
  rows(call: { session: Session; deps: Deps; input: Input }): Sql | Promise<Sql>;
  orderBy: Sql;
}

/** The columns as this caller gets them: with each row's tenant second, as in the list, where they see several. */
export function columnsFor<Input extends { format: FileFormat }>(
  { columns: own, tenantOf }: Pick<ExportDefinition<Input>, 'columns' | 'tenantOf'>,
  { scope }: Pick<Session, 'scope'>,
  language: Language,
  input: Input,
): Column[] {
  const columns = own(language, input);
  return tenantOf && scope.all ? columns.toSpliced(1, 0, tenant(tenantOf)) : columns;
}

/** Refuses a caller who may not take this export (any more). */
export function permitExport(session: Session, { operation }: ExportDefinition): void {
  permit(session, endpointAt(operation.module, operation.action)?.permission);
}
