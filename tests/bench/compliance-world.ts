import { demoPassword } from '@xyxlx/database/seed/accounts';
import { newNonce } from '../support/signed-call.ts';
import { asReplica, type World } from './world.ts';

export interface BenchRule {
  tenantId: string;
  inboxId: string;
  ruleIds: string[];
}

/** Rules of who measures, each with one version that is a draft, in an inbox of their own. */
export async function freshRules(
  world: World,
  tenantId: string,
  expressions: readonly object[],
): Promise<BenchRule> {
  const { rows } = await world.pool.query<{ id: string }>(
    'INSERT INTO risk_inboxes (tenant_id, name, created_at, updated_at) VALUES ($1, $2, now(), now()) RETURNING id',
    [tenantId, `基准 ${newNonce().slice(0, 8)}`],
  );
  const inboxId = rows[0]?.id as string;
  const ruleIds: string[] = [];
  for (const expression of expressions) {
    const code = [...newNonce()]
      .map((letter) => String.fromCharCode(65 + (letter.charCodeAt(0) % 26)))
      .join('')
      .slice(0, 12);
    const { id } = (await world.ask('compliance/addRule', {
      ...{ code, name: '基准', expression, score: 30, severity: 'MEDIUM', action: 'ALERT', inboxId },
    })) as { id: string };
    ruleIds.push(id);
  }
  return { tenantId, inboxId, ruleIds };
}

/** Has payments ask those rules, or none of them; past their trial and everybody's word. */
export async function setOnline(
  { pool }: World,
  { tenantId, ruleIds }: BenchRule,
  isOn: boolean,
): Promise<void> {
  await asReplica(pool, async (client) => {
    await client.query(
      `UPDATE risk_rule_versions SET state = $3, online = TRUE, shadow_since = now(), enabled_at = now(), approval_id = uuidv7()
     WHERE tenant_id = $1 AND rule_id = ANY($2)`,
      [tenantId, ruleIds, isOn ? 'ENABLED' : 'DRAFT'],
    );
  });
}

