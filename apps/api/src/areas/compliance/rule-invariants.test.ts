import { randomUUID } from 'node:crypto';
import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardProduct, madeCard } from '../../../../../tests/support/cards.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { type Payer, paidThen, riskPayer } from '../../../../../tests/support/risk-payments.ts';
import { enabledRule, riskInbox, tenantId } from '../../../../../tests/support/risk-rules.ts';
import { boundChannel } from '../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { raiseAlerts } from './alerts/raise-alerts.ts';
import { writeHits } from './engine/write-hits.ts';
import { ruleInvariants } from './rule-invariants.ts';

let api: TestApi;
let owner: pg.Client;
const hour = 3_600_000;
const at = Date.parse('2019-03-01T02:00:00Z');

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  owner = await connect(api.databaseUrl);
  const { session } = await operator(api, '合规专员', { permissions: ['compliance.view'] });
  const inboxId = await riskInbox(api, session.userId);
  const split = riskTemplates.find(({ code }) => code === 'SPLIT')?.expression ?? {};
  const [enabled, onTrial] = [
    await enabledRule(api, inboxId, split),
    await enabledRule(api, inboxId, split, { shadow: true }),
  ];
  const payer = await riskPayer(api, '2019-01-01');
  // The first becomes an alert, the next waits to become one; they are two days apart.
  await found(enabled, payer, at, false);
  await raiseAlerts(api.deps);
  await found(enabled, payer, at + 48 * hour, false);
  await found(onTrial, payer, at, true);
  await madeRuns(enabled);
  await paidAtListed();
  // What is written here past the service has no postings and moves no balance: of rules alone nothing is broken.
  expect(await namedBroken()).toEqual([]);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

/** The invariants of rules that something violates now. */
async function namedBroken(): Promise<string[]> {
  const named: string[] = [];
  for (const { name, violations } of ruleInvariants) {
    if (((await owner.query(String(violations), [tenantId])).rowCount ?? 0) > 0) named.push(name);
  }
  return named;
}

async function found(versionId: string, payer: Payer, when: number, shadow: boolean): Promise<void> {
  const { database } = api.deps;
  const { ruleId } = await database.prisma.riskRuleVersion.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: versionId } },
  });
  const version = { id: versionId, ruleId, score: 30, severity: 'MEDIUM' as const, shadow };
  const eventId = randomUUID();
  const hit = {
    subjectId: payer.id,
    key: eventId,
    eventId,
    at: when,
    amount: 1_200_000,
    facts: { count: 3 },
  };
  const unit = { merchantId: payer.merchantId, companyId: payer.companyId };
  await inTransaction(database, (tx) =>
    writeHits(
      tx,
      { tenantId, version, subjectType: 'EMPLOYEE', source: 'PAYMENT' },
      [{ ...hit, ...unit }],
      new Date(when),
    ),
  );
}

async function madeRuns(versionId: string): Promise<void> {
  const bounds = [0, 1, 2, 3].map((n) => new Date(at + n * hour));
  for (const [n, from] of bounds.slice(0, 3).entries()) {
    const to = bounds[n + 1] as Date;
    await api.deps.database.prisma.riskRun.create({
      data: { tenantId, versionId, from, to, found: 0, createdAt: to },
    });
  }
}

