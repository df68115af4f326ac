import { cardProductTransitions } from '@xyxlx/contracts/card-product';
import { paths } from '@xyxlx/contracts/paths';
import type { CardProduct } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { operationOf } from '../../core/operation.ts';
import {
  approvedChange,
  type Columns,
  changeApplied,
  submitChange,
  waitingChanges,
} from '../../platform/approval/record-change.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { refuseAgainstPolicy } from './policy.ts';
import { cardProductStateMachine } from './product-states.ts';
import { approvedTerms, comparedTerms, noTerms, termColumns } from './product-terms.ts';

/** 卡产品: a new product, and each change of one that was approved, needs a second person. */
export const cardProductChange: ApprovalSubject = {
  type: 'cardProduct',
  label: { zh: '卡产品', en: 'Card product' },
  permission: 'card.approve',
  link: (id) => `${paths.card}?tab=products&open=${id}`,
  changes: comparedTerms,
  waiting: waitingChanges('cardProduct'),
  approve: apply,
  reject: sendBack,
  withdraw: sendBack,
};

/** Hands in what a product is to say; returns what it waits for. 406 while another change of it waits. */
export async function submitTerms(
  tx: Transaction,
  by: Caller,
  { tenantId, id, code, name }: CardProduct,
  change: { before: Columns; after: Columns },
  reason?: string,
): Promise<string> {
  const submission = {
    ...{ tenantId, subjectId: id, subjectLabel: `${code} ${name}` },
    ...(reason && { reason }),
  };
  return (await submitChange(tx, by, cardProductChange, submission, change)).id;
}

async function apply(tx: Transaction, decision: Decision): Promise<void> {
  const { approval, session, now } = decision;
  const { tenantId, subjectId: id } = approval;
  const where = { tenantId_id: { tenantId, id } };
  const row = await tx.cardProduct.findUniqueOrThrow({ where });
  const isNew = row.state === 'SUBMITTED';
  const approved = await approvedChange(tx, decision, isNew ? noTerms : termColumns(row));
  const terms = approvedTerms(approved);
  const next = { ...row, ...terms };
  await refuseAgainstPolicy(tx, next);
  if (isNew) {
    await writeState(tx, decision, cardProductStateMachine, 'approveProduct', [row], {
      columns: { changeId: approval.id },
    });
  } else {
    await tx.cardProduct.update({
      where,
      data: { ...terms, changeId: approval.id, ...nextVersion(session, now) },
    });
  }
  await changeApplied(tx, decision);
  const [before, after] = isNew
    ? [{ state: 'SUBMITTED' }, { state: 'ENABLED' }]
    : [termColumns(row), termColumns(next)];
  await logChange(
    tx,
    { ...decision, operation: operationOf('card', isNew ? 'submitProduct' : 'editProduct') },
    {
      ...{ tenantId, id, label: cardProductStateMachine.label(row) },
      ...differenceOf(before, after, Object.keys(after)),
      ...(approval.reason && { reason: approval.reason }),
    },
  );
}

/** A product that is new is a draft again; one that was approved before never changed. */
async function sendBack(tx: Transaction, decision: Decision): Promise<void> {
  const { tenantId, subjectId: id } = decision.approval;
  const [from] = cardProductTransitions.automatic.sendProductBack.from;
  const waiting = await tx.cardProduct.count({ where: { tenantId, id, state: from } });
  if (waiting > 0) {
    await writeState(tx, decision, cardProductStateMachine, 'sendProductBack', [{ tenantId, id }]);
  }
}
