/** The tables that belong to no tenant, with why; every other one has `tenant_id`, and its keys begin with it. */
export const tablesOfNoTenant: Readonly<Record<string, string>> = {
  tenants: 'the tenants themselves',
  tenant_packages: 'what tenants pay for, the same for all',
  tenant_domains: 'finds the tenant of a domain',
  channel_registry: 'finds the tenant of a channel binding',
  users: 'a person, in however many tenants; finds them by mobile',
  external_accounts: 'finds the person of a provider’s account',
  avatars: 'a person’s',
  sessions: 'found by the access token, ended over all tenants',
  login_records: 'tries to sign in, most of them before any tenant',
  security_events: 'of sessions and persons',
  sign_ons: 'before any tenant',
  verification_codes: 'before any tenant',
  captcha_challenges: 'before any tenant',
  outbox_messages: 'to mobiles',
  rate_windows: 'counts callers, known or not',
  shared_settings: 'the service’s own',
  scheduled_tasks: 'the service’s own',
  error_reports: 'handed in without signing in',
  sub_apps: 'the same for all',
  national_days: 'the public calendar, the same for all',
};

/** Unique keys of tenants' tables that don't begin with `tenant_id`, with why. */
export const keysOverTenants: Readonly<Record<string, string>> = {
  channel_bindings_one_active: 'a channel reports to one tenant: its account finds the tenant',
};

/**
 * Columns by which rows of tenants' tables are looked for over all tenants, with why: statements may name one of them instead
 * of the tenant.
 */
export const findsTenants: Readonly<Record<string, { column: string; reason: string }>> = {
  memberships: { column: 'user_id', reason: 'where a person belongs is asked before a tenant is chosen' },
  invitations: { column: 'mobile', reason: 'where a person is asked to join is shown to them in any tenant' },
};

/**
 * Functions of the database that name tables, with why: called from a trigger they hold on one server and not on a shard, where a table
 * has another name.
 */
export const functionsThatNameTables: Readonly<Record<string, string>> = {
  claim_idempotency_key: 'no trigger: the service calls it',
  companies_below: 'no trigger: the service calls it',
  next_merchant_code: 'no trigger: the default of a column of tenants, which are on every server',
  open_slot: 'no trigger: the service calls it',
  ledger_setting_at: 'no trigger: the service calls it',
  refuse_uninvited: 'whether somebody belongs anywhere is asked over all tenants',
  threshold_of: 'a kind whose threshold the tenant has not set has no row to refer to',
  may_move: 'the approval is found by what it is about: what moves money does not name it',
  refuse_undo_without_act: 'the act is found by what it is about',
  refuse_unapproved_faces:
    'the import that let the cards in is a job, and its act is found by what it is about',
  refuse_unmoved_payment: 'a flow is found by what moved the card',
  refuse_half_pair: 'a day that is closed is found by its company and day, as its flows name it',
  add_draft_makers: 'who wrote a thing is found by what it is about',
  refuse_credited_line: 'a top-up is found by the line that it credited',
  refuse_unapproved_run: 'the version and the approval are found by what runs',
};
