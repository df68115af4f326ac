import type pg from 'pg';
import { tablesWithTenant } from './endpoint-inputs.ts';

/** What somebody may see, told by the tables themselves and not by the service. */
export interface Seen {
  userId: string;
  /** The companies they see, their own among them. */
  companies: string[];
  /** The companies whose merchants, funds and members they see. */
  tree: string[];
  merchants: string[];
}

/** The rows of a table that are in `Seen` ($1 companies, $2 tree, $3 merchants, $4 user); `t` is the table. */
const ofMerchant = 't.merchant_id = ANY($3::uuid[])';
const through = (parent: string, key: string, rule: string) =>
  `EXISTS (SELECT FROM ${parent} p WHERE p.id = t.${key} AND ${rule.replaceAll('t.', 'p.')})`;
const billSeen = `CASE t.kind WHEN 'MERCHANT' THEN ${ofMerchant} ELSE t.company_id = ANY($2::uuid[]) END`;
const paidAtSeen = (applicationId: string) =>
  `NOT EXISTS (SELECT FROM invoice_lines il LEFT JOIN consumption_records r ON r.id = il.consumption_id
     LEFT JOIN card_orders o ON o.id = il.order_id
     WHERE il.application_id = ${applicationId} AND NOT coalesce(r.merchant_id, o.merchant_id) = ANY($3::uuid[]))`;
const approvalSeen = `(t.maker_id = $4::uuid OR CASE WHEN t.merchant_id IS NOT NULL THEN ${ofMerchant} ELSE t.company_id = ANY($2::uuid[]) END)`;

/** Tables whose rows belong to a company, a person or another table's row; whatever has a `merchant_id` belongs to that merchant. */
const narrower: Record<string, string> = {
  merchants: 't.id = ANY($3::uuid[])',
  // A user who sees a merchant sees the name of its company.
  companies:
    '(t.id = ANY($1::uuid[]) OR EXISTS (SELECT FROM merchants m WHERE m.company_id = t.id AND m.id = ANY($3::uuid[])))',
  invoice_titles: 't.company_id = ANY($1::uuid[])',
  platform_accounts: 't.company_id = ANY($2::uuid[])',
  bills: billSeen,
  bill_messages: through('bills', 'bill_id', billSeen),
  bill_lines: through('bills', 'bill_id', 't.company_id = ANY($2::uuid[])'),
  fund_accounts: 't.company_id = ANY($2::uuid[])',
  statement_lines: through('platform_accounts', 'account_id', 't.company_id = ANY($2::uuid[])'),
  reconciliations: through('platform_accounts', 'account_id', 't.company_id = ANY($2::uuid[])'),
  reconciliation_breaks: through('platform_accounts', 'account_id', 't.company_id = ANY($2::uuid[])'),
  top_ups: 't.company_id = ANY($2::uuid[])',
  channel_refunds: through('top_ups', 'top_up_id', 't.company_id = ANY($2::uuid[])'),
  top_up_reversals: through('top_ups', 'top_up_id', 't.company_id = ANY($2::uuid[])'),
  card_order_events: through('card_orders', 'order_id', ofMerchant),
  card_order_lines: through('card_orders', 'order_id', ofMerchant),
  card_order_payments: through('card_orders', 'order_id', ofMerchant),
  card_order_refunds: through('card_orders', 'order_id', ofMerchant),
  card_order_refund_lines: through(
    'card_order_lines',
    'line_id',
    `EXISTS (SELECT FROM card_orders o WHERE o.id = p.order_id AND o.merchant_id = ANY($1::uuid[]))`,
  ),
  fund_flows: through('fund_accounts', 'account_id', 't.company_id = ANY($2::uuid[])'),
  fund_holds: through('fund_accounts', 'account_id', 't.company_id = ANY($2::uuid[])'),
  fund_transfers: `EXISTS (SELECT FROM fund_accounts p WHERE p.id IN (t.from_id, t.to_id) AND p.company_id = ANY($2::uuid[]))`,
  ledger_postings: 't.company_id = ANY($2::uuid[])',
  memberships: '(t.company_id = ANY($2::uuid[]) OR t.user_id = $4::uuid)',
  invitations: 't.company_id = ANY($2::uuid[])',
  invitation_roles: through('invitations', 'invitation_id', 't.company_id = ANY($2::uuid[])'),
  approvals: approvalSeen,
  approval_events: through('approvals', 'approval_id', approvalSeen),
  record_changes: through('approvals', 'approval_id', approvalSeen),
  limit_batch_rows: through('limit_batches', 'batch_id', ofMerchant),
  issue_plan_versions: through('issue_plans', 'plan_id', ofMerchant),
  issue_rows: through('issue_batches', 'batch_id', ofMerchant),
  limit_lots: through('limit_accounts', 'account_id', ofMerchant),
  invoice_applications: paidAtSeen('t.id'),
  invoice_lines: paidAtSeen('t.application_id'),
  mails: paidAtSeen('t.subject_id'),
  jobs: 't.created_by_id = $4::uuid',
  import_rows: through('jobs', 'job_id', 't.created_by_id = $4::uuid'),
  export_chunks: through('jobs', 'job_id', 't.created_by_id = $4::uuid'),
  rule_simulation_rows: through('rule_simulations', 'simulation_id', ofMerchant),
  notifications: 't.user_id = $4::uuid',
  operation_logs: 't.actor_id = $4::uuid',
  sessions: 't.user_id = $4::uuid',
};

