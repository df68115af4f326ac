import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import { inForce } from '../../../platform/approval/entry-in-force.sql.ts';
import { rowOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { judge } from '../engine/judge.ts';
import { onlineMost, onlineReach, readRecords } from '../engine/read-records.ts';
import type { RiskRecord } from '../engine/record.ts';
import { type FoundHit, heardBefore, writeHits } from '../engine/write-hits.ts';
import { keepError } from './keep-error.ts';
import { type OnlineVersion, onlineVersions, type RunningVersion } from './online-versions.ts';
import { timed } from './timings.ts';

/** A payment that is about to be taken or was declined, and whom it is about. */
export interface PaymentEvent {
  tenantId: string;
  merchantId: string;
  companyId: string;
  subjects: Partial<Record<'EMPLOYEE' | 'CARD', string>>;
  /** Without the id, which it has once it is written, and as paid. */
  record: Omit<RiskRecord, 'id' | 'source' | 'outcome'>;
}

/** What compliance says of a payment. */
export interface ComplianceWord {
  /** Whether it may not be taken: the payer hears no more than that. */
  declines: boolean;
  /** Writes what was found once the payment is a record, in its transaction. */
  write(tx: Transaction, written: { id: string; outcome: RiskRecord['outcome'] }): Promise<void>;
}

interface Asked {
  black: boolean;
  /** The rules that a subject is on the white list for, each named `subject type:rule`. */
  spared: string[];
  versions: RunningVersion[];
}

/** What one version found of a subject, to be written. */
interface Finding {
  version: OnlineVersion;
  subjectType: 'EMPLOYEE' | 'CARD';
  subjectId: string;
  hit: Omit<FoundHit, 'key' | 'eventId'>;
}

/** Asks the lists and the online rules of a tenant about a payment; one read more where a rule looks back. A broken rule stops nothing. */
export async function askCompliance(tx: Transaction, event: PaymentEvent): Promise<ComplianceWord> {
  const { tenantId, record } = event;
  const { black, spared, versions: running } = await readWord(tx, event);
  if (running.length === 0) return { declines: black, write: async () => undefined };
  const versions = await onlineVersions(tx, tenantId, running);
  const records = await history(tx, event, versions);
  const asked = (outcome: RiskRecord['outcome'], of: readonly OnlineVersion[]) =>
    find(tx, event, { ...record, id: '', source: 'PAYMENT', outcome }, records, of);
  const declining = versions.filter(
    ({ action, shadow, expression, ruleId }) =>
      action === 'DECLINE' && !shadow && !spared.includes(`${expression?.subject}:${ruleId}`),
  );
  const against = black ? [] : await asked('PAID', declining);
  return {
    declines: black || against.length > 0,
    write: async (writer, { id, outcome }) => {
      const others = versions.filter((version) => !against.some((one) => one.version === version));
      const found = [...against, ...(await asked(outcome, others))];
      for (const one of found) await writeFinding(writer, event, one, id, against.includes(one));
    },
  };
}

async function readWord(tx: Transaction, { tenantId, subjects, record }: PaymentEvent): Promise<Asked> {
  const at = new Date(record.at);
  return rowOf<Asked>(
    tx,
    sql`SELECT coalesce(l.black, FALSE) AS black, coalesce(l.spared, '[]') AS spared,
        (SELECT coalesce(json_agg(json_build_object('id', v.id, 'ruleId', v.rule_id, 'score', v.score, 'severity', v.severity,
            'action', v.action, 'shadow', v.state <> 'ENABLED') ORDER BY v.id), '[]')
          FROM risk_rule_versions v WHERE v.tenant_id = ${tenantId}::uuid AND v.online AND v.state IN ('SHADOW', 'SUBMITTED', 'ENABLED')) AS versions
        FROM (SELECT bool_or(e.list = 'BLACK') AS black,
            json_agg(e.subject_type || ':' || e.rule_id) FILTER (WHERE e.list = 'WHITE') AS spared
          FROM risk_list_entries e WHERE e.tenant_id = ${tenantId}::uuid AND e.list IN ('BLACK', 'WHITE')
          AND ${inForce(at)} AND (e.subject_id, e.subject_type) IN ((${subjects.EMPLOYEE ?? null}::uuid, 'EMPLOYEE'), (${subjects.CARD ?? null}::uuid, 'CARD'),
            (${record.payee}::uuid, 'PAYEE'))) l`,
  );
}

/** The newest records of each subject that a version looks back at; nothing is read for those that look at the event alone. */
async function history(
  tx: Transaction,
  { tenantId, subjects, record }: PaymentEvent,
  versions: readonly OnlineVersion[],
): Promise<Map<RiskSubject, RiskRecord[]>> {
  const read = new Map<RiskSubject, RiskRecord[]>();
  for (const [subject, subjectId] of Object.entries(subjects) as [RiskSubject, string][]) {
    const looks = versions.some(
      ({ expression }) => expression?.subject === subject && expression.window.kind === 'ROLLING',
    );
    const since = new Date(record.at - onlineReach);
    const whose = { tenantId, subject, subjectId, sources: ['PAYMENT'] as const };
    read.set(subject, looks ? await readRecords(tx, whose, since) : []);
  }
  return read;
}

async function find(
  tx: Transaction,
  { tenantId, merchantId, companyId, subjects }: PaymentEvent,
  record: RiskRecord,
  history: ReadonlyMap<RiskSubject, RiskRecord[]>,
  versions: readonly OnlineVersion[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const version of versions) {
    const { expression } = version;
    if (!expression) {
      await keepError(tx, tenantId, version, 'the expression can not be read', new Date(record.at));
      continue;
    }
    const subjectType = expression.subject as 'EMPLOYEE' | 'CARD';
    const subjectId = subjects[subjectType];
    if (subjectId === undefined) continue;
    const before = (history.get(subjectType) ?? []).filter(({ at }) => at <= record.at);
    if (!covers(expression.window, before, record.at)) continue;
    try {
      const judged = timed(tenantId, version.id, () => judge(expression, record, [record, ...before]));
      if (!judged) continue;
      const hit = { subjectId, at: record.at, merchantId, companyId, ...judged };
      const quiet = await heardBefore(tx, tenantId, version.id, expression, [{ ...hit, subjectType }]);
      if (quiet.length > 0) found.push({ version, subjectType, subjectId, hit });
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      await keepError(tx, tenantId, version, error.message, new Date(record.at));
    }
  }
  return found;
}

/** Whether the records that a payment reads reach back as far as a window does: what they don't is found by the batch. */
function covers(
  window: NonNullable<OnlineVersion['expression']>['window'],
  before: readonly RiskRecord[],
  at: number,
): boolean {
  if (window.kind !== 'ROLLING' || before.length < onlineMost) return true;
  return (before.at(-1)?.at ?? 0) <= at - window.minutes * 60_000;
}

async function writeFinding(
  tx: Transaction,
  { tenantId }: PaymentEvent,
  { version, subjectType, hit }: Finding,
  eventId: string,
  declined: boolean,
): Promise<void> {
  const written = { ...hit, key: eventId, eventId };
  await writeHits(
    tx,
    { tenantId, version, subjectType, source: 'PAYMENT', declined },
    [written],
    new Date(hit.at),
  );
}
