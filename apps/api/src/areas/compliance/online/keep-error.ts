import { paths } from '@xyxlx/contracts/paths';
import { decidersOf } from '../../../platform/approval/deciders.ts';
import { rowOf, rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { notifyUsers } from '../../../platform/live/notify-users.ts';
import type { RunningVersion } from './online-versions.ts';

/** So many failures of a version within an hour put it back on trial. */
const mostErrors = 10;

/**
 * Keeps that a version failed to judge a payment, which goes on without it; one that goes on failing is put back on trial, and its keepers
 * are told. `at`: the business time.
 */
export async function keepError(
  tx: Transaction,
  tenantId: string,
  { id, ruleId, shadow }: RunningVersion,
  message: string,
  at: Date,
): Promise<void> {
  const { errors } = await rowOf<{ errors: number }>(
    tx,
    sql`WITH kept AS (INSERT INTO risk_rule_errors (tenant_id, version_id, message, created_at)
          VALUES (${tenantId}::uuid, ${id}::uuid, ${message.slice(0, 500)}, now()))
        SELECT count(*)::int + 1 AS errors FROM risk_rule_errors e WHERE e.tenant_id = ${tenantId}::uuid AND e.version_id = ${id}::uuid
          AND e.created_at > now() - interval '1 hour'`,
  );
  if (shadow || errors < mostErrors) return;
  const [moved] = await rowsOf<{ code: string; no: number }>(
    tx,
    sql`UPDATE risk_rule_versions v SET
          state = CASE WHEN o.taken THEN 'DISABLED' ELSE 'SHADOW' END,
          shadow_since = o.at, disabled_at = CASE WHEN o.taken THEN o.at END, disable_reason = CASE WHEN o.taken THEN '连续出错' END
        FROM risk_rules r, (SELECT ${at}::timestamptz AS at, EXISTS (SELECT FROM risk_rule_versions w WHERE w.tenant_id = ${tenantId}::uuid AND w.rule_id = ${ruleId}::uuid
          AND w.state IN ('SHADOW', 'SUBMITTED')) AS taken) o
        WHERE v.tenant_id = ${tenantId}::uuid AND v.id = ${id}::uuid AND v.state = 'ENABLED'
          AND r.tenant_id = ${tenantId}::uuid AND r.id = v.rule_id RETURNING r.code, v.no`,
  );
  if (!moved) return;
  const keepers = await decidersOf(tx, 'compliance.settings', {
    ...{ tenantId, companyId: null, merchantId: null, amount: null, makerIds: [] },
  });
  await notifyUsers(tx, {
    tenantId,
    userIds: keepers.map((person) => person.id),
    kind: 'compliance.ruleBroken',
    title: {
      zh: `监控规则 ${moved.code} v${moved.no} 一小时内出错 ${mostErrors} 次，已转为试运行`,
      en: `The rule ${moved.code} v${moved.no} failed ${mostErrors} times in an hour and is on trial again`,
    },
    link: `${paths.complianceSettings}?tab=rule&open=${ruleId}`,
  });
}
