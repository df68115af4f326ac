import { paths } from '@xyxlx/contracts/paths';
import type { Deps } from '../../../core/deps.ts';
import { activeTenantIds } from '../../../platform/db/active-tenant.ts';
import { rowOf, rowsOf, sql } from '../../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { notifyEach } from '../../../platform/live/notify-users.ts';
import { makeThrottle } from '../../../platform/load/background-throttle.ts';
import { overtakeClosures } from '../cases/closure.ts';
import { raiseSql } from './raise.sql.ts';

/** So many hits a step. */
export const hitsAtOnce = 500;

/**
 * Makes alerts of the hits that wait, tenant by tenant: each hit leaves the queue in the transaction that makes its alert, so that it is made
 * once wherever the work is killed, and replicas may do it side by side.
 */
export async function raiseAlerts({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const pause = makeThrottle();
  for (const tenantId of await activeTenantIds(database, clock.businessNow())) {
    for (let taken = hitsAtOnce; taken === hitsAtOnce; await pause()) {
      taken = await inTransaction(database, (tx) => raiseSome(tx, tenantId, clock.businessNow()));
    }
  }
}

/** One step of a tenant; returns how many hits it took. */
export async function raiseSome(tx: Transaction, tenantId: string, now: Date): Promise<number> {
  const hitIds = await takeHits(tx, tenantId);
  if (hitIds.length === 0) return 0;
  await lockCasesOf(tx, tenantId, hitIds);
  const { overtaken } = await rowOf<{ overtaken: string[] }>(tx, raiseSql(tenantId, hitIds, now));
  await overtakeClosures(tx, tenantId, overtaken, now);
  await tellOvertaken(tx, tenantId, overtaken);
  return hitIds.length;
}

async function takeHits(tx: Transaction, tenantId: string): Promise<string[]> {
  const taken = await rowsOf<{ id: string }>(
    tx,
    sql`
    WITH next AS MATERIALIZED (
      SELECT q.hit_id FROM risk_pending_hits q WHERE q.tenant_id = ${tenantId}::uuid ORDER BY q.hit_id LIMIT ${hitsAtOnce} FOR UPDATE SKIP LOCKED)
    DELETE FROM risk_pending_hits p USING next WHERE p.tenant_id = ${tenantId}::uuid AND p.hit_id = next.hit_id RETURNING p.hit_id AS id`,
  );
  return taken.map(({ id }) => id);
}

/** Locks the open cases that the hits go to, in the order of their ids: one that is being closed is waited for, and is no open one then. */
async function lockCasesOf(tx: Transaction, tenantId: string, hitIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    SELECT FROM risk_cases c
    WHERE c.tenant_id = ${tenantId}::uuid AND c.state <> 'CLOSED' AND (c.subject_type, c.subject_id, c.rule_id) IN (
      SELECT h.subject_type, h.subject_id, h.rule_id FROM risk_hits h WHERE h.tenant_id = ${tenantId}::uuid AND h.id = ANY(${[...hitIds]}::uuid[]))
    ORDER BY c.id FOR NO KEY UPDATE`;
}

/** Those whose closing does not hold any more hear it. */
async function tellOvertaken(tx: Transaction, tenantId: string, caseIds: readonly string[]): Promise<void> {
  if (caseIds.length === 0) return;
  const cases = await tx.riskCase.findMany({ where: { tenantId, id: { in: [...caseIds] } } });
  await notifyEach(
    tx,
    cases.map(({ id, caseNo, assigneeId }) => ({
      ...{ tenantId, userIds: assigneeId === null ? [] : [assigneeId], kind: 'compliance.overtaken' },
      title: {
        zh: `案件 ${caseNo} 有新预警，结案已撤回`,
        en: `The case ${caseNo} has a new alert: its closing was withdrawn`,
      },
      link: `${paths.complianceAudit}?open=${id}`,
    })),
  );
}
