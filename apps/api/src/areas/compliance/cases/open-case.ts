import type { complianceCase as contract, RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { recordMissing } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { rowOf, sql } from '../../../platform/db/sql.ts';
import { change } from '../../../platform/db/transaction.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { nextNumber } from '../../../platform/records/numbers.ts';
import { caseOf } from './case-detail.sql.ts';
import { caseNumbers } from './case-numbers.ts';
import { aboutThem } from './may-take.ts';
import { mustBeAlone } from './reopen-case.ts';
import { slaOf } from './sla.sql.ts';
import { findSubject, userOfSubject } from './subject.sql.ts';

type Input = z.output<typeof contract.openCase.input>;

/** Opens a case that no alert has opened, in the inbox of its rule. */
export function openCase(call: Call<Input, Session>): Promise<RiskCaseDetail> {
  const { input, session, now } = call;
  const { ruleId, subjectType, subjectId, severity, reason } = input;
  const { tenantId, userId, userName } = session;
  return change(call, async (tx) => {
    const rule = await tx.riskRule.findUnique({
      where: { tenantId_id: { tenantId, id: ruleId } },
      include: { versions: { orderBy: { no: 'desc' }, take: 1 } },
    });
    const subject = await findSubject(tx, session, subjectType, subjectId);
    if (!rule || !subject) throw recordMissing();
    const key = { tenantId, subjectType, subjectId, ruleId };
    if ((await userOfSubject(tx, key)) === userId) throw aboutThem();
    await mustBeAlone(tx, key);
    const caseNo = await nextNumber(tx, tenantId, caseNumbers);
    const score = rule.versions[0]?.score ?? 0;
    const { id } = await rowOf<{ id: string }>(
      tx,
      sql`
      WITH opened AS (
        INSERT INTO risk_cases (tenant_id, case_no, rule_id, subject_type, subject_id, merchant_id, company_id, inbox_id, severity, score,
          max_score, due_at, opened_at, event_seq, created_at, created_by, updated_at, updated_by)
        SELECT ${tenantId}::uuid, ${caseNo}, ${ruleId}::uuid, ${subjectType}, ${subjectId}::uuid, ${subject.merchantId}::uuid,
          ${subject.companyId}::uuid, i.id, ${severity}, ${score}::int, ${score}::int, ${now}::timestamptz + ${slaOf('i', sql`${severity}::text`)},
          ${now}::timestamptz, 1, ${now}::timestamptz, ${userName}, ${now}::timestamptz, ${userName}
        FROM risk_inboxes i WHERE i.tenant_id = ${tenantId}::uuid AND i.id = ${rule.inboxId}::uuid RETURNING id),
      written AS (
        INSERT INTO risk_case_events (tenant_id, case_id, seq, action, actor_id, actor, after, note, at)
        SELECT ${tenantId}::uuid, id, 1, 'OPEN', ${userId}::uuid, ${userName}, 'NEW', ${reason}, ${now}::timestamptz FROM opened),
      counted AS (
        INSERT INTO risk_days AS d (tenant_id, day, rule_id, opened)
        SELECT ${tenantId}::uuid, (${now}::timestamptz AT TIME ZONE 'Asia/Shanghai')::date, ${ruleId}::uuid, 1 FROM opened
        ON CONFLICT (tenant_id, day, rule_id) DO UPDATE SET opened = d.opened + 1)
      SELECT id FROM opened`,
    );
    const after = { state: 'NEW', ruleId, subjectType, severity };
    await logChange(tx, call, { tenantId, id, label: caseNo, after, reason });
    return caseOf(tx, session, id, now);
  });
}
