import type { IssuePlanVersion } from '@xyxlx/database/client/client';
import type { Caller } from '../../../core/caller.ts';
import { Refusal } from '../../../core/errors.ts';
import type { ApprovalSubject, Decision } from '../../../platform/approval/subject.ts';
import { submitForApproval, supersede } from '../../../platform/approval/submit.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { writeState } from '../../../platform/records/change-state.ts';
import { mustAllow } from '../../../platform/records/stateful-record.ts';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import { lockMerchant } from '../../merchant/lock-merchant.ts';
import { checkPlan } from './check-plan.ts';
import { definitionOf } from './definition.ts';
import { type FoundPlan, lockPlan } from './find-plan.ts';
import { matterOfPlan } from './matter.ts';
import { mostOf } from './most-of.ts';
import { planStateMachine } from './plan-states.ts';
import { issuePlan } from './plan-subject.ts';
import { addVersion } from './write-plan.ts';

/** 发放计划: a version runs once another person has approved it; until then the one before does. */
export const issuePlanApproval: ApprovalSubject = {
  ...issuePlan,
  matter: matterOfPlan,
  waiting: `SELECT c.id FROM issue_plans c WHERE c.tenant_id = $1 AND (c.state = 'SUBMITTED' OR EXISTS (
    SELECT FROM issue_plan_versions v WHERE v.tenant_id = c.tenant_id AND v.plan_id = c.id AND v.state = 'SUBMITTED'))`,
  approve: publish,
  reject: sendBack,
  withdraw: sendBack,
};

/** Hands in the draft of a locked plan, or a disabled one as it is, with what it is to issue; an enabled one runs on by its published version. */
export async function submitPlan(
  tx: Transaction,
  by: Caller,
  found: FoundPlan,
  reason: string,
): Promise<void> {
  const { tenantId, id, merchantId, name, state, newest } = found;
  mustAllow(planStateMachine, 'submitPlan', found);
  if (state === 'ENABLED' && newest.state === 'PUBLISHED') {
    throw new Refusal({ zh: '没有待提交的修改', en: 'Nothing of it was changed: edit it first' });
  }
  const definition = definitionOf(newest);
  await checkPlan(tx, await lockMerchant(tx, by.session, merchantId), definition, shanghaiDay(by.now));
  // What was approved of a plan that was disabled since may be more or less now: it is another version of the same words.
  const isDraft = newest.state === 'DRAFT';
  const no = isDraft ? newest.no : await addVersion(tx, by, found, newest.no + 1, definition);
  const most = await mostOf(tx, { tenantId, merchantId, planId: id, definition }, by.now);
  const version = { tenantId_planId_no: { tenantId, planId: id, no } };
  await tx.issuePlanVersion.update({
    where: version,
    data: { mostAmount: most.amount, mostPeople: most.people },
  });
  await submitForApproval(tx, by, issuePlanApproval, {
    tenantId,
    merchantId,
    subjectId: id,
    subjectLabel: `${name} v${no}`,
    amount: most.nextDays,
    reason,
  });
  await tx.issuePlanVersion.update({ where: version, data: { state: 'SUBMITTED' } });
  const to = state === 'ENABLED' ? 'ENABLED' : 'SUBMITTED';
  await writeState(tx, by, planStateMachine, 'submitPlan', [found], { to });
}

/** Takes what waits of a plan back into its draft, because it is disabled now. */
export async function takeBack(tx: Transaction, by: Caller, found: FoundPlan): Promise<void> {
  const { tenantId, id, newest } = found;
  if (newest.state !== 'SUBMITTED') return;
  await supersede(tx, by, issuePlanApproval, { tenantId, subjectId: id });
  await moveVersion(tx, tenantId, newest.id, { state: 'DRAFT' });
}

async function publish(tx: Transaction, decision: Decision): Promise<void> {
  const { approval, session, now } = decision;
  const { tenantId, id: approvalId } = approval;
  const found = await lockPlan(tx, session, approval.subjectId);
  const { merchantId, newest, published } = found;
  // What it names may be gone since it was handed in.
  const merchant = await tx.merchant.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: merchantId } },
  });
  await checkPlan(tx, merchant, definitionOf(newest), shanghaiDay(now));
  if (published) await moveVersion(tx, tenantId, published.id, { state: 'RETIRED' });
  await moveVersion(tx, tenantId, newest.id, { state: 'PUBLISHED', approvalId, publishedAt: now });
  const columns = { lookedUntil: now, nextLookAt: now };
  await writeState(tx, decision, planStateMachine, 'approve', [found], { columns });
}

async function sendBack(tx: Transaction, decision: Decision): Promise<void> {
  const found = await lockPlan(tx, decision.session, decision.approval.subjectId);
  await moveVersion(tx, found.tenantId, found.newest.id, { state: 'DRAFT' });
  if (found.state === 'SUBMITTED') await writeState(tx, decision, planStateMachine, 'sendBack', [found]);
}

async function moveVersion(
  tx: Transaction,
  tenantId: string,
  id: string,
  data: Partial<Pick<IssuePlanVersion, 'state' | 'approvalId' | 'publishedAt'>>,
): Promise<void> {
  await tx.issuePlanVersion.update({ where: { tenantId_id: { tenantId, id } }, data });
}
