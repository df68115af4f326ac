import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '../client/client.ts';
import { type CaseRow, caseRowsOf, closing, officer, suspendedUntil } from './compliance-case-rows.ts';
import { readStories } from './compliance-payments.ts';
import { idOf } from './random.ts';
import { tenantId } from './tenants.ts';

type Tx = Prisma.TransactionClient;

const tenant = tenantId('A');
const iso = (at: number) => new Date(at).toISOString();

/** Where rules and inboxes stand by their codes and places. */
interface Places {
  ruleIdOf: (code: string) => string;
  versionIdOf: (code: string) => string;
  /** The inbox that cases come into. */
  first: string;
}

/** What the rules have found in the planted payments, the alerts and cases of it, and what the days add up to; returns the cases. */
export async function seedCases(tx: Tx, places: Places, now: Date): Promise<CaseRow[]> {
  const cases = caseRowsOf(await readStories(tx), now.getTime());
  await writeFound(tx, cases, places);
  await openCases(tx, cases, places);
  const longest = Math.max(...cases.map(({ steps }) => steps.length));
  for (let seq = 2; seq <= longest; seq++) await stepCases(tx, cases, seq, now);
  await writeEvents(tx, cases);
  await writeLabels(tx);
  await countDays(tx);
  await submitClosings(tx, cases);
  return cases;
}

async function writeFound(
  tx: Tx,
  cases: readonly CaseRow[],
  { ruleIdOf, versionIdOf }: Places,
): Promise<void> {
  const rows = cases.map(({ hitId, hit, score, severity }) => ({
    ...{
      id: hitId,
      who: hit.who,
      ruleId: ruleIdOf(hit.rule),
      versionId: versionIdOf(hit.rule),
      score,
      severity,
    },
    ...{ at: iso(hit.at), foundAt: iso(hit.foundAt), amount: hit.amount, facts: hit.facts },
    paidAt: hit.paidAt === undefined ? null : iso(hit.paidAt),
    refundOf: hit.refundOf === undefined ? null : iso(hit.refundOf),
    window: hit.window === undefined ? null : iso(hit.window),
  }));
  await tx.$executeRaw`
    INSERT INTO risk_hits (id, tenant_id, rule_id, version_id, subject_type, subject_id, key, at, shadow, declined, score, severity, amount, event_type,
      event_id, facts, merchant_id, company_id, created_at)
    SELECT g.id, p.tenant_id, g."ruleId", g."versionId", 'EMPLOYEE', p.id, coalesce(c.id::text, g.window), g.at, FALSE, FALSE, g.score, g.severity,
      g.amount, CASE c.type WHEN 'CONSUME' THEN 'PAYMENT' WHEN 'REFUND' THEN 'REFUND' END, c.id, g.facts, p.merchant_id, p.company_id, g."foundAt"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g(id uuid, who text, "ruleId" uuid, "versionId" uuid, score int, severity text,
      at timestamptz, "foundAt" timestamptz, amount bigint, facts jsonb, "paidAt" timestamptz, "refundOf" timestamptz, "window" text)
    JOIN seed_story_people p ON p.who = g.who
    LEFT JOIN consumption_records o ON o.tenant_id = p.tenant_id AND o.employee_id = p.id AND o.type = 'CONSUME'
      AND o.paid_at = coalesce(g."paidAt", g."refundOf")
    LEFT JOIN consumption_records c ON c.tenant_id = p.tenant_id
      AND CASE WHEN g."paidAt" IS NULL THEN c.related_id = o.id AND c.type = 'REFUND' ELSE c.id = o.id END`;
}

