import { approvalThreshold } from './areas/approval/threshold-change.ts';
import { billConfirmation } from './areas/bill/confirmation.ts';
import { limitBatchApproval } from './areas/bill-change/batch-approval.ts';
import { batchUndoApproval } from './areas/bill-change/undo-batch.ts';
import { companyCertification } from './areas/company/certification.ts';
import { companyChange } from './areas/company/guarded-change.ts';
import { refundApproval } from './areas/consumption/refund.ts';
import { invoiceApproval } from './areas/invoice/decide-invoice.ts';
import { adjustmentApproval, undoApproval } from './areas/limit/act-approvals.ts';
import { awardApproval } from './areas/lottery/award.ts';
import { merchantChange } from './areas/merchant/guarded-change.ts';
import { merchantRegistration } from './areas/merchant/registration.ts';
import type { ApprovalSubject } from './platform/approval/subject.ts';

/** Everything that waits for a checker, one line a kind; its rules live in its own area. */
const subjects: readonly ApprovalSubject[] = [
  merchantRegistration,
  merchantChange,
  billConfirmation,
  adjustmentApproval,
  undoApproval,
  limitBatchApproval,
  batchUndoApproval,
  refundApproval,
  awardApproval,
  invoiceApproval,
  companyCertification,
  companyChange,
  approvalThreshold,
];

/** The kinds by their type. */
export const approvalSubjects: ReadonlyMap<string, ApprovalSubject> = new Map(
  subjects.map((subject) => [subject.type, subject]),
);
