import { randomUUID } from 'node:crypto';
import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { operator } from '../../../../../../tests/support/operator.ts';
import { enabledRule, riskInbox, tenantId } from '../../../../../../tests/support/risk-rules.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { refused, type Statement, tried } from '../../../../../../tests/support/tried-by-sql.ts';

let api: TestApi;
let owner: pg.Client;
let inboxId: string;
let ruleId: string;
let draft: string;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  owner = await connect(api.databaseUrl);
  const { session } = await operator(api, '合规专员', { permissions: ['compliance.view'] });
  inboxId = await riskInbox(api, session.userId);
  const { prisma } = api.deps.database;
  ({ id: ruleId } = await prisma.riskRule.create({
    data: { tenantId, code: 'DRAFTED', name: '草稿', inboxId, lastNo: 1 },
  }));
  ({ id: draft } = await prisma.riskRuleVersion.create({
    data: {
      ...{ tenantId, ruleId, no: 1, score: 30, severity: 'MEDIUM', action: 'ALERT', online: true },
      ...{ expression: riskTemplates[0]?.expression ?? {}, sha256: '0'.repeat(64) },
    },
  }));
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const enabled = (more = {}) => enabledRule(api, inboxId, riskTemplates[0]?.expression ?? {}, more);
const set = (id: string, columns: string): Statement => [
  `UPDATE risk_rule_versions SET ${columns} WHERE id = $1`,
  [id],
];
/** A copy of a version with some of it changed. */
const copy = (id: string, change: object): Statement => [
  `INSERT INTO risk_rule_versions SELECT (jsonb_populate_record(v, jsonb_build_object('id', uuidv7()) || $2::jsonb)).*
   FROM risk_rule_versions v WHERE v.id = $1`,
  [id, JSON.stringify(change)],
];

describe('a version', () => {
  test('has a number of its own, and begins as a draft, one of a rule', async () => {
    await refused(owner, /risk_rule_versions_tenant_id_rule_id_no_key/, copy(draft, {}));
    await refused(owner, /risk_rule_versions_one_draft/, copy(draft, { no: 2 }));
    await refused(
      owner,
      /keep_risk_version: a version begins as a draft/,
      copy(draft, { no: 2, state: 'SHADOW' }),
    );
    await refused(owner, /keep_risk_version: a version stays/, [
      'DELETE FROM risk_rule_versions WHERE id = $1',
      [draft],
    ]);
  });

  test.each([
    ['risk_rule_versions_figures', 'score = 0'],
    ['risk_rule_versions_figures', 'score = 101'],
    ['risk_rule_versions_figures', `sha256 = 'x'`],
    ['risk_rule_versions_declines', `action = 'DECLINE', online = FALSE`],
    ['risk_rule_versions_shadow', `state = 'SHADOW'`],
    ['risk_rule_versions_disabled', `state = 'DISABLED'`],
    ['risk_rule_versions_severity_values', `severity = 'GRAVE'`],
  ])('is refused by %s: %s', async (rule, columns) => {
    await refused(owner, new RegExp(rule), set(draft, columns));
    await tried(owner, set(draft, 'score = 99'));
  });

  test.each(['expression', 'score', 'severity', 'action', 'sha256', 'online', 'no'])(
    'keeps its %s once it was on trial, sent back too',
    async (column) => {
      const version = await enabled({ shadow: true });
      const values: Record<string, string> = {
        ...{ expression: `'{}'`, score: '31', severity: `'LOW'`, action: `'DECLINE'` },
        ...{ sha256: `'${'1'.repeat(64)}'`, online: 'FALSE', no: '7' },
      };
      const change = set(version, `${column} = ${values[column]}`);
      const stays = /keep_risk_version: only a draft that was not tried can be changed/;
      await refused(owner, stays, change);
      const back = [set(version, `state = 'SUBMITTED'`), set(version, `state = 'DRAFT'`)];
      await refused(owner, stays, ...back, change);
      await tried(owner, ...back);
    },
  );

  test('is on trial alone of its rule, also while it is handed in', async () => {
    const version = await enabled({ shadow: true });
    const other = [copy(version, { no: 2, state: 'DRAFT', shadow_since: null })];
    const { rows } = await owner.query('SELECT rule_id FROM risk_rule_versions WHERE id = $1', [version]);
    const begin: Statement = [
      `UPDATE risk_rule_versions SET state = 'SHADOW', shadow_since = now() WHERE rule_id = $1 AND no = 2`,
      [rows[0].rule_id],
    ];
    await refused(owner, /risk_rule_versions_one_shadow/, ...other, begin);
    await refused(
      owner,
      /risk_rule_versions_one_shadow/,
      set(version, `state = 'SUBMITTED'`),
      ...other,
      begin,
    );
    const over = set(version, `state = 'DISABLED', disabled_at = now(), disable_reason = '测试'`);
    await tried(owner, over, ...other, begin);
  });

  test('is enabled only from where it was handed in, and as approved in the same transaction', async () => {
    const shadow = await enabled({ shadow: true });
    const enable = (approval: string) => `state = 'ENABLED', enabled_at = now(), approval_id = ${approval}`;
    await refused(owner, /keep_risk_version: SHADOW can not become ENABLED/, set(shadow, enable('NULL')));
    const submitted = set(shadow, `state = 'SUBMITTED'`);
    await refused(
      owner,
      /keep_risk_version: a version is enabled only as approved/,
      submitted,
      set(shadow, enable('NULL')),
    );
    // The approval of another version, given before.
    const { rows } = await owner.query('SELECT approval_id FROM risk_rule_versions WHERE id = $1', [
      await enabled(),
    ]);
    await refused(
      owner,
      /keep_risk_version: a version is enabled only as approved/,
      submitted,
      set(shadow, enable(`'${rows[0].approval_id}'`)),
    );
  });

  test('takes only the ways that there are', async () => {
    const version = await enabled();
    for (const state of ['DRAFT', 'SUBMITTED']) {
      await refused(
        owner,
        new RegExp(`keep_risk_version: ENABLED can not become ${state}`),
        set(version, `state = '${state}'`),
      );
    }
    await refused(owner, /keep_risk_version: DRAFT can not become ENABLED/, set(draft, `state = 'ENABLED'`));
    await refused(owner, /risk_rules_code/, [`UPDATE risk_rules SET code = 'lower' WHERE id = $1`, [ruleId]]);
  });
});

