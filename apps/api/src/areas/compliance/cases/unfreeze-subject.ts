import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { paths } from '@xyxlx/contracts/paths';
import type { Waits } from '@xyxlx/contracts/waits';
import type { RiskCase } from '@xyxlx/database/client/client';
import type { Call } from '../../../core/call.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import type { ApprovalSubject } from '../../../platform/approval/subject.ts';
import { submitForApproval } from '../../../platform/approval/submit.ts';
import { change, type Transaction } from '../../../platform/db/transaction.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { caseOf } from './case-detail.sql.ts';
import { lockAnyCase, lockCase } from './case-states.ts';
import { lockSubjectCard, lockSubjectEmployee } from './lock-subject.ts';
import { matterOfCase } from './matter.ts';
import { stepCases } from './step-cases.ts';
import { userOfSubject } from './subject.sql.ts';
import { unfreezeCard } from './unfreeze-card.ts';
import { unfreezeEmployee } from './unfreeze-employee.ts';

const nothingToPutBack = async () => undefined;

/** 解冻: what compliance froze is lifted by two of its own. */
export const complianceUnfreeze: ApprovalSubject = {
  type: 'complianceUnfreeze',
  label: { zh: '解冻案件主体', en: 'Unfreezing of the subject of a case' },
  permission: 'compliance.decide',
  link: (id) => `${paths.complianceAudit}?open=${id}`,
  matter: matterOfCase,
  waiting: `SELECT subject_id AS id FROM approvals WHERE tenant_id = $1 AND subject_type = 'complianceUnfreeze' AND state = 'PENDING'`,
  approve: async (tx, decision) => {
    const { id: approvalId, tenantId, subjectId, reason } = decision.approval;
    const row = await lockAnyCase(tx, tenantId, subjectId);
    const { card, employee } = await frozenSubject(tx, row);
    const by = { approvalId, now: decision.now };
    if (card) await unfreezeCard(tx, card, by);
    if (employee) await unfreezeEmployee(tx, employee, by);
    await stepCases(tx, decision, tenantId, [row.id], { action: 'UNFREEZE', note: reason ?? '' });
  },
  reject: nothingToPutBack,
  withdraw: nothingToPutBack,
};

/** Asks for the subject of a case to be unfrozen. */
export function unfreezeSubject(
  call: Call<{ id: string; reason: string }, Session>,
): Promise<RiskCaseDetail & Waits> {
  const { input, session, now } = call;
  const { reason } = input;
  return change(call, async (tx) => {
    const row = await lockCase(tx, session, input.id);
    const { tenantId, id, caseNo, subjectType, subjectId, merchantId, companyId } = row;
    await frozenSubject(tx, row);
    const approval = await submitForApproval(tx, call, complianceUnfreeze, {
      ...{ tenantId, subjectId: id, subjectLabel: caseNo, reason },
      ...{ merchantId, companyId: merchantId ? null : companyId },
      // The database lets go of nobody else by it.
      act: { subjectType, subjectId },
      // Whom the case is about neither sees nor decides it.
      alsoMadeBy: [await userOfSubject(tx, row)],
    });
    await logChange(tx, call, { tenantId, id, label: caseNo, after: { unfreezeSubmitted: true }, reason });
    return { ...(await caseOf(tx, session, id, now)), approvalId: approval.id };
  });
}

/** What of a case compliance froze, locked; throws 406 where nothing is. */
async function frozenSubject(tx: Transaction, row: RiskCase) {
  const card = row.subjectType === 'CARD' ? await lockSubjectCard(tx, row) : null;
  const employee = row.subjectType === 'EMPLOYEE' ? await lockSubjectEmployee(tx, row) : null;
  if ((card ?? employee)?.frozenBy !== 'COMPLIANCE') {
    throw new Refusal({ zh: '该主体未被合规冻结', en: 'Compliance has not frozen it' });
  }
  return { card, employee };
}
