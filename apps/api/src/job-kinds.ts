import { checkLimitBatch } from './areas/bill-change/check-batch.ts';
import { runLimitBatch, undoLimitBatch } from './areas/bill-change/run-batch.ts';
import { employeeImport } from './areas/employee/import-employees.ts';
import { userImport } from './areas/user-account/import-users.ts';
import type { ImportDefinition } from './platform/imports/import-definition.ts';
import { importKind } from './platform/imports/import-kind.ts';
import type { JobKind } from './platform/jobs/job-kind.ts';

/** The map of files that can be imported. */
export const imports: readonly ImportDefinition[] = [userImport, employeeImport];

/** The map of long work: every kind of job the service knows. */
export const jobKinds: readonly JobKind[] = [
  ...imports.map(importKind),
  checkLimitBatch,
  runLimitBatch,
  undoLimitBatch,
];
