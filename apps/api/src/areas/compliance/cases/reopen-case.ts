import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import type { RiskCase } from '@xyxlx/database/client/client';
import type { Call } from '../../../core/call.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { sql } from '../../../platform/db/sql.ts';
import { change, type Transaction } from '../../../platform/db/transaction.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { caseOf } from './case-detail.sql.ts';
import { lockFor } from './case-states.ts';
import { slaOf } from './sla.sql.ts';
import { stepCases } from './step-cases.ts';
import { unsettle } from './verdict.ts';

interface Input {
  id: string;
  version: number;
  reason: string;
}

/** Opens a closed case again: its labels go, and who closed it before is not the one to work it. */
export function reopenCase(call: Call<Input, Session>): Promise<RiskCaseDetail> {
  const { input, session, now } = call;
  const { reason } = input;
  return change(call, async (tx) => {
    const row = await lockFor(tx, session, 'reopenCase', input);
    await mustBeAlone(tx, row);
    await unsettle(tx, row);
    const { tenantId, id, caseNo, outcome } = row;
    await stepCases(tx, call, tenantId, [id], {
      ...{ action: 'REOPEN', to: 'NEW', note: reason },
      columns: sql`outcome = NULL, close_reason = NULL, closed_at = NULL, closer_ids = array_append(c.closer_ids, c.closed_by_id),
        closed_by_id = NULL, closed_by = NULL, reopened = c.reopened + 1, opened_at = ${now}::timestamptz,
        due_at = ${now}::timestamptz + (SELECT ${slaOf('i', sql`c.severity`)} FROM risk_inboxes i WHERE i.tenant_id = c.tenant_id AND i.id = c.inbox_id)`,
    });
    // It is to be taken up anew: opening it again was no act of working it.
    await tx.riskCase.update({ where: { tenantId_id: { tenantId, id } }, data: { firstActAt: null } });
    await logChange(tx, call, {
      ...{ tenantId, id, label: caseNo, reason },
      before: { state: 'CLOSED', outcome },
      after: { state: 'NEW', outcome: null },
    });
    return caseOf(tx, session, id, now);
  });
}

/** Throws 406 where there is an open case of the subject and rule. */
export async function mustBeAlone(
  tx: Transaction,
  {
    tenantId,
    subjectType,
    subjectId,
    ruleId,
  }: Pick<RiskCase, 'tenantId' | 'subjectType' | 'subjectId' | 'ruleId'>,
): Promise<void> {
  const open = { tenantId, subjectType, subjectId, ruleId, state: { not: 'CLOSED' as const } };
  if ((await tx.riskCase.count({ where: open })) === 0) return;
  throw new Refusal({ zh: '已有未结案件', en: 'There is an open case of it already' });
}
