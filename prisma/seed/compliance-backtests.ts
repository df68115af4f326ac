import type { Prisma } from '../client/client.ts';
import { officer } from './compliance-case-rows.ts';
import { idOf } from './random.ts';
import { tenantId } from './tenants.ts';

type Tx = Prisma.TransactionClient;

const tenant = tenantId('A');
const day = 86_400_000;

/** A version that was tried on the past, and the enabled one that it was set beside. */
interface Tried {
  code: string;
  ruleId: string;
  versionId: string;
  againstId: string | null;
}

/** What versions found in the last sixty days, which is what the rule has hits of; counted as the service counts it. */
export async function seedBacktests(tx: Tx, tried: readonly Tried[], now: Date): Promise<void> {
  const at = new Date(now.getTime() - day / 2);
  const finishedAt = new Date(at.getTime() + 4_000);
  const by = officer();
  for (const { code, ruleId, versionId, againstId } of tried) {
    const id = idOf(`riskBacktest/${code}`, at);
    const jobId = idOf(`job/riskBacktest/${code}`, at);
    await tx.job.create({
      data: {
        ...{
          id: jobId,
          tenantId: tenant,
          kind: 'riskBacktest',
          permission: 'compliance.view',
          origin: {},
          attempt: 1,
        },
        ...{
          payload: { tenantId: tenant, backtestId: id, ruleId },
          createdById: by.id,
          createdBy: by.name,
          createdAt: at,
        },
      },
    });
    const { sha256 } = await tx.riskRuleVersion.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: tenant, id: versionId } },
    });
    await tx.riskBacktest.create({
      data: {
        ...{
          id,
          tenantId: tenant,
          ruleId,
          versionId,
          sha256,
          againstId,
          jobId,
          createdAt: at,
          createdBy: by.name,
        },
        ...{ from: new Date(at.getTime() - 70 * day), to: at },
      },
    });
    await tx.$executeRaw`
      INSERT INTO risk_backtest_hits (id, tenant_id, backtest_id, side, subject_type, subject_id, key, at, amount, facts)
      SELECT overlay(h.id::text PLACING '001' FROM 16)::uuid, h.tenant_id, b.id, CASE WHEN b.against_id IS NULL THEN 'NEW' ELSE 'BOTH' END, h.subject_type, h.subject_id,
        h.key, h.at, h.amount, h.facts
      FROM risk_backtests b JOIN risk_hits h ON h.tenant_id = b.tenant_id AND h.rule_id = b.rule_id AND h.at > b.from_at AND h.at <= b.to_at
      WHERE b.tenant_id = ${tenant}::uuid AND b.id = ${id}::uuid`;
    await tx.$executeRaw`
      UPDATE risk_backtests b SET state = 'DONE', finished_at = ${finishedAt}::timestamptz, outcome = (
        SELECT json_build_object('hits', count(*), 'subjects', count(DISTINCT h.subject_id), 'byDay', (
            SELECT json_agg(json_build_object('day', d.day, 'hits', d.hits) ORDER BY d.day) FROM (
              SELECT (h.at AT TIME ZONE 'Asia/Shanghai')::date AS day, count(*) AS hits FROM risk_backtest_hits h
              WHERE h.tenant_id = ${tenant}::uuid AND h.backtest_id = b.id GROUP BY 1) d),
          'byScore', json_build_array(json_build_object('from', v.score / 10 * 10, 'subjects', count(DISTINCT h.subject_id))),
          'both', count(*) FILTER (WHERE h.side = 'BOTH'), 'onlyOld', 0, 'onlyNew', count(*) FILTER (WHERE h.side = 'NEW'))
        FROM risk_backtest_hits h WHERE h.tenant_id = ${tenant}::uuid AND h.backtest_id = b.id)
      FROM risk_rule_versions v
      WHERE b.tenant_id = ${tenant}::uuid AND b.id = ${id}::uuid AND v.tenant_id = b.tenant_id AND v.id = b.version_id`;
    await tx.$executeRaw`
      UPDATE jobs j SET state = 'SUCCEEDED', started_at = ${at}::timestamptz, finished_at = ${finishedAt}::timestamptz, updated_at = ${finishedAt}::timestamptz,
        message = json_build_object('zh', '命中 ' || (b.outcome->>'hits') || ' 次', 'en', (b.outcome->>'hits') || ' hits')
      FROM risk_backtests b WHERE b.tenant_id = ${tenant}::uuid AND b.id = ${id}::uuid AND j.tenant_id = b.tenant_id AND j.id = b.job_id`;
  }
}
