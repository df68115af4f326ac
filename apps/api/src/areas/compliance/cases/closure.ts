import { createHash } from 'node:crypto';
import { riskOutcomeWords } from '@xyxlx/contracts/compliance-case-kinds';
import { paths } from '@xyxlx/contracts/paths';
import type { RiskCase } from '@xyxlx/database/client/client';
import type { Caller } from '../../../core/caller.ts';
import { alreadyHandled } from '../../../core/errors.ts';
import type { ApprovalSubject, Decision } from '../../../platform/approval/subject.ts';
import { submitForApproval } from '../../../platform/approval/submit.ts';
import { tellDeciders } from '../../../platform/approval/tell-deciders.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { lockAnyCase } from './case-states.ts';
import { matterOfCase } from './matter.ts';
import { type CaseStep, stepCases } from './step-cases.ts';
import { userOfSubject } from './subject.sql.ts';
import { settle, type Verdict } from './verdict.ts';

/** 结案复核: a second person looks at what is grave, reported, or drawn. */
export const caseClosure: ApprovalSubject = {
  type: 'caseClosure',
  label: { zh: '结案复核', en: 'Closing of a case' },
  permission: 'compliance.decide',
  link: (id) => `${paths.complianceAudit}?open=${id}`,
  matter: matterOfCase,
  waiting: `SELECT id FROM risk_cases WHERE tenant_id = $1 AND state = 'CLOSING'`,
  approve: async (tx, decision) => {
    const row = await lockClosing(tx, decision);
    const { proposedOutcome: outcome, proposedReason: reason, assigneeId } = row;
    if (outcome === null || reason === null || assigneeId === null) throw alreadyHandled();
    const by = { id: assigneeId, name: decision.approval.makerName };
    await settle(tx, decision, row, { outcome, reason, by });
  },
  reject: (tx, decision) => putBack(tx, decision, 'REJECT'),
  withdraw: (tx, decision) => putBack(tx, decision, 'WITHDRAW'),
};

/** Whether a closing waits for a second person: of what is grave, what was reported, and a tenth of all others, drawn by their ids. */
export function isChecked(
  { id, severity }: Pick<RiskCase, 'id' | 'severity'>,
  outcome: Verdict['outcome'],
): boolean {
  return severity === 'HIGH' || severity === 'URGENT' || outcome === 'REPORTED' || isDrawn(id);
}

/** One of ten, the same one whenever it is asked. */
export function isDrawn(id: string): boolean {
  return createHash('sha256').update(id).digest().readUInt32BE() % 10 === 0;
}

/** Hands a verdict in; returns the id of the approval that it waits for. */
export async function submitClosure(
  tx: Transaction,
  call: Caller,
  row: RiskCase,
  { outcome, reason }: Verdict,
): Promise<string> {
  const { tenantId, id, caseNo, merchantId, companyId } = row;
  await stepCases(tx, call, tenantId, [id], {
    ...{ action: 'CLOSE', to: 'CLOSING', note: reason, detail: { outcome } },
    columns: sql`proposed_outcome = ${outcome}, proposed_reason = ${reason}`,
  });
  const approval = await submitForApproval(tx, call, caseClosure, {
    ...{ tenantId, subjectId: id, subjectLabel: `${caseNo} ${riskOutcomeWords[outcome].zh}`, reason },
    ...{ merchantId, companyId: merchantId ? null : companyId },
    // Whom the case is about neither sees nor decides it.
    alsoMadeBy: [await userOfSubject(tx, row)],
  });
  return approval.id;
}

async function lockClosing(tx: Transaction, { approval }: Decision): Promise<RiskCase> {
  const row = await lockAnyCase(tx, approval.tenantId, approval.subjectId);
  if (row.state !== 'CLOSING') throw alreadyHandled();
  return row;
}

async function putBack(tx: Transaction, decision: Decision, action: CaseStep['action']): Promise<void> {
  const { tenantId, id } = await lockClosing(tx, decision);
  const note = decision.reason ?? '';
  await stepCases(tx, decision, tenantId, [id], { action, to: 'WORKING', note, columns: withoutVerdict });
}

const withoutVerdict = sql`proposed_outcome = NULL, proposed_reason = NULL`;

/** Ends the approvals of closings that new alerts have overtaken: nobody approves a verdict on less than there is. */
export async function overtakeClosures(
  tx: Transaction,
  tenantId: string,
  caseIds: readonly string[],
  now: Date,
): Promise<void> {
  if (caseIds.length === 0) return;
  const overtaken = await rowsOf<{ id: string }>(
    tx,
    sql`
    WITH overtaken AS (
      UPDATE approvals a SET state = 'WITHDRAWN', decided_at = ${now}::timestamptz
      WHERE a.tenant_id = ${tenantId}::uuid AND a.subject_type = ${caseClosure.type} AND a.subject_id = ANY(${[...caseIds]}::uuid[])
        AND a.state = 'PENDING'
      RETURNING a.id, a.maker_id, a.maker_name)
    INSERT INTO approval_events (tenant_id, approval_id, action, actor_id, actor_name, reason)
    SELECT ${tenantId}::uuid, id, 'WITHDRAW', maker_id, maker_name, '有新预警，结案已撤回' FROM overtaken
    RETURNING approval_id AS id`,
  );
  if (overtaken.length === 0) return;
  const ids = overtaken.map(({ id }) => id);
  await tellDeciders(tx, caseClosure, await tx.approval.findMany({ where: { tenantId, id: { in: ids } } }));
}