/** Somebody who has paid by limit and by card, before they, their card and whom they paid were put on the black list. */
async function paidAtListed(): Promise<void> {
  const { prisma } = api.deps.database;
  const payer = await riskPayer(api, '2019-01-01');
  const paidAt = new Date(at + hour);
  await paidThen(api, payer, [{ at: paidAt, amount: 700, payee: 3 }]);
  const cardId = await madeCard(api, {
    ...{ tenantId, merchantId: payer.merchantId, companyId: payer.companyId, employeeId: payer.id },
    productId: await cardProduct(api, tenantId),
  });
  const { bindingId } = await boundChannel(api, tenantId);
  await prisma.cardAuthorization.create({
    data: {
      ...{ tenantId, bindingId, reference: 'BLACK-PAYS-1', bodyHash: '0'.repeat(64), cardId },
      ...{
        amount: 700n,
        approved: 700n,
        reversed: 700n,
        mcc: '5812',
        payeeMerchantId: payer.payees[2] as string,
      },
      ...{ state: 'REVERSED', responseCode: '00', availableAfter: 0n },
      ...{ createdAt: paidAt, expiresAt: new Date(at + 48 * hour), closedAt: new Date(at + 2 * hour) },
    },
  });
  const listed = { EMPLOYEE: [payer.id], CARD: [cardId], PAYEE: [payer.payees[3], payer.payees[2]] };
  for (const [subjectType, ids] of Object.entries(listed)) {
    for (const subjectId of ids) {
      await prisma.riskListEntry.create({
        data: {
          ...{ tenantId, requestId: randomUUID(), list: 'BLACK', subjectType: subjectType as 'EMPLOYEE' },
          ...{
            subjectId: subjectId as string,
            validFrom: new Date(at + 3 * hour),
            // What the seeds have paid came after it.
            validTo: new Date(at + 4 * hour),
            reason: '核对',
            state: 'ACTIVE',
          },
          createdAt: new Date(at + 3 * hour),
        },
      });
    }
  }
}

const earlier = (who: string) =>
  `UPDATE risk_list_entries SET valid_from = valid_from - interval '3 hours', created_at = created_at - interval '3 hours'
   WHERE tenant_id = $1 AND list = 'BLACK' AND ${who}`;
const payee = (of: string) =>
  `subject_type = 'PAYEE' AND subject_id IN (SELECT payee_merchant_id FROM ${of} WHERE tenant_id = $1)`;
const enabledOnes = `tenant_id = $1 AND state = 'ENABLED'`;
const itsApproval = `tenant_id = $1 AND id IN (SELECT approval_id FROM risk_rule_versions WHERE ${enabledOnes})`;
const secondVersion = `INSERT INTO risk_rule_versions SELECT (jsonb_populate_record(v, jsonb_build_object('id', uuidv7(), 'no', 2))).*
  FROM risk_rule_versions v WHERE ${enabledOnes} LIMIT 1`;

