import type { OperationLogRow } from '@xyxlx/contracts/operation-log';
import { actorName } from '../../lib/stamp.ts';

/** An actor's name, with the tenant they come from where it is not the record's. */
export function actorText({ name, tenant }: OperationLogRow['actor']): string {
  return tenant ? `${actorName(name)} · ${tenant.name}` : actorName(name);
}