describe('what was found', () => {
  const hit = (more: object): Statement => {
    const columns = {
      ...{
        tenant_id: tenantId,
        rule_id: ruleId,
        version_id: draft,
        subject_type: 'EMPLOYEE',
        subject_id: randomUUID(),
      },
      ...{
        key: 'one',
        at: '2026-01-01T00:00:00Z',
        shadow: false,
        declined: false,
        score: 30,
        severity: 'LOW',
      },
      ...{ amount: 1, facts: {}, created_at: '2026-01-01T00:00:00Z', id: randomUUID(), ...more },
    };
    return [
      'INSERT INTO risk_hits SELECT * FROM jsonb_populate_record(NULL::risk_hits, $1::jsonb)',
      [JSON.stringify(columns)],
    ];
  };

  test('is there once, stays as it is, and has no effect while its version is on trial', async () => {
    const subject_id = randomUUID();
    const id = randomUUID();
    const first = hit({ id, subject_id });
    await tried(owner, first);
    await refused(
      owner,
      /risk_hits_tenant_id_version_id_subject_type_subject_id_key_key/,
      first,
      hit({ subject_id }),
    );
    await refused(owner, /risk_hits_shadow/, hit({ shadow: true, declined: true }));
    await refused(owner, /risk_hits_figures/, hit({ amount: -1 }));
    await refused(owner, /append.only|refuse_change/i, first, [
      'UPDATE risk_hits SET score = 31 WHERE id = $1',
      [id],
    ]);
    await refused(owner, /append.only|refuse_change/i, first, ['DELETE FROM risk_hits WHERE id = $1', [id]]);
    const waits: Statement = ['INSERT INTO risk_pending_hits VALUES ($1, $2)', [tenantId, id]];
    await tried(owner, first, waits);
    await refused(owner, /refuse_shadow_hit/, hit({ id, subject_id, shadow: true }), waits);
  });

  test('is looked for in spans that end after they begin, each once', async () => {
    const run = (from: string, to: string): Statement => [
      `INSERT INTO risk_runs (tenant_id, version_id, from_at, to_at, found, created_at) VALUES ($1, $2, $3, $4, 0, now())`,
      [tenantId, draft, from, to],
    ];
    const once = run('2026-01-01', '2026-01-02');
    await tried(owner, once);
    await refused(owner, /risk_runs_pkey/, once, once);
    await refused(owner, /risk_runs_span/, run('2026-01-02', '2026-01-02'));
  });
});

