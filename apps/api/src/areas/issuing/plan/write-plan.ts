import type { autoIssue as contract, IssuePlanDetail, PlanDefinition } from '@xyxlx/contracts/issue-plan';
import type { Merchant } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Caller } from '../../../core/caller.ts';
import { FieldRefusal, Refusal, staleVersion } from '../../../core/errors.ts';
import { noteMaker } from '../../../platform/approval/draft-makers.ts';
import { waitingAlready } from '../../../platform/approval/submit.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { differenceOf } from '../../../platform/operation-log/difference.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../../platform/records/next-version.ts';
import { nextNumber } from '../../../platform/records/numbers.ts';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import { lockMerchant } from '../../merchant/lock-merchant.ts';
import { checkPlan } from './check-plan.ts';
import { columnsOf, definedBy, definitionOf } from './definition.ts';
import { type FoundPlan, lockPlan } from './find-plan.ts';
import { planDetail } from './plan.sql.ts';
import { issuePlan } from './plan-subject.ts';

type Added = z.output<typeof contract.addPlan.input>;
type Edited = z.output<typeof contract.editPlan.input>;

/** Adds a plan whose first version is a draft. */
export async function addPlan(tx: Transaction, by: Caller, input: Added): Promise<IssuePlanDetail> {
  const { session, now } = by;
  const { name } = input;
  const definition = definedBy(input);
  const merchant = await lockMerchant(tx, session, input.merchantId);
  const { tenantId, id: merchantId } = merchant;
  await checkPlan(tx, merchant, definition, shanghaiDay(now));
  await refuseTakenName(tx, merchant, name);
  const code = await nextNumber(tx, tenantId, 'FP');
  const stamps = { createdAt: now, createdBy: session.userName, updatedAt: now, updatedBy: session.userName };
  const type = definition.schedule.type;
  const { id } = await tx.issuePlan.create({ data: { tenantId, merchantId, code, name, type, ...stamps } });
  await addVersion(tx, by, { tenantId, id }, 1, definition);
  await noteMaker(tx, by, issuePlan, { tenantId, subjectId: id });
  await logChange(tx, by, { tenantId, id, label: name, after: { code, name, ...logged(definition) } });
  return planDetail(tx, by, id);
}

/** Edits the draft of a plan, or begins one beside the version that runs. */
export async function editPlan(
  tx: Transaction,
  by: Caller,
  { id, version, name, ...input }: Edited,
): Promise<IssuePlanDetail> {
  const { session, now } = by;
  const found = await lockPlan(tx, session, id);
  const { tenantId, merchantId, newest } = found;
  if (found.version !== version) throw staleVersion();
  if (found.state === 'ARCHIVED') {
    throw new Refusal({ zh: '已归档的计划不能修改', en: 'An archived plan stays as it is' });
  }
  if (found.state === 'SUBMITTED' || newest.state === 'SUBMITTED') throw waitingAlready();
  const definition = definedBy(input);
  // Another type has other periods: what was issued for would be issued for again.
  if (definition.schedule.type !== found.type) {
    throw new FieldRefusal('schedule', { zh: '计划类型不能修改', en: 'A plan keeps its type' });
  }
  const merchant = await lockMerchant(tx, session, merchantId);
  await checkPlan(tx, merchant, definition, shanghaiDay(now));
  if (name !== found.name) await refuseTakenName(tx, merchant, name);
  const no = await saveDraft(tx, by, found, definition);
  await tx.issuePlan.update({
    where: { tenantId_id: { tenantId, id } },
    data: { name, ...nextVersion(session, now) },
  });
  const was = { name: found.name, ...logged(definitionOf(newest)) };
  const is = { name, ...logged(definition), versionNo: no };
  await logChange(tx, by, { tenantId, id, label: name, ...differenceOf(was, is, Object.keys(is)) });
  return planDetail(tx, by, id);
}

/** Writes a definition into the draft that there is, or into a new one; returns its number. */
async function saveDraft(
  tx: Transaction,
  by: Caller,
  found: FoundPlan,
  definition: PlanDefinition,
): Promise<number> {
  const { tenantId, id, newest } = found;
  await noteMaker(tx, by, issuePlan, { tenantId, subjectId: id });
  if (newest.state !== 'DRAFT') return addVersion(tx, by, found, newest.no + 1, definition);
  await tx.issuePlanVersion.update({
    where: { tenantId_id: { tenantId, id: newest.id } },
    data: { ...columnsOf(definition), createdBy: by.session.userName, createdById: by.session.userId },
  });
  return newest.no;
}

/** Writes a new draft of a plan; returns its number. */
export async function addVersion(
  tx: Transaction,
  { session, now }: Caller,
  { tenantId, id: planId }: Pick<FoundPlan, 'tenantId' | 'id'>,
  no: number,
  definition: PlanDefinition,
): Promise<number> {
  const made = { createdAt: now, createdBy: session.userName, createdById: session.userId };
  await tx.issuePlanVersion.create({ data: { tenantId, planId, no, ...columnsOf(definition), ...made } });
  return no;
}

function logged(definition: PlanDefinition) {
  return columnsOf(definition).definition;
}

async function refuseTakenName(
  tx: Transaction,
  { tenantId, id: merchantId }: Merchant,
  name: string,
): Promise<void> {
  const taken = await tx.issuePlan.count({
    where: { tenantId, merchantId, name, state: { not: 'ARCHIVED' } },
  });
  if (taken > 0) throw new FieldRefusal('name', { zh: '名称已存在', en: 'A plan of that name exists' });
}
