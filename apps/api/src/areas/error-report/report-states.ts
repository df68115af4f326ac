import { errorReportTransitions } from '@xyxlx/contracts/error-report';
import type { ErrorReport, Prisma } from '@xyxlx/database/client/client';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { lockOfService } from '../../platform/records/lock-visible.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';
import { noTransition } from '../../platform/records/wrong-state.ts';

/** A report as the log has it: in that of the tenant of whoever looks after it, as it has none itself. */
type Report = ErrorReport & { tenantId: string };

/** The states of a report. */
export const errorReportStateMachine: RecordOf<
  typeof errorReportTransitions,
  Report,
  Prisma.ErrorReportUncheckedUpdateManyInput
> = {
  table: errorReportTransitions,
  type: 'errorReport',
  label: ({ ticket }) => ticket,
  lock: lockReports,
  update: (tx, { tenantId: _, ...where }, data) => tx.errorReport.updateMany({ where, data }),
  refusal: noTransition(errorReportTransitions),
  effects: {
    closeErrorReport: (_tx, _by, _rows, { reason }) => ({ resolution: reason ?? null }),
    reopenErrorReport: () => ({ resolution: null }),
  },
};

async function lockReports(tx: Transaction, session: Session, ids: readonly string[]): Promise<Report[]> {
  const locked = await lockOfService(tx, session, 'error_reports', ids);
  const reports = await tx.errorReport.findMany({ where: { id: { in: locked } } });
  return reports.map((report) => ({ ...report, tenantId: session.tenantId }));
}
