import type { complianceBacktest as contract } from '@xyxlx/contracts/compliance-backtest';
import { Refusal, recordMissing } from '../../../core/errors.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { change } from '../../../platform/db/transaction.ts';
import { queryList } from '../../../platform/lists/query-list.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import type { Handlers } from '../../../wire/implement.ts';
import { backtestHits, foundHit, newestBacktest } from './backtest.sql.ts';
import { backtestJob } from './backtest-job.ts';

export const backtestHandlers: Handlers<typeof contract> = {
  startBacktest: (call) =>
    change(call, async (tx) => {
      const { input, session, deps } = call;
      const { tenantId, userName } = session;
      const { versionId } = input;
      const version = await tx.riskRuleVersion.findUnique({
        where: { tenantId_id: { tenantId, id: versionId } },
        include: { rule: true },
      });
      if (!version) throw recordMissing();
      const { ruleId, rule, no, sha256 } = version;
      const against = await tx.riskRuleVersion.findFirst({ where: { tenantId, ruleId, state: 'ENABLED' } });
      const [made] = await rowsOf<{ id: string }>(tx, sql`SELECT uuidv7() AS id`);
      const backtestId = made?.id as string;
      const payload = { tenantId, backtestId, ruleId };
      const jobId = await deps.jobs.start(tx, call, { kind: backtestJob.kind, payload });
      const begun = await rowsOf(
        tx,
        sql`INSERT INTO risk_backtests (id, tenant_id, rule_id, version_id, sha256, against_id, from_at, to_at, job_id, created_at, created_by)
            VALUES (${backtestId}::uuid, ${tenantId}::uuid, ${ruleId}::uuid, ${versionId}::uuid, ${sha256},
              ${against && against.id !== versionId ? against.id : null}::uuid, ${new Date(input.from)}, ${new Date(input.to)}, ${jobId}::uuid,
              ${call.now}, ${userName})
            ON CONFLICT (tenant_id, version_id) WHERE state = 'RUNNING' DO NOTHING RETURNING id`,
      );
      if (begun.length === 0) {
        throw new Refusal({
          zh: '该版本已有回测在运行',
          en: 'The past is being looked at by this version already',
        });
      }
      const { from, to } = input;
      await logChange(tx, call, {
        tenantId,
        id: ruleId,
        label: `${rule.code} v${no}`,
        after: { from, to, jobId },
      });
      return { jobId, backtestId };
    }),

  getBacktest: ({ input, session, deps }) => newestBacktest(deps.database.pool, session, input.versionId),

  queryBacktestHit: (call) => queryList(call, backtestHits),

  labelHit: (call) =>
    change(call, async (tx) => {
      const { input, session, now } = call;
      const { tenantId, userId, userName } = session;
      const { id, outcome } = input;
      await foundHit(tx, session, id);
      const hit = await tx.riskBacktestHit.findUniqueOrThrow({
        where: { tenantId_id: { tenantId, id } },
        include: { backtest: { include: { rule: true } } },
      });
      const said = { outcome, labelledAt: now, labelledBy: userName, labelledById: userId };
      await tx.riskLabel.upsert({
        where: { tenantId_backtestHitId_source: { tenantId, backtestHitId: id, source: 'HAND' } },
        create: { tenantId, backtestHitId: id, source: 'HAND', ...said },
        update: said,
      });
      const { rule } = hit.backtest;
      await logChange(tx, call, { tenantId, id: rule.id, label: rule.code, after: { outcome, hit: id } });
      return foundHit(tx, session, id);
    }),
};
