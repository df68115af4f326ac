import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import type { Call } from '../../../core/call.ts';
import { Refusal, recordMissing } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { change } from '../../../platform/db/transaction.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { caseOf } from './case-detail.sql.ts';
import { lockCase } from './case-states.ts';
import { stepCases } from './step-cases.ts';

/** Says that two cases belong together; each has it among its steps. */
export function linkCase(call: Call<{ id: string; otherId: string }, Session>): Promise<RiskCaseDetail> {
  const { session, now } = call;
  const ids = [call.input.id, call.input.otherId].map((id) => id.toLowerCase());
  const [first, second] = ids.toSorted() as [string, string];
  return change(call, async (tx) => {
    if (first === second) throw recordMissing();
    const { tenantId, ...one } = await lockCase(tx, session, first);
    const other = await lockCase(tx, session, second);
    const data = { tenantId, caseId: one.id, otherId: other.id, createdAt: now, createdBy: session.userName };
    const { count } = await tx.riskCaseLink.createMany({ data: [data], skipDuplicates: true });
    if (count === 0) throw new Refusal({ zh: '两个案件已关联', en: 'The two cases are linked already' });
    await stepCases(tx, call, tenantId, [one.id], { action: 'LINK', note: other.caseNo });
    await stepCases(tx, call, tenantId, [other.id], { action: 'LINK', note: one.caseNo });
    const [asked, linked] = one.id === ids[0] ? [one, other] : [other, one];
    await logChange(tx, call, {
      ...{ tenantId, id: asked.id, label: asked.caseNo },
      after: { linked: linked.caseNo },
    });
    return caseOf(tx, session, asked.id, now);
  });
}
