import { type RiskExpression, riskExpression } from '@xyxlx/contracts/compliance-expression';
import { paths } from '@xyxlx/contracts/paths';
import { Refusal } from '../../../core/errors.ts';
import { rowOf, rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { JobEnd, JobKind, JobWork } from '../../../platform/jobs/job-kind.ts';
import { search } from '../engine/search.ts';
import { heard } from '../engine/silence.ts';
import { calendarOf, type Span, windowsWithin } from '../engine/windows.ts';
import { outcomeOf } from './outcome.sql.ts';

interface Payload {
  tenantId: string;
  backtestId: string;
  ruleId: string;
}

const dayLength = 86_400_000;

/** Looks at the past by a version, and by the one that is enabled, span by span. A killed replica's goes on where it was. */
export const backtestJob: JobKind<Payload> = {
  kind: 'riskBacktest',
  title: { zh: '监控规则回测', en: 'A rule tried on the past' },
  permission: 'compliance.view',
  run,
  outcome: ({ payload }) => `${paths.complianceSettings}?tab=rule&open=${payload.ruleId}`,
  abandoned: async (tx, { payload: { tenantId, backtestId } }) => {
    const where = { tenantId, id: backtestId, state: 'RUNNING' as const };
    await tx.riskBacktest.updateMany({ where, data: { state: 'FAILED', finishedAt: new Date() } });
  },
};

/** One span of one of the two versions. */
interface Part extends Span {
  side: 'NEW' | 'OLD';
  expression: RiskExpression;
}

async function run(work: JobWork<Payload>): Promise<JobEnd> {
  const { payload, deps } = work;
  const { tenantId, backtestId } = payload;
  const parts = await partsOf(deps.database.prisma, payload);
  await work.report({ total: parts.length });
  await work.steps(async (tx, checkpoint) => {
    const at = (checkpoint as number | null) ?? 0;
    const part = parts[at];
    if (part) await look(tx, payload, part);
    else if (at > parts.length) return null;
    else {
      const outcome = await outcomeOf(tx, tenantId, backtestId);
      const where = { tenantId_id: { tenantId, id: backtestId } };
      await tx.riskBacktest.update({ where, data: { state: 'DONE', outcome, finishedAt: new Date() } });
    }
    return { checkpoint: at + 1, done: part ? 1 : 0 };
  });
  const { hits } = await rowOf<{ hits: number }>(
    deps.database.pool,
    sql`SELECT count(*)::int AS hits FROM risk_backtest_hits h WHERE h.tenant_id = ${tenantId}::uuid AND h.backtest_id = ${backtestId}::uuid AND h.side <> 'OLD'`,
  );
  return { state: 'SUCCEEDED', message: { zh: `命中 ${hits} 次`, en: `${hits} hits` } };
}

/** What is to be looked at, the version's own before the other's; throws 406 where it says something else now. */
async function partsOf(
  prisma: Pick<Transaction, 'riskBacktest'>,
  { tenantId, backtestId }: Payload,
): Promise<Part[]> {
  const { version, against, sha256, from, to } = await prisma.riskBacktest.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: backtestId } },
    include: { version: true, against: true },
  });
  if (version.sha256 !== sha256) {
    throw new Refusal({
      zh: '版本在排队期间被修改，请重新回测',
      en: 'It was edited while it waited: begin again',
    });
  }
  return [
    ...spansOf('NEW', riskExpression.parse(version.expression), { from, to }),
    ...(against ? spansOf('OLD', riskExpression.parse(against.expression), { from, to }) : []),
  ];
}

/** By the day; with a longer window by as much, as each span reads its window besides. */
function spansOf(side: Part['side'], expression: RiskExpression, { from, to }: Span): Part[] {
  const kind = calendarOf(expression);
  if (kind) return windowsWithin(kind, { from, to }).map((span) => ({ ...span, side, expression }));
  const { window } = expression;
  const minutes = window.kind === 'ROLLING' ? window.minutes : 0;
  const length = Math.min(Math.max(Math.ceil(minutes / 1_440), 1), 31) * dayLength;
  const spans: Part[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += length) {
    const end = new Date(Math.min(at + length, to.getTime()));
    spans.push({ side, expression, from: new Date(at), to: end });
  }
  return spans;
}

async function look(
  tx: Transaction,
  { tenantId, backtestId }: Payload,
  { side, expression, ...span }: Part,
): Promise<void> {
  const found = await search(tx, expression, tenantId, { ...span, kind: 'happened' });
  const sides = side === 'NEW' ? ['NEW', 'BOTH'] : ['OLD', 'BOTH'];
  const { window, subject } = expression;
  const reach = window.kind === 'ROLLING' ? window.minutes * 60_000 : 0;
  const since = new Date(span.from.getTime() - reach);
  const last = await rowsOf<{ subjectId: string; at: Date }>(
    tx,
    sql`SELECT h.subject_id AS "subjectId", h.at FROM risk_backtest_hits h WHERE h.tenant_id = ${tenantId}::uuid
        AND h.backtest_id = ${backtestId}::uuid AND h.at > ${since} AND h.at <= ${span.to} AND h.side = ANY(${sides}::text[])`,
  );
  const of = Map.groupBy(last, ({ subjectId }) => subjectId);
  const before = new Map([...of].map(([id, hits]) => [id, hits.map(({ at }) => at.getTime())]));
  const counts = heard(expression, found, before).map(({ at, ...hit }) => ({
    ...hit,
    at: new Date(at).toISOString(),
  }));
  await rowsOf(
    tx,
    sql`INSERT INTO risk_backtest_hits (tenant_id, backtest_id, side, subject_type, subject_id, key, at, amount, facts)
        SELECT ${tenantId}::uuid, ${backtestId}::uuid, ${side}, ${subject}, g."subjectId", g.key, g.at, g.amount, g.facts
        FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS g("subjectId" uuid, key text, at timestamptz, amount bigint, facts jsonb)
        ON CONFLICT (tenant_id, backtest_id, subject_type, subject_id, key)
          DO UPDATE SET side = 'BOTH' WHERE risk_backtest_hits.side <> excluded.side`,
  );
}
