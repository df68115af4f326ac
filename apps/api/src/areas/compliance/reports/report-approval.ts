import { paths } from '@xyxlx/contracts/paths';
import type { RiskReport } from '@xyxlx/database/client/client';
import { alreadyHandled } from '../../../core/errors.ts';
import type { ApprovalSubject, Decision } from '../../../platform/approval/subject.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { monthsAfter, shanghaiDay } from '../../../platform/time/shanghai.ts';
import { matterOfReport } from './matter.ts';
import { startReportJob } from './start-report-job.ts';

const keptMonths = 120;

/** 可疑报告: approved, its file is written, and kept for ten years. */
export const suspiciousReport: ApprovalSubject = {
  type: 'suspiciousReport',
  label: { zh: '可疑报告', en: 'Suspicious report' },
  permission: 'compliance.decide',
  link: (id) => `${paths.complianceAudit}?report=${id}`,
  matter: matterOfReport,
  waiting: `SELECT id FROM risk_reports WHERE tenant_id = $1 AND state = 'SUBMITTED'`,
  approve: async (tx, decision) => {
    const { now, approval } = decision;
    const report = await move(tx, decision, 'WRITING', {
      ...{ approvalId: approval.id, approvedAt: now },
      keptUntil: new Date(monthsAfter(shanghaiDay(now), keptMonths)),
    });
    await startReportJob(tx, decision, report);
  },
  reject: async (tx, decision) => {
    await move(tx, decision, 'REJECTED');
  },
  withdraw: async (tx, decision) => {
    await move(tx, decision, 'WITHDRAWN');
  },
};

async function move(
  tx: Transaction,
  { approval: { tenantId, subjectId: id } }: Decision,
  state: RiskReport['state'],
  columns: Partial<Pick<RiskReport, 'approvalId' | 'approvedAt' | 'keptUntil'>> = {},
): Promise<RiskReport> {
  const [report] = await tx.riskReport.updateManyAndReturn({
    where: { tenantId, id, state: 'SUBMITTED' },
    data: { ...columns, state, version: { increment: 1 } },
  });
  if (!report) throw alreadyHandled();
  return report;
}