/** Tables of the tenant as a whole, or that no endpoint shows rows of. */
const ofTheTenant = [
  'approval_thresholds',
  'attachments',
  'brand_logos',
  'brands',
  'card_arts',
  'card_authorizations',
  'card_captures',
  'card_events',
  'card_flows',
  'card_policies',
  'card_products',
  'card_requests',
  'card_reversals',
  'channel_bindings',
  'channel_nonces',
  'channel_notices',
  'channel_registry',
  'draft_makers',
  'fund_day_closes',
  'idempotency_keys',
  'institution_scopes',
  'institution_versions',
  'institutions',
  'ledger_accounts',
  'ledger_backfills',
  'ledger_days',
  'ledger_periods',
  'ledger_settings',
  'ledger_slots',
  'ledger_snapshots',
  'login_records',
  'lot_spends',
  'lottery_activities',
  'lottery_prizes',
  'maker_days',
  'membership_roles',
  'money_acts',
  'operation_log_heads',
  'operation_log_seals',
  'payment_decisions',
  'platforms',
  'preferences',
  'risk_backtest_hits',
  'risk_backtests',
  'risk_case_events',
  'risk_case_links',
  'risk_days',
  'risk_hours',
  'risk_inbox_members',
  'risk_inboxes',
  'risk_labels',
  'risk_list_entries',
  'risk_pending_hits',
  'risk_person_days',
  'risk_report_chunks',
  'risk_reports',
  'risk_rule_errors',
  'risk_rule_versions',
  'risk_rules',
  'risk_runs',
  'risk_timings',
  'roles',
  'rule_conditions',
  'rule_settings',
  'rule_usages',
  'security_events',
  'shared_views',
  'tenant_counters',
  'tenant_domains',
  'usage_rules',
  'voucher_counters',
  'voucher_lines',
  'vouchers',
  'work_days',
];

/** For each table that has an owner below the tenant, the condition for its rows to be seen; throws for a table that this file does not know. */
export async function ownedTables(admin: pg.Client): Promise<Map<string, string>> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'merchant_id'`,
  );
  const withMerchant = new Set(rows.map(({ name }) => name));
  const owned = new Map<string, string>();
  for (const table of await tablesWithTenant(admin)) {
    const rule = narrower[table] ?? (withMerchant.has(table) ? ofMerchant : undefined);
    if (rule) owned.set(table, rule);
    else if (!ofTheTenant.includes(table)) {
      throw new Error(`Say in tests/support/scope-truth.ts whose the rows of the new table ${table} are`);
    }
  }
  return owned;
}

/** The rows of an owned table that somebody sees, or those that they do not. */
async function rowsSeen<Row extends pg.QueryResultRow>(
  admin: pg.Client,
  seen: Seen,
  { table, rule, tenantId, columns }: { table: string; rule: string; tenantId: string; columns: string },
  side: 'inside' | 'outside' = 'inside',
): Promise<Row[]> {
  const { rows } = await admin.query<Row>(
    `SELECT ${columns} FROM ${table} t WHERE t.tenant_id = $5::uuid AND (${rule}) IS ${side === 'inside' ? '' : 'NOT'} TRUE
       AND ($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid) IS NOT NULL`,
    [seen.companies, seen.tree, seen.merchants, seen.userId, tenantId],
  );
  return rows;
}

/** Every way in which a text can name a record. */
export const nameOfRecord =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:公司|商户|部门|门店|员工|标签|用户)\d+号|[A-Z]{1,3}-?\d{6,}/g;

/** The texts that name what somebody does not see, and that nothing which they see has too. */
export async function namesOutside(
  admin: pg.Client,
  owned: Map<string, string>,
  tenantId: string,
  seen: Seen,
): Promise<Set<string>> {
  const names = { inside: new Set<string>(), outside: new Set<string>() };
  // Its id, its names and its numbers: the rest of a row names others.
  const columns = `(SELECT coalesce(string_agg(value, ' '), '') FROM jsonb_each_text(to_jsonb(t))
    WHERE key IN ('id', 'name', 'labels', 'payment_no') OR key ~ '^(merchant|store|lottery|bill|batch|application)_no$') AS text`;
  for (const [table, rule] of owned) {
    for (const side of ['inside', 'outside'] as const) {
      const rows = await rowsSeen<{ text: string }>(
        admin,
        seen,
        { table, rule, tenantId, columns: table === 'memberships' ? nameColumn : columns },
        side,
      );
      for (const { text } of rows) for (const name of text.match(nameOfRecord) ?? []) names[side].add(name);
    }
  }
  return new Set([...names.outside].filter((name) => !names.inside.has(name)));
}

/** A membership is named by its user. */
function idColumn(table: string): string | undefined {
  return table === 'memberships' ? 't.user_id::text AS text' : undefined;
}

const nameColumn = `concat(t.user_id, ' ', (SELECT u.name FROM users u WHERE u.id = t.user_id)) AS text`;

const withoutId = [
  'bill_lines',
  'card_order_events',
  'card_order_refund_lines',
  'export_chunks',
  'import_rows',
  'record_changes',
  'invitation_roles',
  'consumption_days',
  'invoice_lines',
  'issue_rows',
  'ledger_postings',
  'limit_accounts',
  'mails',
  'merchant_moves',
  'rule_simulation_rows',
];

/** One id of each table that somebody sees, or does not. */
export async function idsSeen(
  admin: pg.Client,
  owned: Map<string, string>,
  tenantId: string,
  seen: Seen,
  side: 'inside' | 'outside',
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [table, rule] of owned) {
    if (withoutId.includes(table)) continue;
    const columns = idColumn(table) ?? 't.id::text AS text';
    const [row] = await rowsSeen<{ text: string }>(admin, seen, { table, rule, tenantId, columns }, side);
    if (row) ids.set(table === 'memberships' ? 'users' : table, row.text);
  }
  return ids;
}
