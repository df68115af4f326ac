import { paths } from '@xyxlx/contracts/paths';
import type { InstitutionVersion } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { submitForApproval, supersede } from '../../platform/approval/submit.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { type FoundInstitution, lockInstitution } from './find-institution.ts';
import { institutionStateMachine } from './institution-states.ts';
import { matterOfInstitution } from './matter.ts';
import { countPublication } from './published-rules.ts';

/** 制度发布: a version judges once another person has approved it; until then the one before does. */
export const institutionVersion: ApprovalSubject = {
  type: 'institutionVersion',
  label: { zh: '制度发布', en: 'Publication of a policy' },
  permission: 'rule.approve',
  link: (id) => `${paths.rules}?open=${id}`,
  matter: matterOfInstitution,
  waiting: `SELECT i.id FROM institutions i WHERE i.tenant_id = $1 AND (i.state = 'SUBMITTED' OR EXISTS (
    SELECT FROM institution_versions v WHERE v.tenant_id = i.tenant_id AND v.institution_id = i.id AND v.state = 'SUBMITTED'))`,
  approve: publish,
  reject: sendBack,
  withdraw: sendBack,
};

/** Hands in the draft of a locked 制度, or a disabled one as it is; an enabled one judges on by its published version. */
export async function submit(
  tx: Transaction,
  by: Caller,
  found: FoundInstitution,
  reason: string,
): Promise<void> {
  const { tenantId, id, name, state, newestId, newestNo, newestState, newestValidTo } = found;
  mustAllow(institutionStateMachine, 'submitInstitution', found);
  if (state === 'ENABLED' && newestState === 'PUBLISHED') {
    throw new Refusal({ zh: '没有待提交的修改', en: 'Nothing of it was changed: edit it first' });
  }
  if (newestValidTo && newestValidTo < shanghaiDay(by.now)) {
    throw new Refusal({ zh: '有效期已过', en: 'It ends in the past' });
  }
  await submitForApproval(tx, by, institutionVersion, {
    tenantId,
    subjectId: id,
    subjectLabel: `${name} v${newestNo}`,
    reason,
  });
  if (newestState === 'DRAFT') await moveVersion(tx, tenantId, newestId, { state: 'SUBMITTED' });
  const to = state === 'ENABLED' ? 'ENABLED' : 'SUBMITTED';
  await writeState(tx, by, institutionStateMachine, 'submitInstitution', [found], { to });
}

/** Takes what waits of a 制度 back into its draft, because it is disabled now. */
export async function takeBack(
  tx: Transaction,
  by: Caller,
  { tenantId, id, newestId, newestState }: FoundInstitution,
): Promise<void> {
  if (newestState !== 'SUBMITTED') return;
  await supersede(tx, by, institutionVersion, { tenantId, subjectId: id });
  await moveVersion(tx, tenantId, newestId, { state: 'DRAFT' });
}

async function publish(tx: Transaction, decision: Decision): Promise<void> {
  const { approval, session, now } = decision;
  const { tenantId, id: approvalId } = approval;
  const found = await lockInstitution(tx, session, approval.subjectId);
  if (found.newestState === 'SUBMITTED') {
    if (found.publishedId) await moveVersion(tx, tenantId, found.publishedId, { state: 'RETIRED' });
    await moveVersion(tx, tenantId, found.newestId, { state: 'PUBLISHED', approvalId, publishedAt: now });
  }
  await writeState(tx, decision, institutionStateMachine, 'approve', [found]);
  await countPublication(tx, tenantId);
}

async function sendBack(tx: Transaction, decision: Decision): Promise<void> {
  const { approval, session } = decision;
  const found = await lockInstitution(tx, session, approval.subjectId);
  if (found.newestState === 'SUBMITTED') {
    await moveVersion(tx, found.tenantId, found.newestId, { state: 'DRAFT' });
  }
  if (found.state === 'SUBMITTED')
    await writeState(tx, decision, institutionStateMachine, 'sendBack', [found]);
}

async function moveVersion(
  tx: Transaction,
  tenantId: string,
  id: string,
  data: Partial<Pick<InstitutionVersion, 'state' | 'approvalId' | 'publishedAt'>>,
): Promise<void> {
  await tx.institutionVersion.update({ where: { tenantId_id: { tenantId, id } }, data });
}
