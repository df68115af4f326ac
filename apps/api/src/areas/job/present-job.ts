import type { Label } from '@xyxlx/contracts/endpoint';
import { type Job, type JobState, jobTransitions } from '@xyxlx/contracts/job';
import type { Permission } from '@xyxlx/contracts/permissions';
import { allows } from '@xyxlx/contracts/transitions';
import type { Deps } from '../../core/deps.ts';
import type { ImportPayload } from '../../platform/imports/import-definition.ts';
import { mendableColumns } from '../../platform/imports/mend-rows.ts';

/** A job as it is read from the database. */
export interface JobRow {
  id: string;
  kind: string;
  state: JobState;
  permission: Permission | null;
  total: number;
  done: number;
  failed: number;
  message: Label | null;
  payload: object;
  fileName: string | null;
  fileSha256: string | null;
  cancelRequestedAt: Date | null;
  createdAt: Date;
  createdById: string;
  createdBy: string;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** What its confirmation waits for. */
  approvalId: string | null;
}

/** The definition behind an import's job; undefined for other work. */
export function importOf({ registry }: Pick<Deps, 'registry'>, { kind }: Pick<JobRow, 'kind'>) {
  return registry.imports.get(kind);
}

/** The newest import of the very same file that changed something. */
export type SameFile = { id: string; createdAt: Date; createdBy: string } | null;

/**
 * Whether somebody can mend an import's bad rows: who uploaded it, while nobody decides on it and nothing of it took effect. Whoever else
 * could put other rows in could then approve them.
 */
export function canMend(row: JobRow, userId: string): boolean {
  const { report } = row.payload as Partial<ImportPayload>;
  if (!report || report.bad === 0 || row.approvalId !== null || row.createdById !== userId) return false;
  return allows(jobTransitions, 'mendImportRows', row.state) && (row.state !== 'FAILED' || report.good === 0);
}

/** A job as the wire has one, to a user. */
export function presentJob(deps: Deps, userId: string, row: JobRow, sameFile: SameFile = null): Job {
  const { id, kind, state, total, done, failed, message, createdBy, approvalId } = row;
  const definition = deps.jobs.kind(kind);
  return {
    id,
    kind,
    title: definition.title,
    state,
    total,
    done,
    failed,
    message,
    canCancel:
      allows(jobTransitions, 'cancelJob', state) &&
      row.cancelRequestedAt === null &&
      approvalId === null &&
      !definition.goesOnToItsEnd,
    canMend: importOf(deps, row) !== undefined && canMend(row, userId),
    canUndo: allows(jobTransitions, 'undoImport', state) && importOf(deps, row)?.undo !== undefined,
    createdAt: row.createdAt.toISOString(),
    createdBy,
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    approvalId,
    page: definition.outcome?.({ id, payload: row.payload }) ?? null,
    report: reportOf(deps, row, sameFile),
  };
}

function reportOf(deps: Deps, row: JobRow, sameFile: SameFile): Job['report'] {
  const definition = importOf(deps, row);
  if (!definition) return null;
  const { report, rows, header } = row.payload as ImportPayload;
  if (!report) return null;
  const mendable = mendableColumns(definition, header);
  return {
    fileName: row.fileName ?? '',
    sha256: row.fileSha256 ?? '',
    sameFile: sameFile && { ...sameFile, createdAt: sameFile.createdAt.toISOString() },
    columns: definition.columns.map(({ label }, index) => ({ ...label, canMend: mendable[index] ?? false })),
    rows,
    made: null,
    ...report,
  };
}