describe('an entry of a list', () => {
  const subject_id = randomUUID();
  const entry = (more: object): Statement => {
    const columns = {
      ...{
        id: randomUUID(),
        tenant_id: tenantId,
        request_id: randomUUID(),
        list: 'GREY',
        subject_type: 'EMPLOYEE',
        subject_id,
      },
      ...{
        valid_from: '2026-01-01T00:00:00Z',
        valid_to: '2026-02-01T00:00:00Z',
        reason: '观察',
        state: 'ACTIVE',
        version: 1,
      },
      ...{ created_at: '2026-01-01T00:00:00Z', ...more },
    };
    return [
      'INSERT INTO risk_list_entries SELECT * FROM jsonb_populate_record(NULL::risk_list_entries, $1::jsonb)',
      [JSON.stringify(columns)],
    ];
  };
  const white = (more: object = {}) => entry({ list: 'WHITE', rule_id: ruleId, state: 'PENDING', ...more });

  test('is the only one of its list and subject in its time', async () => {
    const next = { valid_from: '2026-02-01T00:00:00Z', valid_to: '2026-03-01T00:00:00Z' };
    await refused(
      owner,
      /risk_list_entries_no_overlap/,
      entry({}),
      entry({ ...next, valid_from: '2026-01-31T23:59:59Z' }),
    );
    await tried(owner, entry({}), entry(next));
    await tried(owner, entry({}), white());
    await refused(owner, /risk_list_entries_no_overlap/, white(), white());
  });

  test('names a rule, and ends after 180 days, where it is white; never the rule about those who left', async () => {
    const until = (day: string) => ({ valid_to: `${day}T00:00:00Z` });
    await tried(owner, white(until('2026-06-30')));
    await refused(owner, /risk_list_entries_white/, white(until('2026-07-01')));
    await refused(owner, /risk_list_entries_white/, white({ valid_to: null }));
    await refused(owner, /risk_list_entries_white/, white({ rule_id: null }));
    await refused(owner, /risk_list_entries_white/, entry({ rule_id: ruleId }));
    const spared: Statement = [`UPDATE risk_rules SET code = 'LEFT' WHERE id = $1`, [ruleId]];
    await refused(owner, /keep_risk_entry: such an entry can not be added/, spared, white());
  });

  test('begins as it is added and changes only by the ways that there are', async () => {
    await refused(owner, /keep_risk_entry: such an entry can not be added/, white({ state: 'ACTIVE' }));
    await refused(owner, /risk_list_entries_black/, entry({ list: 'BLACK', subject_type: 'COMPANY' }));
    await refused(owner, /risk_list_entries_span/, entry({ valid_to: '2026-01-01T00:00:00Z' }));
    const id = randomUUID();
    const change = (columns: string): Statement => [
      `UPDATE risk_list_entries SET ${columns} WHERE id = $1`,
      [id],
    ];
    const stays = /keep_risk_entry: an entry stays what it was added as/;
    await refused(owner, stays, entry({ id }), change(`reason = '另一个'`));
    await refused(owner, stays, entry({ id }), change(`state = 'PENDING'`));
    const ended = change(`state = 'REMOVED', removed_at = now(), removed_by = '某', remove_reason = '测试'`);
    await tried(owner, entry({ id }), ended);
    const asApproved = /keep_risk_entry: a white entry holds, and a black one ends, only as approved/;
    await refused(owner, asApproved, entry({ id, list: 'BLACK' }), ended);
    await refused(owner, asApproved, white({ id }), change(`state = 'ACTIVE'`));
  });
});