/** As they began: what they are now they became by their steps. */
async function openCases(tx: Tx, cases: readonly CaseRow[], { first }: Places): Promise<void> {
  const rows = cases.map(({ id, hitId, caseNo, openedAt, dueAt }) => ({
    ...{
      id,
      hitId,
      caseNo,
      openedAt: iso(openedAt),
      dueAt: iso(dueAt),
      alertId: idOf(`riskAlert/${hitId}`, new Date(openedAt)),
    },
  }));
  const given = JSON.stringify(rows);
  await tx.$executeRaw`
    INSERT INTO risk_cases (id, tenant_id, case_no, rule_id, subject_type, subject_id, merchant_id, company_id, inbox_id, severity, score, max_score,
      alert_count, amount, due_at, queue_key, opened_at, event_seq, created_at, created_by, updated_at, updated_by)
    SELECT g.id, h.tenant_id, g."caseNo", h.rule_id, h.subject_type, h.subject_id, h.merchant_id, h.company_id, ${first}::uuid, h.severity, h.score,
      h.score, 1, h.amount, g."dueAt",
      (1000 * (4 - array_position(ARRAY['LOW', 'MEDIUM', 'HIGH', 'URGENT'], h.severity)) + 100 - h.score)::bigint * 10000000000000
        + floor(extract(epoch FROM g."dueAt") * 1000)::bigint,
      g."openedAt", 1, g."openedAt", ${systemActor.zh}, g."openedAt", ${systemActor.zh}
    FROM jsonb_to_recordset(${given}::jsonb) AS g(id uuid, "hitId" uuid, "caseNo" text, "openedAt" timestamptz, "dueAt" timestamptz)
    JOIN risk_hits h ON h.tenant_id = ${tenant}::uuid AND h.id = g."hitId"`;
  await tx.$executeRaw`
    INSERT INTO risk_alerts (id, tenant_id, hit_id, rule_id, subject_type, subject_id, state, case_id, severity, score, amount, at, merchant_id,
      company_id, created_at)
    SELECT g."alertId", h.tenant_id, h.id, h.rule_id, h.subject_type, h.subject_id, 'IN_CASE', g.id, h.severity, h.score, h.amount, h.at, h.merchant_id,
      h.company_id, g."openedAt"
    FROM jsonb_to_recordset(${given}::jsonb) AS g(id uuid, "hitId" uuid, "alertId" uuid, "openedAt" timestamptz)
    JOIN risk_hits h ON h.tenant_id = ${tenant}::uuid AND h.id = g."hitId"`;
  await tx.$executeRaw`INSERT INTO tenant_counters (tenant_id, kind, value) VALUES (${tenant}::uuid, 'AJ', ${cases.length}::int)`;
}

/** The nth step of all cases that have one. */
async function stepCases(tx: Tx, cases: readonly CaseRow[], seq: number, now: Date): Promise<void> {
  const steps = cases.flatMap(({ id, steps }) => {
    const step = steps[seq - 1];
    return step
      ? [
          {
            id,
            ...step,
            at: iso(step.at),
            userId: step.by?.id ?? null,
            userName: step.by?.name ?? systemActor.zh,
          },
        ]
      : [];
  });
  await tx.$executeRaw`
    UPDATE risk_cases c SET state = g.after, event_seq = ${seq}::int, version = c.version + 1, updated_at = g.at, updated_by = g."userName",
      last_act_at = CASE WHEN g."userId" IS NULL THEN c.last_act_at ELSE g.at END,
      first_act_at = CASE WHEN g.action = 'REOPEN' THEN NULL WHEN g."userId" IS NULL THEN c.first_act_at ELSE coalesce(c.first_act_at, g.at) END,
      assignee_id = CASE WHEN g.after IN ('WORKING', 'CLOSING') THEN coalesce(c.assignee_id, g."userId") END,
      assigned_at = CASE WHEN g.after IN ('WORKING', 'CLOSING') THEN coalesce(c.assigned_at, g.at) END,
      level = c.level + CASE g.action WHEN 'ESCALATE' THEN 1 ELSE 0 END,
      inbox_id = CASE g.action WHEN 'ESCALATE' THEN i.escalate_to_id ELSE c.inbox_id END,
      suspensions = c.suspensions + CASE g.action WHEN 'SUSPEND' THEN 1 ELSE 0 END,
      suspended_at = CASE g.after WHEN 'SUSPENDED' THEN g.at END,
      suspended_until = CASE g.after WHEN 'SUSPENDED' THEN ${new Date(suspendedUntil(now.getTime()))}::timestamptz END,
      suspected_at = CASE g.action WHEN 'REPORT' THEN g.at ELSE c.suspected_at END,
      proposed_outcome = CASE g.after WHEN 'CLOSING' THEN g.outcome END, proposed_reason = CASE g.after WHEN 'CLOSING' THEN g.note END,
      outcome = CASE g.after WHEN 'CLOSED' THEN g.outcome END, close_reason = CASE g.after WHEN 'CLOSED' THEN g.note END,
      closed_at = CASE g.after WHEN 'CLOSED' THEN g.at END, closed_by_id = CASE g.after WHEN 'CLOSED' THEN g."userId" END,
      closed_by = CASE g.after WHEN 'CLOSED' THEN g."userName" END,
      reopened = c.reopened + CASE g.action WHEN 'REOPEN' THEN 1 ELSE 0 END,
      closer_ids = CASE g.action WHEN 'REOPEN' THEN c.closer_ids || c.closed_by_id ELSE c.closer_ids END,
      opened_at = CASE g.action WHEN 'REOPEN' THEN g.at ELSE c.opened_at END
    FROM jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) AS g(id uuid, action text, after text, at timestamptz, note text, outcome text,
      "userId" uuid, "userName" text), risk_inboxes i
    WHERE c.tenant_id = ${tenant}::uuid AND c.id = g.id AND i.tenant_id = ${tenant}::uuid AND i.id = c.inbox_id`;
}

