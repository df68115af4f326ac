import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '../client/client.ts';
import { demoAccounts } from './accounts.ts';
import { idOf } from './random.ts';
import { tenantId } from './tenants.ts';

/**
 * What the seeded records went through, as the operation log would have it: who added, approved, adjusted, refunded and exported
 * what, and what was refused. The service seals it when it starts. The same size and the same moment give the same rows; the trace ids
 * hang on the moment, so that a new chain is not taken for the one before it.
 */
export async function seedOperationLog(tx: Prisma.TransactionClient): Promise<void> {
  const [a, b] = [tenantId('A'), tenantId('B')];
  const user = (mobile: string) => idOf(`user/${mobile}`);
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_story (tenant_id uuid, at timestamptz(3), mobile text, module text, action text, type text, target text,
      label text, before jsonb, after jsonb, reason text, refused jsonb) ON COMMIT DROP`;
  await tellOfRecords(tx, a, b);
  await tx.$executeRaw`
    INSERT INTO seed_story SELECT s.tenant::uuid, t.midnight + s.at, s.mobile, s.module, s.action, s.type, s.target, s.label, s.before, s.after, s.reason, s.refused
    FROM seed_time t CROSS JOIN jsonb_to_recordset(${JSON.stringify(people(a, b, user))}::jsonb) AS s(tenant text, at interval, mobile text,
      module text, action text, type text, target text, label text, before jsonb, after jsonb, reason text, refused jsonb)`;
  const actors = demoAccounts.map(({ mobile, name, tenant, role }) => ({
    mobile,
    name,
    role,
    user_id: user(mobile),
    tenant_id: tenantId(tenant),
  }));
  await tx.$executeRaw`
    INSERT INTO operation_logs (id, tenant_id, trace_id, actor_id, actor_name, actor_roles, actor_tenant_id, actor_tenant_name, module, action,
      target_type, target_id, target_label, before, after, reason, ip, agent, result, failure, duration_ms, created_at)
    SELECT pg_temp.sid(20, n, s.at), s.tenant_id, md5(t.now::text || n)::uuid::text, a.user_id, coalesce(a.name, ${systemActor.zh}),
      CASE WHEN a.role IS NULL THEN '{}' ELSE ARRAY[a.role] END, home.id, home.name, module, action, type, target, label, before, after, reason,
      CASE WHEN a.role IS NULL THEN '127.0.0.1' ELSE '10.8.' || substr(a.mobile, 11) || '.' || (20 + n % 3) END,
      CASE WHEN a.role IS NULL THEN '' WHEN n % 5 = 0
        THEN 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
        ELSE 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36' END,
      CASE WHEN refused IS NULL THEN 'SUCCESS' ELSE 'REFUSED' END, refused,
      CASE WHEN a.role IS NULL THEN NULL ELSE 8 + floor(pg_temp.rnd(n, 91) * 60)::int END, s.at
    FROM (SELECT *, row_number() OVER (ORDER BY at, tenant_id, module, action, target) AS n FROM seed_story) s
    CROSS JOIN seed_time t
    LEFT JOIN jsonb_to_recordset(${JSON.stringify(actors)}::jsonb) AS a(mobile text, name text, role text, user_id uuid, tenant_id uuid) USING (mobile)
    LEFT JOIN tenants home ON home.id = a.tenant_id AND home.id <> s.tenant_id
    WHERE s.at <= t.now`;
}

/** What the records themselves tell: the newest of each kind, so that a large seed has no larger story. */
async function tellOfRecords(tx: Prisma.TransactionClient, a: string, b: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO seed_story
    SELECT tenant_id, created_at, (SELECT u.mobile FROM users u WHERE u.name = m.created_by), 'merchant', 'addMerchant', 'merchant', id::text, name, NULL::jsonb,
      jsonb_build_object('name', name, 'merchantNo', merchant_no, 'creditCode', credit_code), NULL::text, NULL::jsonb
    FROM (SELECT *, row_number() OVER (PARTITION BY tenant_id ORDER BY created_at DESC, id) AS k FROM merchants) m WHERE k <= 20
    UNION ALL
    SELECT m.tenant_id, t.midnight - interval '12 days' + (k || ' minutes')::interval, '13800000001', 'merchant', 'disableMerchant', 'merchant',
      m.id::text, m.name, '{"state": "ACTIVE"}', '{"state": "DISABLED"}', '结算资料过期，待补充', NULL
    FROM (SELECT *, row_number() OVER (PARTITION BY tenant_id ORDER BY merchant_no) AS k FROM merchants WHERE state = 'DISABLED') m CROSS JOIN seed_time t
    WHERE k <= 4
    UNION ALL
    SELECT tenant_id, created_at, '13800000002', 'limit', 'adjustLimit', 'employee', employee_id::text, name,
      jsonb_build_object('availableLimit', before), jsonb_build_object('type', type, 'availableLimit', after), reason, NULL
    FROM (SELECT l.*, e.name, row_number() OVER (PARTITION BY l.type ORDER BY l.created_at DESC, l.id) AS k
      FROM limit_adjustments l JOIN employees e ON e.id = l.employee_id
      WHERE l.tenant_id = ${a}::uuid AND l.source = 'SINGLE') l WHERE k <= 15
    UNION ALL
    SELECT tenant_id, issued_at, NULL, 'bill', 'issueBill', 'bill', id::text, bill_no, '{"state": "OPEN"}', '{"state": "ISSUED"}', NULL, NULL
    FROM (SELECT *, row_number() OVER (PARTITION BY tenant_id ORDER BY period DESC, bill_no) AS k FROM bills WHERE issued_at IS NOT NULL) b
    WHERE k <= 15
    UNION ALL
    SELECT tenant_id, confirmed_at, '13800000003', 'bill', 'confirmBill', 'bill', id::text, bill_no, '{"state": "ISSUED"}', '{"state": "CONFIRMED"}', NULL, NULL
    FROM (SELECT *, row_number() OVER (ORDER BY period DESC, bill_no) AS k FROM bills WHERE confirmed_at IS NOT NULL AND tenant_id = ${a}::uuid) b WHERE k <= 15
    UNION ALL
    SELECT tenant_id, updated_at, CASE tenant_id WHEN ${a}::uuid THEN '13800000003' ELSE '13800000004' END, 'invoice',
      CASE state WHEN 'ISSUED' THEN 'issueInvoice' WHEN 'FAILED' THEN 'failInvoice' ELSE 'reverseInvoice' END, 'invoice', id::text, application_no,
      jsonb_build_object('state', CASE state WHEN 'REVERSED' THEN 'ISSUED' ELSE 'ISSUING' END),
      jsonb_strip_nulls(jsonb_build_object('state', state, 'invoiceNo', CASE state WHEN 'ISSUED' THEN invoice_no END, 'reason', reason)), reason, NULL
    FROM (SELECT *, row_number() OVER (PARTITION BY tenant_id, state ORDER BY updated_at DESC, id) AS k FROM invoice_applications
      WHERE state IN ('ISSUED', 'FAILED', 'REVERSED')) i WHERE k <= 15
    UNION ALL
    SELECT r.tenant_id, r.created_at, '13800000005', 'consumption', 'refundConsumption', 'consumption', p.id::text, p.payment_no,
      '{"state": "SUCCESS", "refundedAmount": 0}', jsonb_build_object('state', p.state, 'refundedAmount', r.amount, 'refundNo', r.payment_no), r.reason, NULL
    FROM (SELECT *, row_number() OVER (ORDER BY created_at DESC, id) AS k FROM consumption_records WHERE type = 'REFUND' AND tenant_id = ${a}::uuid) r
    JOIN consumption_records p ON p.id = r.related_id WHERE k <= 20 AND p.state <> 'REVOKED'
    UNION ALL
    SELECT e.tenant_id, t.midnight - interval '5 days' + interval '18 hours' + (k || ' minutes')::interval, '13800000009', 'employee', 'leaveEmployee', 'employee',
      e.id::text, e.name, '{"state": "ACTIVE"}', '{"state": "LEFT"}', e.state_reason, NULL
    FROM (SELECT *, row_number() OVER (ORDER BY id) AS k FROM employees WHERE state = 'LEFT' AND tenant_id = ${a}::uuid) e CROSS JOIN seed_time t WHERE k <= 8
    UNION ALL
    SELECT e.tenant_id, t.midnight - interval '2 days' + interval '10 hours' + (k || ' minutes')::interval, '13800000004', 'employee', 'revealEmployee', 'employee',
      e.id::text, e.name, NULL, NULL, '核对开户信息', NULL
    FROM (SELECT *, row_number() OVER (ORDER BY id) AS k FROM employees WHERE tenant_id = ${b}::uuid) e CROSS JOIN seed_time t WHERE k <= 3
    UNION ALL
    SELECT p.tenant_id, p.created_at, maker.mobile, 'approval', 'submit', p.subject_type, p.subject_id::text, p.subject_label, NULL,
      jsonb_strip_nulls(jsonb_build_object('state', 'PENDING', 'amount', p.amount)), p.reason, NULL
    FROM approvals p JOIN users maker ON maker.id = p.maker_id
    UNION ALL
    SELECT p.tenant_id, p.decided_at, checker.mobile, 'approval', CASE p.state WHEN 'APPROVED' THEN 'approve' ELSE 'reject' END, p.subject_type, p.subject_id::text,
      p.subject_label, '{"state": "PENDING"}', jsonb_build_object('state', p.state), p.decision_reason, NULL
    FROM approvals p JOIN users checker ON checker.id = p.checker_id WHERE p.decided_at IS NOT NULL
    UNION ALL
    SELECT m.tenant_id, t.midnight - interval '3 days' + interval '15 hours', '13800000002', 'merchant', 'approveMerchant', 'endpoint', 'merchant/approveMerchant',
      '审核通过商户', NULL, NULL, NULL, '{"code": 406, "zh": "没有权限：商户 · 审核，请联系租户管理员开通", "en": "Missing permission: Merchants · Approve. Ask your tenant''s administrator for it"}'
    FROM (SELECT tenant_id FROM merchants WHERE tenant_id = ${a}::uuid LIMIT 1) m CROSS JOIN seed_time t
    UNION ALL
    SELECT e.tenant_id, t.midnight - interval '1 day' + interval '11 hours' + (k || ' minutes')::interval, '13800000002', 'limit', 'adjustLimit', 'employee', e.id::text, e.name,
      NULL, '{"amount": 2000000}', '补发季度福利', '{"code": 406, "zh": "员工已离职", "en": "The employee has left"}'
    FROM (SELECT *, row_number() OVER (ORDER BY id) AS k FROM employees WHERE state = 'LEFT' AND tenant_id = ${a}::uuid) e CROSS JOIN seed_time t WHERE k <= 2`;
}

