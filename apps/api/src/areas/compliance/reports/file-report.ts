import type { complianceReport as contract, RiskReportDetail } from '@xyxlx/contracts/compliance-report';
import type { Waits } from '@xyxlx/contracts/waits';
import type { RiskCase } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { FieldRefusal, Refusal, recordMissing } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { submitForApproval } from '../../../platform/approval/submit.ts';
import { sql } from '../../../platform/db/sql.ts';
import { change, type Transaction } from '../../../platform/db/transaction.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { nextCount } from '../../../platform/records/numbers.ts';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import { lockCase } from '../cases/case-states.ts';
import { reportDue } from '../cases/report-due.ts';
import { stepCases } from '../cases/step-cases.ts';
import { userOfSubject } from '../cases/subject.sql.ts';
import { reportOf } from './report.sql.ts';
import { suspiciousReport } from './report-approval.ts';

type Input = z.output<typeof contract.fileReport.input>;

/** Hands a report about a case in; what it says is never edited, a mistake is corrected by another one. */
export function fileReport(call: Call<Input, Session>): Promise<RiskReportDetail & Waits> {
  const { input, session, now } = call;
  const { kind, narrative, correctsId = null } = input;
  return change(call, async (tx) => {
    const row = await lockCase(tx, session, input.id);
    const { tenantId, id: caseId, caseNo, merchantId, companyId } = row;
    await mustBeAlone(tx, row);
    const hitIds = await hitsOf(tx, row, input.hitIds);
    if (correctsId !== null) await mustBeApproved(tx, row, correctsId);
    const suspectedAt = row.suspectedAt ?? now;
    const reportNo = await nextReportNo(tx, tenantId, now);
    const { id } = await tx.riskReport.create({
      data: {
        ...{ tenantId, reportNo, caseId, correctsId, kind, narrative: narrative.trim(), hitIds },
        ...{
          measures: [...new Set(input.measures)],
          dueOn: new Date(await reportDue(tx, tenantId, suspectedAt)),
        },
        ...{ createdAt: now, createdBy: session.userName, createdById: session.userId },
      },
    });
    await stepCases(tx, call, tenantId, [caseId], {
      ...{ action: 'REPORT', note: reportNo, detail: { reportId: id } },
      columns: sql`suspected_at = coalesce(c.suspected_at, ${now}::timestamptz)`,
    });
    const approval = await submitForApproval(tx, call, suspiciousReport, {
      ...{ tenantId, subjectId: id, subjectLabel: `${reportNo} ${caseNo}` },
      ...{ merchantId, companyId: merchantId ? null : companyId },
      // Whom the case is about neither sees nor decides it.
      alsoMadeBy: [await userOfSubject(tx, row)],
    });
    await tx.riskReport.update({
      where: { tenantId_id: { tenantId, id } },
      data: { approvalId: approval.id },
    });
    const after = { caseNo, kind, hits: hitIds.length, ...(correctsId && { corrects: correctsId }) };
    await logChange(tx, call, { tenantId, id, label: reportNo, after });
    return { ...(await reportOf(tx, session, id)), approvalId: approval.id };
  });
}

async function mustBeAlone(tx: Transaction, { tenantId, id: caseId }: RiskCase): Promise<void> {
  const open = { tenantId, caseId, state: { in: ['SUBMITTED' as const, 'WRITING' as const] } };
  if ((await tx.riskReport.count({ where: open })) === 0) return;
  throw new Refusal({ zh: '报告待审批', en: 'A report of it waits for its approval already' });
}

/** The hits, each once; throws 406 for one that the case doesn't have. */
async function hitsOf(
  tx: Transaction,
  { tenantId, id: caseId }: RiskCase,
  given: readonly string[],
): Promise<string[]> {
  const hitIds = [...new Set(given.map((id) => id.toLowerCase()))];
  const found = await tx.riskAlert.count({ where: { tenantId, caseId, hitId: { in: hitIds } } });
  if (found === hitIds.length) return hitIds;
  throw new FieldRefusal('hitIds', { zh: '命中不属于该案件', en: 'A hit is none of the case' });
}

async function mustBeApproved(
  tx: Transaction,
  { tenantId, id: caseId }: RiskCase,
  id: string,
): Promise<void> {
  if ((await tx.riskReport.count({ where: { tenantId, id, caseId, state: 'APPROVED' } })) === 0)
    throw recordMissing();
}

/** KY, the day, and the how manieth of it. */
async function nextReportNo(tx: Transaction, tenantId: string, now: Date): Promise<string> {
  const day = `KY${shanghaiDay(now).replaceAll('-', '')}`;
  return `${day}${String(await nextCount(tx, tenantId, day)).padStart(4, '0')}`;
}
