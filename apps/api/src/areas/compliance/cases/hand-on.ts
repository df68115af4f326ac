import type { complianceCase as contract, RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { paths } from '@xyxlx/contracts/paths';
import type { RiskCase } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { Refusal } from '../../../core/errors.ts';
import { missingPermission } from '../../../core/permit.ts';
import type { Session } from '../../../core/session.ts';
import { mayDo } from '../../../platform/approval/deciders.ts';
import { sql } from '../../../platform/db/sql.ts';
import { change, type Transaction } from '../../../platform/db/transaction.ts';
import { notifyEach } from '../../../platform/live/notify-users.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { caseOf } from './case-detail.sql.ts';
import { claimedBy, lockFor, lockOwn } from './case-states.ts';
import { isMember, mustBeFree } from './may-take.ts';
import { stepCases } from './step-cases.ts';

type Input<Action extends keyof typeof contract> = z.output<(typeof contract)[Action]['input']>;

/** Gives a case back to its inbox. */
export function releaseCase(call: Call<Input<'releaseCase'>, Session>): Promise<RiskCaseDetail> {
  const { input, session, now } = call;
  return change(call, async (tx) => {
    const row = await lockOwn(tx, session, 'releaseCase', input);
    await stepCases(tx, call, row.tenantId, [row.id], { action: 'RELEASE', to: 'NEW', columns: nobodys });
    await logChange(tx, call, { ...named(row), before: { state: row.state }, after: { state: 'NEW' } });
    return caseOf(tx, session, row.id, now);
  });
}

/** Gives a case to somebody: its assignee to a member of its inbox, whoever may decide to anybody who may work it. Both are told. */
export function assignCase(call: Call<Input<'assignCase'>, Session>): Promise<RiskCaseDetail> {
  const { input, session, now } = call;
  const { assigneeId, reason = '' } = input;
  return change(call, async (tx) => {
    const row = await lockFor(tx, session, 'assignCase', input);
    const decides = session.permissions.has('compliance.decide');
    if (!decides && row.assigneeId !== session.userId) {
      throw row.assigneeId === null ? missingPermission('compliance.decide') : await claimedBy(tx, row);
    }
    const taker = await mustBeAble(tx, row, assigneeId, decides);
    if (row.assigneeId !== assigneeId) await mustBeFree(tx, row, { userId: assigneeId, name: taker });
    await stepCases(tx, call, row.tenantId, [row.id], {
      ...{ action: 'ASSIGN', to: 'WORKING', note: reason, detail: { assigneeId } },
      columns: sql`assignee_id = ${assigneeId}::uuid, assigned_at = ${now}::timestamptz`,
    });
    await tellBoth(tx, session, row, { id: assigneeId, name: taker });
    await logChange(tx, call, {
      ...named(row),
      before: { state: row.state, assigneeId: row.assigneeId },
      after: { state: 'WORKING', assigneeId },
      reason,
    });
    return caseOf(tx, session, row.id, now);
  });
}

/** Their name; throws 406 for who is no member, or may not work such a case. */
async function mustBeAble(tx: Transaction, row: RiskCase, userId: string, anybody: boolean): Promise<string> {
  const { tenantId, companyId, merchantId } = row;
  const isOf = anybody || (await isMember(tx, row, userId));
  const thing = { tenantId, companyId, merchantId, amount: null };
  if (!isOf || !(await mayDo(tx, 'compliance.audit', userId, thing))) {
    throw new Refusal({ zh: '该用户不能处理此案件', en: 'This user can not work the case' });
  }
  return (await tx.user.findUniqueOrThrow({ where: { id: userId } })).name;
}

function tellBoth(
  tx: Transaction,
  { userName }: Session,
  { tenantId, id, caseNo, assigneeId }: RiskCase,
  taker: { id: string; name: string },
): Promise<void> {
  const message = { tenantId, kind: 'compliance.assigned', link: `${paths.complianceAudit}?open=${id}` };
  return notifyEach(tx, [
    {
      ...message,
      userIds: [taker.id],
      title: { zh: `${userName}将案件 ${caseNo} 转派给您`, en: `${userName} gave you the case ${caseNo}` },
    },
    {
      ...message,
      userIds: assigneeId === null || assigneeId === taker.id ? [] : [assigneeId],
      title: {
        zh: `案件 ${caseNo} 已转派给${taker.name}`,
        en: `The case ${caseNo} was given to ${taker.name}`,
      },
    },
  ]);
}

/** Hands a case to the inbox above. */
export function escalateCase(call: Call<Input<'escalateCase'>, Session>): Promise<RiskCaseDetail> {
  const { input, session, now } = call;
  return change(call, async (tx) => {
    const row = await lockOwn(tx, session, 'escalateCase', input);
    const { tenantId, id, inboxId } = row;
    const { escalateToId } = await tx.riskInbox.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: inboxId } },
    });
    if (escalateToId === null) {
      throw new Refusal({ zh: '该收件箱没有上级，不能升级', en: 'There is no inbox above its own' });
    }
    await stepCases(tx, call, tenantId, [id], {
      ...{ action: 'ESCALATE', to: 'NEW', note: input.reason },
      columns: sql`${nobodys}, inbox_id = ${escalateToId}::uuid, level = c.level + 1`,
    });
    await logChange(tx, call, {
      ...{ ...named(row), reason: input.reason },
      before: { state: row.state, inboxId },
      after: { state: 'NEW', inboxId: escalateToId },
    });
    return caseOf(tx, session, id, now);
  });
}

/** The columns of a case that nobody works. */
export const nobodys = sql`assignee_id = NULL, assigned_at = NULL`;

function named({ tenantId, id, caseNo }: RiskCase) {
  return { tenantId, id, label: caseNo };
}
