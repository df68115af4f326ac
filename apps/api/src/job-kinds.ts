import { billDetailsExport, billEntryExport, billExport } from './areas/bill/bill-exports.ts';
import { checkLimitBatch } from './areas/bill-change/check-batch.ts';
import { failedRowsExport, limitExport } from './areas/bill-change/limit-exports.ts';
import { runLimitBatch, undoLimitBatch } from './areas/bill-change/run-batch.ts';
import { consumptionExport } from './areas/consumption/consumption-export.ts';
import { employeeExport } from './areas/employee/employee-export.ts';
import { employeeImport } from './areas/employee/import-employees.ts';
import { adjustmentExport } from './areas/limit/adjustment-export.ts';
import { lotteryExport } from './areas/lottery/lottery-export.ts';
import { merchantExport } from './areas/merchant/merchant-export.ts';
import { logExport } from './areas/operation-log/log-export.ts';
import { userExport } from './areas/user-account/export-users.ts';
import { userImport } from './areas/user-account/import-users.ts';
import type { ExportDefinition } from './platform/exports/export-definition.ts';
import { exportKind } from './platform/exports/export-kind.ts';
import type { ImportDefinition } from './platform/imports/import-definition.ts';
import { importKind } from './platform/imports/import-kind.ts';
import type { JobKind } from './platform/jobs/job-kind.ts';

/** The map of files that can be imported. */
export const imports: readonly ImportDefinition[] = [userImport, employeeImport];

/** The map of exports: with many rows they are jobs. */
export const exports: readonly ExportDefinition[] = [
  merchantExport,
  employeeExport,
  limitExport,
  failedRowsExport,
  adjustmentExport,
  consumptionExport,
  lotteryExport,
  billExport,
  billDetailsExport,
  billEntryExport,
  logExport,
  userExport,
];

/** The map of long work: every kind of job the service knows. */
export const jobKinds: readonly JobKind[] = [
  ...imports.map(importKind),
  ...exports.map(exportKind),
  checkLimitBatch,
  runLimitBatch,
  undoLimitBatch,
];
