import { idleHours } from '@xyxlx/contracts/compliance-case';
import type { Deps } from '../../../core/deps.ts';
import { activeTenantIds } from '../../../platform/db/active-tenant.ts';
import { rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { logChanges, theSystem } from '../../../platform/operation-log/operation-log.ts';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import { nobodys } from './hand-on.ts';
import { slaOf } from './sla.sql.ts';
import { byItself, type CaseStep, stepCases } from './step-cases.ts';
import { atOnce, wakeDue } from './wake.ts';

type Working = Pick<Deps, 'database' | 'clock'>;

const hour = 3_600_000;

/** Puts suspended cases back into their queues once their day has come. */
export function wakeCases(deps: Working): Promise<void> {
  return untilNoneIsLeft(deps, wakeDue);
}

/** Gives cases back to their inboxes that nobody has acted on for four hours. */
export function releaseIdleCases(deps: Working): Promise<void> {
  return untilNoneIsLeft(deps, (tx, tenantId, now) => {
    const since = new Date(now.getTime() - idleHours * hour);
    const due = sql`c.last_act_at <= ${since}::timestamptz ORDER BY c.last_act_at, c.id`;
    return stepDue(tx, tenantId, now, 'releaseIdleCases', due, {
      ...{ action: 'RELEASE', to: 'NEW', note: `${idleHours} 小时没有处理` },
      columns: nobodys,
    });
  });
}

/**
 * Hands cases that are past their time to the inbox above, where there is one: once from each level. On a higher one the time begins as
 * somebody takes it up, as it was past its own before.
 */
export function escalateOverdueCases(deps: Working): Promise<void> {
  return untilNoneIsLeft(deps, (tx, tenantId, now) => {
    const at = sql`${now}::timestamptz`;
    const due = sql`c.due_at < ${at} AND (c.level = 0 OR c.assigned_at + ${slaOf('i', sql`c.severity`)} < ${at}) ORDER BY c.due_at, c.id`;
    return stepDue(tx, tenantId, now, 'escalateOverdueCases', due, {
      ...{ action: 'ESCALATE', to: 'NEW', note: '超过时限' },
      columns: sql`${nobodys}, level = c.level + 1, inbox_id = (
        SELECT i.escalate_to_id FROM risk_inboxes i WHERE i.tenant_id = c.tenant_id AND i.id = c.inbox_id)`,
    });
  });
}

type Step = (tx: Transaction, tenantId: string, now: Date) => Promise<number>;

async function untilNoneIsLeft({ database, clock }: Working, step: Step): Promise<void> {
  const now = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, now)) {
    while ((await inTransaction(database, (tx) => step(tx, tenantId, now))) === atOnce);
  }
}

/** Takes such a step with cases at work that are due; one that somebody is just changing is left for the next minute. */
async function stepDue(
  tx: Transaction,
  tenantId: string,
  now: Date,
  action: 'releaseIdleCases' | 'escalateOverdueCases',
  due: Sql,
  step: CaseStep,
): Promise<number> {
  // Only what can go up is escalated.
  const above = action === 'escalateOverdueCases' ? sql`AND i.escalate_to_id IS NOT NULL` : sql``;
  const rows = await rowsOf<{ id: string; caseNo: string }>(
    tx,
    sql`SELECT c.id, c.case_no AS "caseNo" FROM risk_cases c
        JOIN risk_inboxes i ON i.tenant_id = ${tenantId}::uuid AND i.id = c.inbox_id ${above}
        WHERE c.tenant_id = ${tenantId}::uuid AND c.state = 'WORKING' AND ${due} LIMIT ${atOnce} FOR NO KEY UPDATE OF c SKIP LOCKED`,
  );
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await stepCases(tx, byItself(now), tenantId, ids, step);
  const operation = { module: 'compliance', action, target: 'riskCase' };
  await logChanges(
    tx,
    theSystem(tenantId, `${action}/${shanghaiDay(now)}`, operation),
    rows.map(({ id, caseNo }) => ({
      ...{ tenantId, id, label: caseNo },
      before: { state: 'WORKING' },
      after: { state: 'NEW' },
    })),
  );
  return rows.length;
}