/** What is broken, by what it breaks: each statement changes something, and only that. */
const broken: [name: string, what: string, ...statements: string[]][] = [
  [
    'hitsOnce',
    'one thing found twice',
    'DROP INDEX risk_hits_tenant_id_version_id_subject_type_subject_id_key_key',
    `UPDATE risk_hits h SET key = o.key FROM risk_hits o WHERE h.tenant_id = $1 AND o.tenant_id = $1 AND o.version_id = h.version_id
       AND o.subject_id = h.subject_id AND o.id < h.id`,
  ],
  [
    'hitsOnce',
    'a hit within the window of the one before',
    `UPDATE risk_hits h SET at = h.at - interval '47 hours' FROM risk_hits o WHERE h.tenant_id = $1 AND o.tenant_id = $1
       AND o.version_id = h.version_id AND o.subject_id = h.subject_id AND o.id < h.id`,
  ],
  [
    'shadowHasNoEffect',
    'a hit on trial that declined',
    'UPDATE risk_hits SET declined = TRUE WHERE tenant_id = $1 AND shadow',
  ],
  [
    'shadowHasNoEffect',
    'a hit on trial that is an alert',
    `UPDATE risk_hits SET shadow = TRUE WHERE tenant_id = $1 AND id IN (SELECT hit_id FROM risk_alerts WHERE tenant_id = $1)`,
  ],
  [
    'shadowHasNoEffect',
    'a hit on trial that waits to be one',
    `UPDATE risk_hits SET shadow = TRUE WHERE tenant_id = $1 AND id IN (SELECT hit_id FROM risk_pending_hits WHERE tenant_id = $1)`,
  ],
  [
    'enabledIsApproved',
    'an approval that was a rejection',
    `UPDATE approvals SET state = 'REJECTED' WHERE ${itsApproval}`,
  ],
  [
    'enabledIsApproved',
    'no approval',
    `UPDATE risk_rule_versions SET approval_id = NULL WHERE ${enabledOnes}`,
  ],
  [
    'enabledIsApproved',
    'the approval of something else',
    `UPDATE approvals SET subject_type = 'riskList' WHERE ${itsApproval}`,
  ],
  [
    'enabledIsApproved',
    'the approval of another rule',
    `UPDATE approvals SET subject_id = uuidv7() WHERE ${itsApproval}`,
  ],
  [
    'enabledIsApproved',
    'an approval of nobody',
    `UPDATE approvals SET checker_id = NULL WHERE ${itsApproval}`,
  ],
  [
    'enabledIsApproved',
    'a checker who handed it in',
    `UPDATE approvals SET maker_ids = ARRAY[checker_id] WHERE ${itsApproval}`,
  ],
  [
    'enabledIsApproved',
    'a checker who wrote it',
    `UPDATE risk_rule_versions v SET created_by_id = a.checker_id FROM approvals a WHERE v.tenant_id = $1 AND v.state = 'ENABLED'
       AND a.tenant_id = $1 AND a.id = v.approval_id`,
  ],
  [
    'enabledIsApproved',
    'two enabled versions of a rule',
    'DROP INDEX risk_rule_versions_one_enabled',
    secondVersion,
  ],
  ['blackNeverPays', 'an employee who paid', earlier(`subject_type = 'EMPLOYEE'`)],
  ['blackNeverPays', 'a card that paid', earlier(`subject_type = 'CARD'`)],
  ['blackNeverPays', 'a payee of a payment', earlier(payee('consumption_records'))],
  ['blackNeverPays', 'a payee of a card', earlier(payee('card_authorizations'))],
  [
    'runsWithoutGap',
    'a span that no run looked at',
    `UPDATE risk_runs n SET from_at = n.from_at + interval '1 second' WHERE n.tenant_id = $1
       AND EXISTS (SELECT FROM risk_runs o WHERE o.tenant_id = $1 AND o.version_id = n.version_id AND o.to_at = n.from_at)`,
  ],
  [
    'runsWithoutGap',
    'a span that two runs looked at',
    `UPDATE risk_runs n SET from_at = n.from_at - interval '1 second' WHERE n.tenant_id = $1
       AND EXISTS (SELECT FROM risk_runs o WHERE o.tenant_id = $1 AND o.version_id = n.version_id AND o.to_at = n.from_at)`,
  ],
];

test.each(broken)('%s names %s', async (name, _, ...statements) => {
  await owner.query('BEGIN');
  try {
    // Whatever holds it in the database stands aside.
    await owner.query(`SET LOCAL session_replication_role = 'replica'`);
    const { rows } = await owner.query(
      `SELECT conrelid::regclass AS of, conname FROM pg_constraint WHERE contype = 'c'
         AND conrelid = ANY('{risk_hits, risk_rule_versions, risk_list_entries, risk_runs, approvals}'::regclass[])`,
    );
    for (const { of, conname } of rows) await owner.query(`ALTER TABLE ${of} DROP CONSTRAINT ${conname}`);
    for (const statement of statements) {
      const values = statement.includes('$1') ? [tenantId] : [];
      const { rowCount } = await owner.query(statement, values);
      if (values.length > 0) expect(rowCount).toBeGreaterThan(0);
    }
    expect(await namedBroken()).toEqual([name]);
  } finally {
    await owner.query('ROLLBACK');
  }
});

test('every invariant of rules is broken here', () => {
  expect([...new Set(broken.map(([name]) => name))].sort()).toEqual(
    ruleInvariants.map(({ name }) => name).sort(),
  );
});
