import type { Label } from '@xyxlx/contracts/endpoint';
import type { OperationLogRow } from '@xyxlx/contracts/operation-log';
import { targetTypeLabel } from './record-words.ts';

/** What an operation was done to: the kind of record, and the name that it had then. */
export function targetText(
  { target, actionLabel }: Pick<OperationLogRow, 'target' | 'actionLabel'>,
  label: (words: Label) => string,
): string {
  const type = label(targetTypeLabel(target.type));
  // Neither is a record with a name of its own; what was kept in its place is Chinese alone.
  if (target.type === 'operationLog') return type;
  if (target.type === 'endpoint') return `${type} · ${label(actionLabel)}`;
  return `${type} · ${target.label}`;
}
