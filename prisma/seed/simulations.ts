import type { Prisma } from '../client/client.ts';
import { idOf } from './random.ts';
import { tenantId } from './tenants.ts';

/**
 * What the simulator says of 周末团建, which waits for its approval, on a past week without holidays: meals of its weekend, which 午餐 and
 * 加班餐 leave alone at that hour, would be paid, up to 200 yuan each. A test has the simulator say the same.
 */
export async function seedSimulation(tx: Prisma.TransactionClient, now: Date): Promise<void> {
  const tenant = tenantId('A');
  const id = idOf('simulation/ZD00000005', now);
  const jobId = idOf('simulationJob/ZD00000005', now);
  await tx.$executeRaw`
    WITH week AS (
      SELECT monday FROM generate_series(1, 12) n
        CROSS JOIN LATERAL (SELECT date_trunc('week', ${now}::timestamptz AT TIME ZONE 'Asia/Shanghai')::date - 7 * n AS monday) w
      WHERE NOT EXISTS (SELECT FROM national_days d WHERE d.day BETWEEN monday AND monday + 6) ORDER BY n LIMIT 1),
    version AS (
      SELECT v.id, v.institution_id, v.sha256, v.created_by, s.merchant_id FROM institution_versions v
        JOIN institution_scopes s ON s.tenant_id = v.tenant_id AND s.version_id = v.id
      WHERE v.tenant_id = ${tenant}::uuid AND v.id = ${idOf('institutionVersion/ZD00000005/1')}::uuid),
    paid AS (
      SELECT c.id, c.employee_id, c.merchant_id, c.paid_at, c.enterprise AS asked, CASE WHEN c.state <> 'FAILED' THEN c.enterprise END AS paid,
        at::date AS day, to_char(at, 'HH24:MI') AS time, CASE WHEN c.enterprise <= 20000 THEN c.enterprise ELSE 0 END AS allowed,
        c.category = 'MEAL' AND extract(isodow FROM at) >= 6 AS changes
      FROM consumption_records c JOIN version v ON v.merchant_id = c.merchant_id CROSS JOIN week w
        CROSS JOIN LATERAL (SELECT c.paid_at AT TIME ZONE 'Asia/Shanghai' AS at) t
      WHERE c.tenant_id = ${tenant}::uuid AND c.type = 'CONSUME' AND c.state <> 'PROCESSING' AND at::date BETWEEN monday AND monday + 6),
    judged AS (
      SELECT *, CASE WHEN time >= '11:00' AND time < '14:00' THEN 'DAY_KIND' ELSE 'TIME' END AS code FROM paid),
    totals AS (
      SELECT day, json_build_object('newlyDeclined', json_build_object('count', 0, 'amount', 0),
          'newlySplit', json_build_object('count', 0, 'amount', 0),
          'same', json_build_object('count', count(*) FILTER (WHERE NOT changes), 'amount', coalesce(sum(asked) FILTER (WHERE NOT changes), 0)),
          'newlyAllowed', json_build_object('count', count(*) FILTER (WHERE changes), 'amount', coalesce(sum(allowed) FILTER (WHERE changes), 0)))::jsonb
        AS counted FROM judged GROUP BY GROUPING SETS ((day), ())),
    reasons AS (SELECT code, count(*) AS count, sum(allowed) AS amount FROM judged WHERE changes GROUP BY code),
    made AS (
      INSERT INTO rule_simulations (id, tenant_id, institution_id, version_id, sha256, from_day, to_day, merchant_id, job_id, outcome,
        created_at, created_by, finished_at)
      SELECT ${id}::uuid, ${tenant}::uuid, v.institution_id, v.id, v.sha256, monday, monday + 6, v.merchant_id, ${jobId}::uuid,
        jsonb_build_object('totals', (SELECT counted FROM totals WHERE day IS NULL),
          'byReason', (SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY amount DESC), '[]') FROM reasons r),
          'byMerchant', (SELECT jsonb_build_array(jsonb_build_object('merchantId', v.merchant_id) || counted) FROM totals WHERE day IS NULL),
          'byDay', (SELECT coalesce(jsonb_agg(jsonb_build_object('day', day) || counted ORDER BY day), '[]') FROM totals WHERE day IS NOT NULL),
          'withoutSnapshot', 0),
        ${now}::timestamptz, v.created_by, ${now}::timestamptz
      FROM version v CROSS JOIN week RETURNING id)
    INSERT INTO rule_simulation_rows (tenant_id, simulation_id, seq, consumption_id, change, amount, paid, before, after)
    SELECT ${tenant}::uuid, made.id, row_number() OVER (ORDER BY employee_id DESC, paid_at, j.id), j.id, 'NEWLY_ALLOWED', allowed, paid,
      jsonb_build_object('outcome', 'DECLINED', 'allowed', 0, 'institution', jsonb_build_object('code', 'ZD00000001', 'name', '午餐', 'versionNo', 2),
        'reason', CASE code
          WHEN 'TIME' THEN jsonb_build_object('zh', '制度「午餐」仅 11:00–14:00 可用，本次 ' || time,
            'en', 'Policy "午餐" is for 11:00–14:00 alone, this is ' || time)
          ELSE jsonb_build_object('zh', '制度「午餐」仅工作日可用，' || day || ' 为休息日',
            'en', 'Policy "午餐" is for Working day alone, ' || day || ' is Day off') END),
      jsonb_build_object('outcome', CASE WHEN asked <= 20000 THEN 'PASS' ELSE 'PERSONAL' END, 'allowed', allowed,
        'institution', jsonb_build_object('code', 'ZD00000005', 'name', '周末团建', 'versionNo', 1),
        'reason', CASE WHEN asked > 20000 THEN jsonb_build_object('zh', '单笔上限 200.00 元，本次 ' || round(asked * 0.01, 2) || ' 元',
          'en', 'At most ¥200.00 per payment, this one is ¥' || round(asked * 0.01, 2)) END)
    FROM judged j CROSS JOIN made WHERE changes ORDER BY 3 LIMIT 10000`;
}