async function writeEvents(tx: Tx, cases: readonly CaseRow[]): Promise<void> {
  const events = cases.flatMap(({ id, steps }) =>
    steps.map(({ action, by, at, after, note = '', outcome }, place) => ({
      ...{ tenantId: tenant, caseId: id, seq: place + 1, action, after, note, at: new Date(at) },
      ...{
        actorId: by?.id ?? null,
        actor: by?.name ?? systemActor.zh,
        before: steps[place - 1]?.after ?? null,
      },
      ...(action === 'OPEN' ? { detail: { alerts: 1 } } : outcome ? { detail: { outcome } } : {}),
    })),
  );
  await tx.riskCaseEvent.createMany({ data: events });
}

async function writeLabels(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO risk_labels (id, tenant_id, hit_id, source, outcome, case_id, labelled_at, labelled_by, labelled_by_id)
    SELECT pg_temp.sid(82, row_number() OVER (ORDER BY c.case_no), c.closed_at), c.tenant_id, a.hit_id, 'CASE', c.outcome, c.id, c.closed_at,
      c.closed_by, c.closed_by_id
    FROM risk_cases c JOIN risk_alerts a ON a.tenant_id = c.tenant_id AND a.case_id = c.id
    WHERE c.tenant_id = ${tenant}::uuid AND c.state = 'CLOSED'`;
}

/** As the service counts while it works. */
async function countDays(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO risk_days (tenant_id, day, rule_id, alerts, opened, closed, positive)
    SELECT ${tenant}::uuid, d.day, d.rule_id, sum(d.alerts), sum(d.alerts), sum(d.closed), sum(d.positive) FROM (
      SELECT (created_at AT TIME ZONE 'Asia/Shanghai')::date AS day, rule_id, 1 AS alerts, 0 AS closed, 0 AS positive
      FROM risk_alerts WHERE tenant_id = ${tenant}::uuid
      UNION ALL SELECT (closed_at AT TIME ZONE 'Asia/Shanghai')::date, rule_id, 0, 1, (outcome IN ('VIOLATION', 'FRAUD', 'REPORTED'))::int
      FROM risk_cases WHERE tenant_id = ${tenant}::uuid AND state = 'CLOSED') d GROUP BY 2, 3`;
  await tx.$executeRaw`
    INSERT INTO risk_hours (tenant_id, day, hour, alerts)
    SELECT ${tenant}::uuid, l.at::date, extract(hour FROM l.at)::smallint, count(*)
    FROM (SELECT at AT TIME ZONE 'Asia/Shanghai' AS at FROM risk_alerts WHERE tenant_id = ${tenant}::uuid) l GROUP BY 2, 3`;
  await tx.$executeRaw`
    INSERT INTO risk_person_days (tenant_id, day, user_id, closed, positive)
    SELECT ${tenant}::uuid, (closed_at AT TIME ZONE 'Asia/Shanghai')::date, closed_by_id, count(*),
      count(*) FILTER (WHERE outcome IN ('VIOLATION', 'FRAUD', 'REPORTED'))
    FROM risk_cases WHERE tenant_id = ${tenant}::uuid AND state = 'CLOSED' GROUP BY 2, 3`;
}

/** The approval that a closing waits for. */
async function submitClosings(tx: Tx, cases: readonly CaseRow[]): Promise<void> {
  const maker = officer();
  for (const { id, caseNo, steps } of cases.filter(({ fate }) => fate === 'closing')) {
    const at = new Date(steps.at(-1)?.at ?? 0);
    const approvalId = idOf(`approval/caseClosure/${id}`, at);
    const { merchantId } = await tx.riskCase.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: tenant, id } },
    });
    await tx.approval.create({
      data: {
        ...{
          id: approvalId,
          tenantId: tenant,
          subjectType: 'caseClosure',
          subjectId: id,
          subjectLabel: `${caseNo} 有合理解释`,
        },
        ...{
          merchantId,
          makerId: maker.id,
          makerName: maker.name,
          makerIds: [maker.id],
          reason: closing.reason,
          createdAt: at,
        },
      },
    });
    await tx.approvalEvent.create({
      data: {
        tenantId: tenant,
        approvalId,
        action: 'SUBMIT',
        actorId: maker.id,
        actorName: maker.name,
        createdAt: at,
      },
    });
  }
}