/** What people did besides, counted from the midnight of the day of seeding. */
function people(a: string, b: string, user: (mobile: string) => string) {
  const named = (mobile: string) => ({
    type: 'user',
    target: user(mobile),
    label: demoAccounts.find((account) => account.mobile === mobile)?.name ?? mobile,
  });
  const exported = (
    tenant: string,
    at: string,
    mobile: string,
    module: string,
    action: string,
    label: string,
  ) => ({
    tenant,
    at,
    mobile,
    module,
    action,
    type: 'export',
    target: idOf(`log/export/${tenant}/${at}`),
    label,
  });
  const checked = (at: string) => ({
    tenant: a,
    at,
    mobile: '13800000001',
    module: 'operationLog',
    action: 'verifyIntegrity',
    type: 'operationLog',
    target: a,
    label: '操作日志',
    after: { ok: true, problems: 0 },
  });
  const refused = (zh: string, en: string) => ({ refused: { code: 406, zh, en } });
  return [
    {
      tenant: a,
      at: '-40 days 9 hours',
      mobile: '13800000001',
      module: 'userAccount',
      action: 'addUser',
      ...named('13800000005'),
      after: { name: '新运营', mobile: '138****0005', company: '华东福利科技总部', roles: ['运营'] },
    },
    {
      tenant: a,
      at: '-33 days 17 hours',
      mobile: '13800000001',
      module: 'userAccount',
      action: 'deleteUser',
      ...named('13800000006'),
      before: { state: 'ACTIVE' },
      after: { state: 'DISABLED' },
      reason: '调岗，不再使用后台',
    },
    {
      tenant: b,
      at: '-32 days 10 hours',
      mobile: '13800000001',
      module: 'tenant',
      action: 'editTenant',
      type: 'tenant',
      target: b,
      label: '北辰企业服务',
      before: { domains: [] },
      after: { domains: ['beichen.example.com'] },
    },
    checked('-28 days 8 hours'),
    checked('-21 days 8 hours'),
    checked('-14 days 8 hours'),
    checked('-7 days 8 hours'),
    {
      tenant: a,
      at: '-26 days 14 hours',
      mobile: '13800000001',
      module: 'role',
      action: 'setRoleMembers',
      type: 'role',
      target: idOf('role/A/operator'),
      label: '运营',
      before: { removed: [] },
      after: { added: ['跨租户运营'] },
    },
    {
      tenant: a,
      at: '-18 days 9 hours 20 minutes',
      mobile: '13800000001',
      module: 'userAccount',
      action: 'resetUserPassword',
      ...named('13800000005'),
      reason: '本人忘记密码，已电话核实',
    },
    exported(a, '-9 days 16 hours', '13800000003', 'bill', 'exportBill', '账单.xlsx'),
    exported(a, '-6 days 11 hours', '13800000001', 'merchant', 'exportMerchant', '商户.xlsx'),
    exported(b, '-3 days 9 hours', '13800000004', 'employee', 'exportEmployee', '员工.csv'),
    {
      ...exported(a, '-2 days 9 hours 30 minutes', '13800000008', 'merchant', 'exportMerchant', '导出商户'),
      type: 'endpoint',
      target: 'merchant/exportMerchant',
      ...refused(
        '没有权限：商户 · 导出，请联系租户管理员开通',
        "Missing permission: Merchants · Export. Ask your tenant's administrator for it",
      ),
    },
    {
      tenant: b,
      at: '-2 days 14 hours',
      mobile: '13800000004',
      module: 'tenant',
      action: 'editTenant',
      type: 'endpoint',
      target: 'tenant/editTenant',
      label: '修改租户',
      ...refused(
        '没有权限：租户 · 新增与修改，请联系租户管理员开通',
        "Missing permission: Tenants · Create and edit. Ask your tenant's administrator for it",
      ),
    },
    {
      tenant: a,
      at: '-1 days 15 hours',
      mobile: '13800000002',
      module: 'voucher',
      action: 'addVoucher',
      type: 'endpoint',
      target: 'voucher/addVoucher',
      label: '新增手工凭证（草稿）',
      ...refused('借贷不平，差额 100.00 元', 'Debits and credits differ by ¥100.00'),
    },
    {
      tenant: a,
      at: '-1 days 16 hours',
      mobile: '13800000007',
      module: 'search',
      action: 'findMerchant',
      type: 'search',
      target: idOf('log/search'),
      label: '尾号 ****0021',
      after: { found: 1 },
    },
  ];
}