/** Analysts of an inbox, each signed in; their tokens. */
export async function analystsOf(
  world: World,
  { tenantId, inboxId }: BenchRule,
  count: number,
): Promise<string[]> {
  const { pool, service } = world;
  const role = await pool.query<{ id: string }>(
    `INSERT INTO roles (tenant_id, code, name, data_scope, permissions) VALUES ($1, $2, '基准分析员', 'TENANT', $3) RETURNING id`,
    [tenantId, newNonce(), ['compliance.view', 'compliance.audit']],
  );
  const tokens: string[] = [];
  for (let n = 0; n < count; n++) {
    const mobile = `19${newNonce().replaceAll(/\D/g, '').padEnd(9, '0').slice(0, 6)}${String(n).padStart(3, '0')}`;
    await pool.query(
      `WITH person AS (
         INSERT INTO users (mobile, name, password_hash) SELECT $1, '基准分析员', password_hash FROM users WHERE mobile = '13800000001' RETURNING id),
       member AS (INSERT INTO memberships (tenant_id, user_id) SELECT $2, id FROM person RETURNING id, user_id),
       role AS (INSERT INTO membership_roles (tenant_id, membership_id, role_id) SELECT $2, id, $3 FROM member)
       SELECT 1`,
      [mobile, tenantId, role.rows[0]?.id],
    );
    await pool.query(
      'INSERT INTO risk_inbox_members (tenant_id, inbox_id, user_id) SELECT $1, $2, id FROM users WHERE mobile = $3',
      [tenantId, inboxId, mobile],
    );
    const answer = await fetch(`${service.url}/xyxlx/userAccount/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Resourcestype: 'PC' },
      body: JSON.stringify({ mobile, password: demoPassword }),
    });
    const { result, msg } = (await answer.json()) as { result: { token: string } | null; msg: string };
    if (!result) throw new Error(`An analyst could not sign in: ${msg}`);
    tokens.push(result.token);
  }
  return tokens;
}

/** Cases that wait in the inbox, of employees of the tenant. */
export async function waitingCases(
  { pool }: World,
  { tenantId, inboxId, ruleIds }: BenchRule,
  count: number,
): Promise<void> {
  const [ruleId] = ruleIds;
  await pool.query(
    `WITH opened AS (
       INSERT INTO risk_cases (tenant_id, case_no, rule_id, subject_type, subject_id, merchant_id, inbox_id, severity, score, max_score, due_at,
         opened_at, event_seq, created_at, updated_at)
       SELECT $1, 'BENCH' || upper(left(md5($2::text), 6)) || n, $2::uuid, 'EMPLOYEE', e.id, e.merchant_id, $3,
         (ARRAY['LOW', 'MEDIUM', 'HIGH', 'URGENT'])[1 + n % 4], n % 100, n % 100, now() + n * interval '1 second', now(), 1, now(), now()
       FROM (SELECT e.*, row_number() OVER () AS n FROM (SELECT id, merchant_id FROM employees WHERE tenant_id = $1 LIMIT $4) e) e RETURNING id)
     INSERT INTO risk_case_events (tenant_id, case_id, seq, action, actor, after, at) SELECT $1, id, 1, 'OPEN', '系统', 'NEW', now() FROM opened`,
    [tenantId, ruleId, inboxId, count],
  );
  await pool.query('VACUUM (ANALYZE) risk_cases');
}

/** Puts the cases back into the inbox, with nothing of who took them. */
export async function giveBack({ pool }: World, { tenantId, inboxId }: BenchRule): Promise<void> {
  await asReplica(pool, async (client) => {
    await client.query(
      `DELETE FROM risk_case_events v USING risk_cases c WHERE c.tenant_id = $1 AND c.inbox_id = $2 AND v.tenant_id = $1 AND v.case_id = c.id AND v.seq > 1`,
      [tenantId, inboxId],
    );
    await client.query(
      `UPDATE risk_cases SET state = 'NEW', assignee_id = NULL, assigned_at = NULL, event_seq = 1 WHERE tenant_id = $1 AND inbox_id = $2 AND state <> 'NEW'`,
      [tenantId, inboxId],
    );
  });
}

/** Takes the rules, and all that came of them, away. */
export async function removeRules({ pool }: World, { tenantId, inboxId, ruleIds }: BenchRule): Promise<void> {
  await asReplica(pool, async (client) => {
    const versions = 'SELECT id FROM risk_rule_versions WHERE tenant_id = $1 AND rule_id = ANY($2)';
    const backtests = 'SELECT id FROM risk_backtests WHERE tenant_id = $1 AND rule_id = ANY($2)';
    const cases = 'SELECT id FROM risk_cases WHERE tenant_id = $1 AND rule_id = ANY($2)';
    for (const text of [
      `DELETE FROM risk_case_events WHERE tenant_id = $1 AND case_id IN (${cases})`,
      'DELETE FROM risk_cases WHERE tenant_id = $1 AND rule_id = ANY($2)',
      'DELETE FROM risk_alerts WHERE tenant_id = $1 AND rule_id = ANY($2)',
      `DELETE FROM risk_pending_hits WHERE tenant_id = $1 AND hit_id IN (SELECT id FROM risk_hits WHERE tenant_id = $1 AND rule_id = ANY($2))`,
      'DELETE FROM risk_hits WHERE tenant_id = $1 AND rule_id = ANY($2)',
      `DELETE FROM risk_backtest_hits WHERE tenant_id = $1 AND backtest_id IN (${backtests})`,
      'DELETE FROM risk_backtests WHERE tenant_id = $1 AND rule_id = ANY($2)',
      ...['risk_runs', 'risk_rule_errors', 'risk_timings'].map(
        (table) => `DELETE FROM ${table} WHERE tenant_id = $1 AND version_id IN (${versions})`,
      ),
      'DELETE FROM risk_days WHERE tenant_id = $1 AND rule_id = ANY($2)',
      'DELETE FROM risk_rule_versions WHERE tenant_id = $1 AND rule_id = ANY($2)',
      'DELETE FROM risk_rules WHERE tenant_id = $1 AND id = ANY($2)',
    ]) {
      await client.query(text, [tenantId, ruleIds]);
    }
    await client.query('DELETE FROM risk_inbox_members WHERE tenant_id = $1 AND inbox_id = $2', [
      tenantId,
      inboxId,
    ]);
    await client.query('DELETE FROM risk_inboxes WHERE tenant_id = $1 AND id = $2', [tenantId, inboxId]);
  });
}
