import type { RiskReport } from '@xyxlx/database/client/client';
import type { Requester } from '../../../core/caller.ts';
import type { Deps } from '../../../core/deps.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';

/** What the job that writes a report is about. */
export interface ReportPayload {
  tenantId: string;
  reportId: string;
}

/** Its kind. */
export const reportJobKind = 'riskReport';

/** Starts the writing of an approved report's file, in its tenant. */
export async function startReportJob(
  tx: Transaction,
  { session, request, deps }: Requester & { deps: Pick<Deps, 'jobs'> },
  { tenantId, id: reportId }: Pick<RiskReport, 'tenantId' | 'id'>,
): Promise<void> {
  const payload: ReportPayload = { tenantId, reportId };
  await deps.jobs.start(tx, { session: { ...session, tenantId }, request }, { kind: reportJobKind, payload });
}
