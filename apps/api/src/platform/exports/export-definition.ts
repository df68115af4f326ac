import { endpointAt } from '@xyxlx/contracts/contract';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { FileFormat } from '@xyxlx/contracts/file-format';
import type { Deps } from '../../core/deps.ts';
import type { Language } from '../../core/language.ts';
import type { Operation } from '../../core/operation.ts';
import { permit } from '../../core/permit.ts';
import type { Session } from '../../core/session.ts';
import { empty, raw, type Sql, sql } from '../db/sql.ts';
import { type Column, typed } from './column.ts';

/** The rows of a file: what follows FROM, and WHERE. */
export interface ExportRows {
  from: Sql;
  where?: Sql;
}

/** A file of everything that a list is filtered to. With many rows it is a job. */
export interface ExportDefinition<Input extends { format: FileFormat } = { format: FileFormat }> {
  /** What its endpoint does; the action is also the kind of its job. */
  operation: Operation;
  /** The name of the file and its sheet. */
  title: Label;
  columns(language: Language, input: Input): Column[];
  /** The alias of the table whose rows name their tenant, to whoever sees several. */
  tenantOf?: string;
  /** What this caller sees of what is filtered. */
  rows(call: { session: Session; deps: Deps; input: Input }): ExportRows | Promise<ExportRows>;
  orderBy: Sql;
}

/** The columns as this caller gets them: with each row's tenant second, as in the list, where they see several. */
export function columnsFor<Input extends { format: FileFormat }>(
  definition: Pick<ExportDefinition<Input>, 'columns' | 'tenantOf'>,
  session: Pick<Session, 'scope'>,
  language: Language,
  input: Input,
): Column[] {
  const columns = definition.columns(language, input);
  if (!namesTenants(definition, session)) return columns;
  return columns.toSpliced(1, 0, typed({ zh: '租户', en: 'Tenant' }, 'whose.name'));
}

/** FROM and WHERE of the rows as this caller gets them: joined to their tenants where the columns name them. */
export async function rowsFor<Input extends { format: FileFormat }>(
  definition: Pick<ExportDefinition<Input>, 'rows' | 'tenantOf'>,
  call: { session: Session; deps: Deps; input: Input },
): Promise<Sql> {
  const { from, where } = await definition.rows(call);
  const whose = namesTenants(definition, call.session)
    ? sql`LEFT JOIN tenants whose ON whose.id = ${raw(`${definition.tenantOf}.tenant_id`)}`
    : empty;
  return sql`FROM ${from} ${whose} ${where ? sql`WHERE ${where}` : empty}`;
}

function namesTenants({ tenantOf }: Pick<ExportDefinition, 'tenantOf'>, { scope }: Pick<Session, 'scope'>) {
  return tenantOf !== undefined && scope.all;
}

/** Refuses a caller who may not take this export (any more). */
export function permitExport(session: Session, { operation }: ExportDefinition): void {
  permit(session, endpointAt(operation.module, operation.action)?.permission);
}
