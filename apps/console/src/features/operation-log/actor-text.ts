import type { OperationLogRow } from '@xyxlx/contracts/operation-log';

/** An actor's name, with the tenant they come from where it is not the record's. */
export function actorText({ name, tenant }: OperationLogRow['actor']): string {
  return tenant ? `${name} · ${tenant.name}` : name;
}
