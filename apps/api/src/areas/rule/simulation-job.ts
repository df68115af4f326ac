import { paths } from '@xyxlx/contracts/paths';
import type { SimulatedChange } from '@xyxlx/contracts/rule-simulation';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import { rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { JobEnd, JobKind, JobWork } from '../../platform/jobs/job-kind.ts';
import type { Version } from './judge/facts.ts';
import { publishedRules } from './published-rules.ts';
import { readVersions } from './read-versions.ts';
import { countRecords, type SimulatedSpan } from './simulation/records.sql.ts';
import { runSimulation } from './simulation/run-simulation.ts';
import type { Count, Outcomes, Totals } from './simulation/simulate.ts';
import type { SimulationInput } from './simulation/simulation-worker.ts';

interface Payload {
  tenantId: string;
  simulationId: string;
  institutionId: string;
}

/** Records of one page: a page is read and judged in some tens of milliseconds. */
const pageSize = 5_000;
/** What the server gives a page, in ms. */
const statementTimeout = 8_000;
/** Progress is told this often, in ms. */
const progressEvery = 2_000;

/** Judges the payments of the past again. A killed replica's is begun anew: there is no half of it to go on from. */
export const simulationJob: JobKind<Payload> = {
  kind: 'ruleSimulation',
  title: { zh: '制度模拟', en: 'Simulation of a policy' },
  permission: 'rule.view',
  run: simulate,
  outcome: ({ payload }) => `${paths.rules}?open=${payload.institutionId}`,
  abandoned: (tx, { payload }) => finish(tx, payload, null),
};

async function simulate(work: JobWork<Payload>): Promise<JobEnd> {
  const { payload, deps, signal } = work;
  const { span, versions } = await inTransaction(deps.database, (tx) => readInput(tx, deps, payload));
  const { count: total } = await rowOf<{ count: number }>(deps.database.pool, countRecords(span));
  await work.report({ total, done: 0 });
  let read = 0;
  let toldAt = performance.now();
  const address = deps.database.addresses.service;
  const outcomes = await runSimulation(
    { address, statementTimeout, pageSize, span, versions },
    async (some) => {
      read += some;
      if (performance.now() - toldAt < progressEvery) return;
      toldAt = performance.now();
      // Nothing is written until the end, but whether it is still this replica's to do is asked here too.
      await work.steps(async () => null);
      await work.report({ done: read });
    },
    signal,
  );
  await work.steps(async (tx, isWritten) => {
    if (isWritten) return null;
    await writeRows(tx, payload, outcomes.rows);
    await finish(tx, payload, summaryOf(outcomes));
    return { checkpoint: true, done: 0 };
  });
  await work.report({ done: total });
  return { state: 'SUCCEEDED', message: wordsOf(outcomes) };
}

/** What is simulated, as it is said at this moment; throws 406 when the version was edited since it was asked for. */
async function readInput(
  tx: Transaction,
  deps: Pick<Deps, 'database'>,
  { tenantId, simulationId, institutionId }: Payload,
): Promise<{ span: SimulatedSpan; versions: SimulationInput['versions'] }> {
  const asked = await rowOf<{
    versionId: string;
    isSame: boolean;
    from: string;
    to: string;
    merchantId: string | null;
  }>(
    tx,
    sql`SELECT s.version_id AS "versionId", s.sha256 = v.sha256 AS "isSame", s.from_day::text AS from, s.to_day::text AS to,
          s.merchant_id AS "merchantId"
        FROM rule_simulations s JOIN institution_versions v ON v.tenant_id = s.tenant_id AND v.id = s.version_id
        WHERE s.tenant_id = ${tenantId}::uuid AND s.id = ${simulationId}::uuid FOR SHARE OF v`,
  );
  const { versionId, isSame, from, to, merchantId } = asked;
  if (!isSame) {
    throw new Refusal({
      zh: '版本在排队期间被修改，请重新模拟',
      en: 'The version was edited while it waited: simulate it again',
    });
  }
  const { versions: enabled, withoutRule } = await publishedRules(tx, deps, tenantId);
  const [candidate] = await readVersions(tx, tenantId, sql`v.id = ${versionId}::uuid`);
  if (!candidate) throw new Error('A version that was just locked is gone');
  const before = enabled.find(({ institution }) => institution.id === institutionId);
  const others = enabled.filter((version) => version !== before);
  const begun = { ...candidate, validFrom: beginOf(candidate, before, from) };
  return {
    span: { tenantId, from, to, merchantId },
    versions: { enabled, withCandidate: [...others, begun], withoutRule },
  };
}

/** The day from which the candidate judges: as long as the version that it would replace, or all the time; its own day is still to come. */
function beginOf(candidate: Version, before: Version | undefined, from: string): string {
  const begin = before?.validFrom ?? `${from.slice(0, 7)}-01`;
  return begin < candidate.validFrom ? begin : candidate.validFrom;
}

async function writeRows(
  tx: Transaction,
  { tenantId, simulationId }: Payload,
  rows: Outcomes['rows'],
): Promise<void> {
  await rowsOf(
    tx,
    sql`INSERT INTO rule_simulation_rows (tenant_id, simulation_id, seq, consumption_id, change, amount, paid, before, after)
        SELECT ${tenantId}::uuid, ${simulationId}::uuid, n, (r->>'consumptionId')::uuid, r->>'change', (r->>'amount')::bigint,
          (r->>'paid')::bigint, r->'before', r->'after'
        FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY e(r, n)`,
  );
}

/** Ends it, with what it came to; null where it was given up. What has ended stays as it is. */
async function finish(
  tx: Transaction,
  { tenantId, simulationId }: Payload,
  outcome: object | null,
): Promise<void> {
  await rowsOf(
    tx,
    sql`UPDATE rule_simulations SET finished_at = now(), outcome = ${outcome && JSON.stringify(outcome)}::jsonb
        WHERE tenant_id = ${tenantId}::uuid AND id = ${simulationId}::uuid AND finished_at IS NULL`,
  );
}

function summaryOf({ totals, byReason, byMerchant, byDay, withoutSnapshot }: Outcomes) {
  const changed = ({ SAME: _, ...others }: Totals) =>
    Object.values(others).reduce((sum, { count }) => sum + count, 0);
  return {
    totals: named(totals),
    byReason: [...byReason]
      .sort(([, a], [, b]) => b.amount - a.amount)
      .map(([code, counted]) => ({ code, ...counted })),
    byMerchant: [...byMerchant]
      .sort(([, a], [, b]) => changed(b) - changed(a))
      .map(([merchantId, its]) => ({ merchantId, ...named(its) })),
    byDay: [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, its]) => ({ day, ...named(its) })),
    withoutSnapshot,
  };
}

/** Counts by the names that they have on the wire. */
function named({ SAME, NEWLY_DECLINED, NEWLY_SPLIT, NEWLY_ALLOWED }: Record<SimulatedChange, Count>) {
  return { same: SAME, newlyDeclined: NEWLY_DECLINED, newlySplit: NEWLY_SPLIT, newlyAllowed: NEWLY_ALLOWED };
}

function wordsOf({ totals }: Outcomes): JobEnd['message'] {
  const [same, declined, split, allowed] = [
    totals.SAME,
    totals.NEWLY_DECLINED,
    totals.NEWLY_SPLIT,
    totals.NEWLY_ALLOWED,
  ].map(({ count }) => count);
  return {
    zh: `不变 ${same} 笔，新增拒付 ${declined} 笔，新增个人支付 ${split} 笔，新增企业支付 ${allowed} 笔`,
    en: `${same} payments stay the same, ${declined} are newly declined, of ${split} the employee pays more, of ${allowed} the company`,
  };
}
