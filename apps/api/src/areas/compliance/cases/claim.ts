import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import type { Call } from '../../../core/call.ts';
import type { Caller } from '../../../core/caller.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { change, type Transaction } from '../../../platform/db/transaction.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { shanghaiTime } from '../../../platform/time/shanghai.ts';
import { caseOf } from './case-detail.sql.ts';
import { visibleCases } from './case-scope.ts';
import { lockFor } from './case-states.ts';
import { isMember, mustBeFree, mustHaveRoom } from './may-take.ts';
import { stepCases } from './step-cases.ts';
import { wakeDue } from './wake.ts';

/** Takes the most urgent case of one's inboxes that nobody else is taking; null where there is none. */
export function claimNext(call: Call<object, Session>): Promise<RiskCaseDetail | null> {
  const { session, now } = call;
  const { tenantId } = session;
  return change(call, async (tx) => {
    const inboxIds = await mustHaveRoom(tx, tenantId, { userId: session.userId, name: null });
    let taken = await takeNext(tx, call, inboxIds);
    // One whose day has come is in no queue before somebody looks.
    if (!taken && (await wakeDue(tx, tenantId, now)) > 0) taken = await takeNext(tx, call, inboxIds);
    if (!taken) return null;
    await logClaim(tx, call, { ...taken, state: 'NEW', tenantId });
    return caseOf(tx, session, taken.id, now);
  });
}

/** One statement of one tenant, so that a sharded database asks one shard; of many who ask at once each gets another case. */
async function takeNext(
  tx: Transaction,
  { session, now }: Caller,
  inboxIds: readonly string[],
): Promise<{ id: string; caseNo: string } | undefined> {
  const { tenantId, userId, userName } = session;
  const [only] = inboxIds;
  // Of one inbox the index is in the queue's order.
  const ofMine =
    inboxIds.length === 1 ? sql`c.inbox_id = ${only}::uuid` : sql`c.inbox_id = ANY(${[...inboxIds]}::uuid[])`;
  const [taken] = await rowsOf<{ id: string; caseNo: string }>(
    tx,
    sql`
    WITH next AS MATERIALIZED (
      SELECT c.id FROM risk_cases c
      WHERE c.state = 'NEW' AND ${ofMine} AND NOT ${userId}::uuid = ANY (c.closer_ids) AND ${visibleCases(session, 'c')}
      ORDER BY c.queue_key, c.id LIMIT 1 FOR NO KEY UPDATE OF c SKIP LOCKED),
    taken AS (
      UPDATE risk_cases c SET state = 'WORKING', assignee_id = ${userId}::uuid, assigned_at = ${now}::timestamptz,
        last_act_at = ${now}::timestamptz, first_act_at = coalesce(c.first_act_at, ${now}::timestamptz), event_seq = c.event_seq + 1,
        version = c.version + 1, updated_at = ${now}::timestamptz, updated_by = ${userName}
      FROM next WHERE c.tenant_id = ${tenantId}::uuid AND c.id = next.id
      RETURNING c.id, c.case_no, c.event_seq),
    written AS (
      INSERT INTO risk_case_events (tenant_id, case_id, seq, action, actor_id, actor, before, after, at)
      SELECT ${tenantId}::uuid, id, event_seq, 'CLAIM', ${userId}::uuid, ${userName}, 'NEW', 'WORKING', ${now}::timestamptz FROM taken)
    SELECT id, case_no AS "caseNo" FROM taken`,
  );
  return taken;
}

/** Takes a case that nobody works, or whose suspension is over. */
export function claimCase(call: Call<{ id: string; version: number }, Session>): Promise<RiskCaseDetail> {
  const { input, session, now } = call;
  return change(call, async (tx) => {
    const row = await lockFor(tx, session, 'claimCase', input);
    const { suspendedUntil } = row;
    if (suspendedUntil && suspendedUntil > now) {
      const time = shanghaiTime(suspendedUntil);
      throw new Refusal({ zh: `案件挂起至 ${time}`, en: `The case is suspended until ${time}` });
    }
    if (!session.permissions.has('compliance.decide') && !(await isMember(tx, row, session.userId))) {
      throw new Refusal({ zh: '您不是该收件箱的成员', en: 'You are no member of its inbox' });
    }
    await mustBeFree(tx, row, { userId: session.userId, name: null });
    await stepCases(tx, call, row.tenantId, [row.id], {
      action: 'CLAIM',
      to: 'WORKING',
      columns: sql`assignee_id = ${session.userId}::uuid, assigned_at = ${now}::timestamptz, suspended_at = NULL, suspended_until = NULL`,
    });
    await logClaim(tx, call, row);
    return caseOf(tx, session, row.id, now);
  });
}

function logClaim(
  tx: Transaction,
  call: Caller,
  { tenantId, id, caseNo, state }: { tenantId: string; id: string; caseNo: string; state: string },
): Promise<void> {
  const { userId, userName } = call.session;
  // With the name, which is not read again then.
  const after = { state: 'WORKING', assigneeId: { id: userId, name: userName } };
  return logChange(tx, call, { tenantId, id, label: caseNo, before: { state }, after });
}
