import {
  closeReasonLength,
  type complianceCase as contract,
  type RiskCaseDetail,
} from '@xyxlx/contracts/compliance-case';
import type { Waits } from '@xyxlx/contracts/waits';
import type { RiskCase } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { FieldRefusal, Refusal } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { change, type Transaction } from '../../../platform/db/transaction.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { caseOf } from './case-detail.sql.ts';
import { lockOwn } from './case-states.ts';
import { isChecked, submitClosure } from './closure.ts';
import { settle, type Verdict } from './verdict.ts';

type Input = z.output<typeof contract.closeCase.input>;

/** Closes a case, or hands its closing in where a second person has to look at it. */
export function closeCase(call: Call<Input, Session>): Promise<RiskCaseDetail & Waits> {
  const { input, session, now } = call;
  return change(call, async (tx) => {
    const row = await lockOwn(tx, session, 'closeCase', input);
    const verdict = verdictOf(input, session);
    if (verdict.outcome === 'REPORTED') await mustBeReported(tx, row);
    const waits = isChecked(row, verdict.outcome);
    if (!waits) await settle(tx, call, row, verdict);
    const approvalId = waits ? await submitClosure(tx, call, row, verdict) : null;
    const { tenantId, id, caseNo } = row;
    const { outcome, reason } = verdict;
    await logChange(tx, call, {
      ...{ tenantId, id, label: caseNo, reason },
      before: { state: row.state },
      after: { state: waits ? 'CLOSING' : 'CLOSED', outcome },
    });
    return { ...(await caseOf(tx, session, id, now)), approvalId };
  });
}

function verdictOf({ outcome, reason = '' }: Input, { userId, userName }: Session): Verdict {
  const said = reason.trim();
  if (outcome === undefined || said.length < closeReasonLength.min) {
    throw new FieldRefusal(outcome === undefined ? 'outcome' : 'reason', {
      zh: '结案须填写结论与理由',
      en: `Closing a case needs an outcome and a reason of at least ${closeReasonLength.min} characters`,
    });
  }
  return { outcome, reason: said, by: { id: userId, name: userName } };
}

async function mustBeReported(tx: Transaction, { tenantId, id: caseId }: RiskCase): Promise<void> {
  if ((await tx.riskReport.count({ where: { tenantId, caseId, state: 'APPROVED' } })) > 0) return;
  throw new Refusal({
    zh: '没有已批准的可疑报告，不能以已上报结案',
    en: 'There is no approved report of it',
  });
}
