import { createHash, randomUUID } from 'node:crypto';
import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import type { RiskCaseState } from '@xyxlx/contracts/compliance-case-kinds';
import type { RiskSeverity, RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { expect } from 'vitest';
import { hitsAtOnce, raiseSome } from '../../apps/api/src/areas/compliance/alerts/raise-alerts.ts';
import { nobodys } from '../../apps/api/src/areas/compliance/cases/hand-on.ts';
import { type CaseStep, stepCases } from '../../apps/api/src/areas/compliance/cases/step-cases.ts';
import { settle } from '../../apps/api/src/areas/compliance/cases/verdict.ts';
import { type Queryable, rowsOf, sql } from '../../apps/api/src/platform/db/sql.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { operator } from './operator.ts';
import type { TestApi } from './test-api.ts';

type Person = Awaited<ReturnType<typeof operator>>;

/** One hit as a test writes it past the engines. */
export interface GivenHit {
  ruleId: string;
  subjectId: string;
  subjectType?: RiskSubject;
  score?: number;
  severity?: RiskSeverity;
  amount?: number;
  at?: Date;
  eventId?: string;
  /** Of a calendar window: its first instant. */
  key?: string;
}

/** Where cases are worked: an inbox 一线 with an inbox 主管 above it, rules of them, and people who may. */
export interface CaseDesk {
  tenantId: string;
  inboxId: string;
  upperId: string;
  merchantId: string;
  analyst: Person;
  other: Person;
  head: Person;
  /** A rule of the inbox, with a version that hits name. */
  rule(code?: string): Promise<{ id: string; versionId: string }>;
  /** An employee who never was a subject before. */
  employee(change?: object): Promise<string>;
  /** Writes hits with their places in the queue; returns their ids. */
  hits(given: readonly GivenHit[]): Promise<string[]>;
  /** The same, made alerts of. */
  alerts(given: readonly GivenHit[]): Promise<string[]>;
  /** A new case of its own subject; of the lowest severity unless said. */
  newCase(more?: Partial<GivenHit>): Promise<RiskCaseDetail>;
  /** An answer of an action of the area. */
  call(
    action: string,
    input?: object,
    by?: Person,
  ): Promise<{ code: number; msg: string; result: RiskCaseDetail & { approvalId: string } }>;
  /** Its result, where it is done. */
  done(action: string, input?: object, by?: Person): Promise<RiskCaseDetail & { approvalId: string }>;
  shown(id: string): Promise<RiskCaseDetail>;
  /** Adds somebody to the inbox 一线. */
  join(person: Person): Promise<void>;
}

export const auditor = { permissions: ['compliance.view', 'compliance.audit', 'compliance.report'] };
export const chief = {
  permissions: [...auditor.permissions, 'compliance.decide', 'compliance.reopen', 'compliance.export'],
};

/** What a desk's rules look for. */
const anyPayment = {
  ...{ source: 'PAYMENT', subject: 'EMPLOYEE', filters: [], window: { kind: 'EVENT' }, aggregates: [] },
  when: { of: 'amount', op: 'GE', value: 1 },
};

/** How many rules and employees there are, of all desks. */
let made = 0;

/** Opens such a desk in the seeded tenant A. */
export async function openCaseDesk(api: TestApi): Promise<CaseDesk> {
  const { prisma } = api.deps.database;
  const tenantId = tenantIdOf('A');
  const mark = randomUUID().slice(0, 8);
  const { id: upperId } = await prisma.riskInbox.create({ data: { tenantId, name: `主管 ${mark}` } });
  const { id: inboxId } = await prisma.riskInbox.create({
    data: { tenantId, name: `一线 ${mark}`, escalateToId: upperId },
  });
  const [analyst, other, head] = [
    await operator(api, '分析员', auditor),
    await operator(api, '另一分析员', auditor),
    await operator(api, '合规主管', chief),
  ];
  const join = async (person: Person, to = inboxId) => {
    await prisma.riskInboxMember.create({ data: { tenantId, inboxId: to, userId: person.session.userId } });
  };
  await join(analyst);
  await join(other);
  await join(head, upperId);
  const { id: merchantId } = await prisma.merchant.findFirstOrThrow({
    where: { tenantId, state: 'ACTIVE', companyId: { not: null } },
    orderBy: { id: 'asc' },
  });
  const rules = new Map<string, string>();
  const writeHits = async (client: Queryable, given: readonly GivenHit[]): Promise<string[]> => {
    const at = api.deps.clock.businessNow();
    const rows = given.map((hit) => ({
      ...{ subject_type: 'EMPLOYEE', score: 40, severity: 'LOW', amount: 100, at },
      ...{
        id: randomUUID(),
        rule_id: hit.ruleId,
        version_id: rules.get(hit.ruleId),
        subject_id: hit.subjectId,
      },
      ...(hit.subjectType && { subject_type: hit.subjectType }),
      ...(hit.score !== undefined && { score: hit.score }),
      ...(hit.severity && { severity: hit.severity }),
      ...(hit.amount !== undefined && { amount: hit.amount }),
      ...(hit.at && { at: hit.at }),
      event_id: hit.eventId ?? null,
      key: hit.key ?? null,
    }));
    await rowsOf(
      client,
      sql`WITH given AS (
           INSERT INTO risk_hits (tenant_id, id, rule_id, version_id, subject_type, subject_id, key, at, shadow, score, severity, amount,
             event_type, event_id, facts, merchant_id, created_at)
           SELECT ${tenantId}::uuid, g.id, g.rule_id, g.version_id, g.subject_type, g.subject_id, coalesce(g.key, g.id::text), g.at, FALSE, g.score, g.severity, g.amount,
             CASE WHEN g.event_id IS NOT NULL THEN 'PAYMENT' END, g.event_id, '{"amount": 1}', ${merchantId}::uuid, g.at
           FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g(id uuid, rule_id uuid, version_id uuid, subject_type text,
             subject_id uuid, score int, severity text, amount bigint, at timestamptz, event_id uuid,
             key text)
           RETURNING id)
         INSERT INTO risk_pending_hits (tenant_id, hit_id) SELECT ${tenantId}::uuid, id FROM given`,
    );
    return rows.map(({ id }) => id);
  };
  const desk: CaseDesk = {
    ...{ tenantId, inboxId, upperId, merchantId, analyst, other, head },
    rule: async (code) => {
      made += 1;
      // Of one length, so that codes sort as rules were made, however many another file has made before.
      const digits = String(made).padStart(6, '0');
      const letters = [...digits].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');
      const { id } = await prisma.riskRule.create({
        data: { tenantId, code: code ?? `T${letters}`, name: `规则${made}`, inboxId, lastNo: 1 },
      });
      const { id: versionId } = await prisma.riskRuleVersion.create({
        data: {
          ...{
            tenantId,
            ruleId: id,
            no: 1,
            expression: anyPayment,
            online: false,
            score: 40,
            severity: 'LOW',
          },
          ...{ action: 'ALERT', sha256: createHash('sha256').update(id).digest('hex') },
        },
      });
      rules.set(id, versionId);
      return { id, versionId };
    },
    employee: async (change = {}) => {
      made += 1;
      const { id } = await prisma.employee.create({
        data: {
          ...{ tenantId, merchantId, employeeNo: `RISK${mark}${made}`, name: '王小明', state: 'ACTIVE' },
          ...{
            mobile: `137${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
            hiredOn: new Date('2026-01-01'),
          },
          ...change,
        },
      });
      return id;
    },
    hits: (given) => writeHits(api.deps.database.pool, given),
    // In one transaction: the duty that does the same every minute never sees them waiting.
    alerts: (given) =>
      inTransaction(api.deps.database, async (tx) => {
        const ids = await writeHits(tx, given);
        const now = api.deps.clock.businessNow();
        for (let taken = hitsAtOnce; taken === hitsAtOnce; ) taken = await raiseSome(tx, tenantId, now);
        return ids;
      }),
    newCase: async (more = {}) => {
      const ruleId = more.ruleId ?? (await desk.rule()).id;
      const subjectId = more.subjectId ?? (await desk.employee());
      await desk.alerts([{ ...more, ruleId, subjectId }]);
      const row = await prisma.riskCase.findFirstOrThrow({
        where: { tenantId, ruleId, subjectId, state: { not: 'CLOSED' } },
      });
      return desk.shown(row.id);
    },
    call: async (action, input = {}, by = analyst) =>
      (await api.call(`compliance/${action}`, input, by.token)).body,
    done: async (action, input, by) => {
      const { code, msg, result } = await desk.call(action, input, by);
      expect([action, code, msg]).toEqual([action, 200, '']);
      return result;
    },
    shown: (id) => desk.done('getCase', { id }, head),
    join,
  };
  return desk;
}

/** Brings a new case into another state by the steps that lead there, past who may take them; returns its key and version. */
export async function bringCase(
  api: TestApi,
  id: string,
  state: RiskCaseState,
  by: { id: string; name: string },
): Promise<{ id: string; version: number }> {
  const now = api.deps.clock.businessNow();
  return inTransaction(api.deps.database, async (tx) => {
    const row = await tx.riskCase.findFirstOrThrow({ where: { id } });
    const { tenantId } = row;
    const stepper = { session: { userId: by.id, userName: by.name }, now };
    const step = (more: CaseStep) => stepCases(tx, stepper, tenantId, [id], more);
    if (state !== 'NEW') {
      await step({
        action: 'CLAIM',
        to: 'WORKING',
        columns: sql`assignee_id = ${by.id}::uuid, assigned_at = ${now}::timestamptz`,
      });
    }
    if (state === 'SUSPENDED') {
      const [since, until] = [2, 1].map((days) => new Date(now.getTime() - days * 86_400_000));
      const columns = sql`${nobodys}, suspended_at = ${since}::timestamptz, suspended_until = ${until}::timestamptz`;
      await step({ action: 'SUSPEND', to: 'SUSPENDED', columns });
    }
    const verdict = { outcome: 'FALSE', reason: '与本人核实，属正常消费', by } as const;
    if (state === 'CLOSING') {
      const columns = sql`proposed_outcome = ${verdict.outcome}, proposed_reason = ${verdict.reason}`;
      await step({ action: 'CLOSE', to: 'CLOSING', columns });
    }
    if (state === 'CLOSED') await settle(tx, stepper, row, verdict);
    const { version } = await tx.riskCase.findFirstOrThrow({ where: { id } });
    return { id, version };
  });
}
