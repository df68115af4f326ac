import { cardStates } from '@xyxlx/contracts/card-kinds';
import { responseCodes } from '@xyxlx/contracts/card-spending-kinds';
import { riskExpression } from '@xyxlx/contracts/compliance-expression';
import { topUpStates } from '@xyxlx/contracts/top-up-kinds';
import { birthdays, plans } from '@xyxlx/database/seed/issue-terms';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { search } from '../../apps/api/src/areas/compliance/engine/search.ts';
import { heard } from '../../apps/api/src/areas/compliance/engine/silence.ts';
import { calendarOf, windowAt } from '../../apps/api/src/areas/compliance/engine/windows.ts';
import { resumeReports } from '../../apps/api/src/areas/compliance/reports/report-job.ts';
import { seedAndPost } from '../../apps/api/src/embed.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { shanghaiDay } from '../../apps/api/src/platform/time/shanghai.ts';
import { describedEndpoints } from '../../apps/api/src/wire/reference/endpoints.ts';
import { schemaOf } from '../../apps/api/src/wire/reference/open-api.ts';
import { eventually } from '../support/eventually.ts';
import { expectInvariants } from '../support/invariants.ts';
import { jwtSecret } from '../support/service-process.ts';
import { startTestApi, startTestApiOn, type TestApi, withoutJobs } from '../support/test-api.ts';

let api: TestApi;
let maker: string;
const tenantId = tenantIdOf('A');

beforeAll(async () => {
  api = await startTestApi({ seed: 'none', override: withoutJobs });
  await seedAndPost(api.databaseUrl, 'demo', [jwtSecret]);
  maker = await api.signIn('13800000002');
}, 180_000);
afterAll(() => api.close());

const result = async (path: string, input: object = {}) => {
  const { body } = await api.call(path, input, maker);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
};
const prisma = () => api.deps.database.prisma;

test('everything that must always be true is true of the demo', () => expectInvariants(api));

test.each(['employees', 'consumption_records', 'bills', 'cards', 'card_orders', 'limit_adjustments'])(
  'has no %s of before their merchant was registered',
  async (table) => {
    const { rows } = await api.deps.database.pool.query(
      `SELECT count(*)::int AS n, count(*) FILTER (WHERE r.created_at < m.created_at)::int AS before
         FROM ${table} r JOIN merchants m ON m.tenant_id = r.tenant_id AND m.id = r.merchant_id`,
    );
    expect(rows).toEqual([{ n: expect.any(Number), before: 0 }]);
    expect(rows[0].n).toBeGreaterThan(20);
  },
);

// Before a service works, which goes on with cases and reports.
describe('what compliance has found in the demo', () => {
  const rows = async (text: string) => (await api.deps.database.pool.query(text, [tenantId])).rows;

  test('are 40 closed cases, 12 of them right, and 12 in the other states', async () => {
    expect(
      await rows(
        `SELECT state, count(*)::int AS n FROM risk_cases WHERE tenant_id = $1 GROUP BY 1 ORDER BY 1`,
      ),
    ).toEqual([
      { state: 'CLOSED', n: 40 },
      { state: 'CLOSING', n: 1 },
      { state: 'NEW', n: 7 },
      { state: 'SUSPENDED', n: 1 },
      { state: 'WORKING', n: 3 },
    ]);
    const [more] = await rows(
      `SELECT count(*) FILTER (WHERE state <> 'CLOSED' AND due_at < $2)::int AS overdue, count(*) FILTER (WHERE reopened = 1)::int AS reopened,
         count(*) FILTER (WHERE suspended_until > $2 AND suspended_until <= $2 + interval '1 day')::int AS tomorrow
       FROM risk_cases WHERE tenant_id = $1`.replaceAll(
        '$2',
        `'${api.clock.businessNow().toISOString()}'::timestamptz`,
      ),
    );
    expect(more).toEqual({ overdue: 2, reopened: 1, tomorrow: 1 });
    const head = await api.signIn('13800000010');
    const day = (before: number) =>
      shanghaiDay(new Date(api.clock.businessNow().getTime() - before * 86_400_000));
    const { body } = await api.call('compliance/getDashboard', { from: day(60), to: day(0) }, head);
    const large = body.result.precision.find(({ rule }: { rule: { code: string } }) => rule.code === 'LARGE');
    expect(large).toMatchObject({ closed: 40, positive: 12, share: 3_000, low: 1_807, high: 4_543 });
    expect(body.result.overdue).toBe(2);
  });

  // The seed writes without the triggers that hold the ways between states.
  test('came to its states by the ways that there are', async () => {
    const ways = await rows(
      `SELECT DISTINCT before || ' ' || after AS way FROM risk_case_events WHERE tenant_id = $1 AND before <> after ORDER BY 1`,
    );
    expect(ways.map(({ way }) => way)).toEqual([
      'CLOSED NEW',
      'NEW WORKING',
      'WORKING CLOSED',
      'WORKING CLOSING',
      'WORKING NEW',
      'WORKING SUSPENDED',
    ]);
  });

  test('is just what its rules find in the payments of the demo', async () => {
    const versions = await prisma().riskRuleVersion.findMany({
      where: { tenantId, state: 'ENABLED', rule: { code: { not: 'REFUNDER' } } },
      include: { rule: true },
    });
    const now = api.clock.businessNow();
    for (const { id, expression: said, rule } of versions) {
      const expression = riskExpression.parse(said);
      const kind = calendarOf(expression);
      const past = { from: new Date(now.getTime() - 38 * 86_400_000), to: now };
      const month = kind && windowAt(kind, new Date(windowAt(kind, now).from.getTime() - 1));
      const found = await inTransaction(api.deps.database, (tx) =>
        search(tx, expression, tenantId, { ...(month ?? past), kind: 'happened' }),
      );
      const hits = await prisma().riskHit.findMany({ where: { tenantId, versionId: id } });
      const told = ({
        key,
        at,
        amount,
        facts,
      }: {
        key: string;
        at: number;
        amount: number;
        facts: unknown;
      }) => ({
        ...{ key, at, amount, facts },
      });
      const heardOf = heard(
        expression,
        found.map((hit) => ({ ...hit, subjectType: 'EMPLOYEE' as const })),
        new Map(),
      );
      expect([rule.code, heardOf.map(told).sort((a, b) => a.at - b.at)]).toEqual([
        rule.code,
        hits
          .map(({ key, at, amount, facts }) => told({ key, at: at.getTime(), amount: Number(amount), facts }))
          .sort((a, b) => a.at - b.at),
      ]);
    }
  });

  test('comes from rules, lists and inboxes that people of compliance settled, each by two', async () => {
    const rules = await prisma().riskRule.findMany({
      where: { tenantId },
      include: { versions: { orderBy: { no: 'asc' } } },
      orderBy: { code: 'asc' },
    });
    expect(rules.map(({ code, versions }) => [code, versions.map(({ state }) => state)])).toEqual(
      ['FOCUS', 'LARGE', 'LEFT', 'NEWBIE', 'NIGHT', 'REFUND', 'REFUNDER', 'SPLIT'].map((code) => [
        code,
        code === 'FOCUS' ? ['ENABLED', 'SHADOW'] : ['ENABLED'],
      ]),
    );
    expect(
      await rows(
        `SELECT list, count(*)::int AS n FROM risk_list_entries WHERE tenant_id = $1 AND state = 'ACTIVE' GROUP BY 1 ORDER BY 1`,
      ),
    ).toEqual(['BLACK', 'GREY', 'WHITE'].map((list) => ({ list, n: 3 })));
    expect(
      await rows(
        `SELECT i.name, u.name AS above FROM risk_inboxes i LEFT JOIN risk_inboxes u ON u.tenant_id = i.tenant_id AND u.id = i.escalate_to_id
         WHERE i.tenant_id = $1 ORDER BY i.name COLLATE "C"`,
      ),
    ).toEqual([
      { name: '一线', above: '主管' },
      { name: '主管', above: null },
    ]);
    const agreed = await rows(
      `SELECT DISTINCT subject_type AS type, maker_name AS maker, checker_name AS checker FROM approvals
       WHERE tenant_id = $1 AND state = 'APPROVED' AND subject_type IN ('riskRule', 'riskList', 'suspiciousReport') ORDER BY 1`,
    );
    expect(agreed).toEqual(
      ['riskList', 'riskRule', 'suspiciousReport'].map((type) => ({
        ...{ type, maker: '合规专员', checker: '合规主管' },
      })),
    );
    expect(await prisma().riskReport.count({ where: { tenantId } })).toBe(1);
  });

  test('has two looks at the past that are over', async () => {
    const backtests = await rows(
      `SELECT state, (outcome->>'hits')::int AS hits FROM risk_backtests WHERE tenant_id = $1 ORDER BY 2`,
    );
    expect(backtests.map(({ state }) => state)).toEqual(['DONE', 'DONE']);
    expect(backtests.map(({ hits }) => hits)).toEqual([1, expect.any(Number)]);
  });
});

describe('limits that the demo issued', () => {
  test('a batch by hand is in every state that lasts', async () => {
    const batches = await prisma().issueBatch.findMany({ where: { tenantId, kind: 'MANUAL' } });
    expect(batches.map(({ state }) => state).sort()).toEqual([
      'CANCELLED',
      'DONE',
      'DONE',
      'DRAFT',
      'FAILED',
      'PARTLY_DONE',
      'PARTLY_VOIDED',
      'REJECTED',
      'SCHEDULED',
      'STOPPED',
      'SUBMITTED',
      'VOIDED',
    ]);
  });

  test('lots end in three days, and an employee’s own lots name that day', async () => {
    const inThree = new Date(Date.parse(shanghaiDay(api.clock.businessNow())) + 3 * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const [row] = await prisma().issueRow.findMany({
      where: { tenantId, state: 'DONE', batch: { lastDay: new Date(inThree) } },
    });
    const { lots } = await result('limit/queryLot', { employeeId: row?.employeeId });
    expect(lots).toContainEqual(expect.objectContaining({ lastDay: inThree, availableLimit: 5_000 }));
  });

  test('a plan is in every state, with what it says in words and its next run', async () => {
    const { list } = await result('autoIssue/queryPlan');
    expect(list.map(({ name, state }: { name: string; state: string }) => [name, state]).sort()).toEqual(
      plans.map(({ name, state }) => [name, state]).sort(),
    );
    for (const { words } of list) expect(words).not.toBe('');
    const next = Object.fromEntries(
      list.map(({ name, nextRunOn }: { name: string; nextRunOn: string | null }) => [name, nextRunOn]),
    );
    // Of a year whose calendar is not published, no working day is known; nor is whoever is hired next.
    const tomorrow = shanghaiDay(new Date(api.clock.now().getTime() + 86_400_000));
    const year = tomorrow.slice(0, 4);
    const published = await prisma().nationalDay.count({
      where: { day: { gte: new Date(`${year}-01-01`), lte: new Date(`${year}-12-31`) } },
    });
    expect(next).toMatchObject({
      工作日餐补: published > 0 ? expect.any(String) : null,
      每月福利: expect.any(String),
      入职欢迎: null,
    });
  });

  test('sixty runs of working days are over or of today, each issued once, and the run that no fund covers failed', async () => {
    const runs = await prisma().issueBatch.groupBy({
      by: ['name', 'state'],
      where: { tenantId, kind: 'RUN' },
      _count: true,
    });
    const counted = Object.fromEntries(runs.map(({ name, state, _count }) => [`${name} ${state}`, _count]));
    expect(counted).toMatchObject({ '工作日餐补 DONE': 60, '年度体检 FAILED': 1, '生日祝福 DONE': 1 });
    const failed = await prisma().issueBatch.findFirstOrThrow({
      where: { tenantId, kind: 'RUN', state: 'FAILED' },
    });
    expect(failed.message).toMatch(/^short:[1-9]\d*$/);
    const { todos } = await result('home/getHome');
    expect(todos).toContainEqual(expect.objectContaining({ kind: 'issueFailed' }));
  });

  test('two of the team were born on a day that most years have not', async () => {
    const born = await prisma().employee.findMany({ where: { tenantId, birthday: { not: null } } });
    const days = born.map(({ birthday }) => birthday?.toISOString().slice(0, 10));
    expect(days.filter((day) => day?.endsWith('02-29')).sort()).toEqual(Object.values(birthdays).sort());
  });

  test('the stopped batch gives back what it issued and what it had left when it is voided', async () => {
    const { id, version } = await prisma().issueBatch.findFirstOrThrow({
      where: { tenantId, state: 'STOPPED' },
    });
    const working = await startTestApiOn(api.databaseUrl);
    const { body } = await working.call('creditLimit/voidIssue', { id, version, reason: '不发了' }, maker);
    expect(body.result).toMatchObject({ jobId: expect.any(String) });
    await eventually(async () => {
      expect(await result('creditLimit/getIssue', { id })).toMatchObject({
        ...{ state: 'VOIDED', heldAmount: 0, doneAmount: 6 * 12_000, takenBackAmount: 6 * 12_000 },
      });
    });
    await working.close();
    await expectInvariants(api);
  });
});

test('has products of cards that are sold as approved, one that waits and a draft', async () => {
  const { rows } = await api.deps.database.pool.query(
    `SELECT p.code, p.state, p.faces::text, a.state AS approval, c.applied_at IS NOT NULL AS applied
     FROM card_products p LEFT JOIN approvals a ON a.tenant_id = p.tenant_id AND a.subject_id = p.id
     LEFT JOIN record_changes c ON c.tenant_id = a.tenant_id AND c.approval_id = a.id ORDER BY p.code`,
  );
  expect(rows).toEqual([
    { code: 'ANYFACE', state: 'ENABLED', faces: '{}', approval: 'APPROVED', applied: true },
    { code: 'FESTIVAL', state: 'DRAFT', faces: '{20000}', approval: null, applied: false },
    { code: 'GIFT1000', state: 'SUBMITTED', faces: '{100000}', approval: 'PENDING', applied: false },
    { code: 'GIFT500', state: 'ENABLED', faces: '{50000}', approval: 'APPROVED', applied: true },
    { code: 'MEALCARD', state: 'ENABLED', faces: '{50000,100000}', approval: 'APPROVED', applied: true },
    {
      code: 'WELFARE',
      state: 'ENABLED',
      faces: '{100000,300000,500000}',
      approval: 'APPROVED',
      applied: true,
    },
  ]);
});

test('the demo’s employee has two cards, limits, own orders, and payments, some declined in words', async () => {
  const token = await api.signIn('13800000011');
  const own = async (path: string, input: object = {}) =>
    (await api.call(`own/${path}`, input, token)).body.result;
  const { list: cards } = await own('queryCard');
  expect(cards.map(({ state }: { state: string }) => state)).toEqual(['ACTIVE', 'ACTIVE']);
  const asked = await Promise.all(
    cards.map(({ id: cardId }: { id: string }) => own('queryAuthorization', { cardId })),
  );
  expect(asked.flatMap(({ list }) => list).map(({ responseCode }) => responseCode)).toEqual(
    expect.arrayContaining(['51', '57']),
  );
  expect((await own('getAccount')).limits.availableLimit).toBeGreaterThan(0);
  expect((await own('queryPayment')).total).toBeGreaterThan(1);
  const flows = await Promise.all(
    cards.map(({ id: cardId }: { id: string }) => own('queryFlow', { cardId })),
  );
  expect(
    flows.flatMap(({ list }) => list).filter(({ kind }) => kind === 'SPEND').length,
  ).toBeGreaterThanOrEqual(3);
  const { list: orders } = await own('queryOrder');
  expect(orders.map(({ state }: { state: string }) => state).sort()).toEqual([
    'DONE',
    'DONE',
    'SUBMITTED',
    'TO_PAY',
  ]);
});

describe('cards that the demo has', () => {
  const counted = async (sql: string) =>
    Object.fromEntries(
      (
        await api.deps.database.pool.query<{ what: string; n: number }>(
          `SELECT ${sql} WHERE tenant_id = $1 GROUP BY 1 ORDER BY 1`,
          [tenantId],
        )
      ).rows.map(({ what, n }) => [what, n]),
    );
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, n) => all + n, 0);

  test('are 1,200 in every state, and each that was replaced has its successor', async () => {
    const cards = await counted('state AS what, count(*)::int AS n FROM cards');
    expect(Object.keys(cards).sort()).toEqual([...cardStates].sort());
    expect(sum(cards)).toBe(1_200);
    expect(
      await counted('CASE WHEN replaces_id IS NULL THEN 0 ELSE 1 END AS what, count(*)::int AS n FROM cards'),
    ).toEqual({
      0: 1_200 - (cards.REPLACED as number),
      1: cards.REPLACED,
    });
  });

  test('were ordered by thirty orders in every state, paid in each way, with each step of their way', async () => {
    const orders = await counted('state AS what, count(*)::int AS n FROM card_orders');
    expect(orders).toEqual({
      ...{
        SUBMITTED: 3,
        REJECTED: 2,
        TO_PAY: 4,
        CANCELLED: 3,
        PAID: 2,
        MAKING: 1,
        TO_SHIP: 2,
        SHIPPED: 3,
        DONE: 8,
        REFUNDING: 1,
        REFUNDED: 1,
      },
    });
    expect(await counted('method AS what, count(*)::int AS n FROM card_order_payments')).toEqual({
      CHANNEL: 2,
      FUND: 10,
      TRANSFER: 6,
    });
    const { rows } = await api.deps.database.pool.query(
      `SELECT o.order_no FROM card_orders o LEFT JOIN LATERAL (SELECT e.to_state FROM card_order_events e
         WHERE e.tenant_id = $1 AND e.order_id = o.id ORDER BY e.seq DESC LIMIT 1) e ON TRUE
       WHERE o.tenant_id = $1 AND e.to_state IS DISTINCT FROM o.state`,
      [tenantId],
    );
    expect(rows).toEqual([]);
  });

  test('were given back before they were made, all of an order, and a part of one that was sent; one waits, one was not agreed to', async () => {
    expect(await counted('state AS what, count(*)::int AS n FROM card_order_refunds')).toEqual({
      ...{ SUBMITTED: 1, DONE: 2, REJECTED: 1, WITHDRAWN: 1 },
    });
    const { rows } = await api.deps.database.pool.query(
      `SELECT o.state, o.refunded::int AS refunded, o.refunded = o.paid AS whole,
         (SELECT count(*)::int FROM cards c JOIN card_order_lines l ON l.tenant_id = c.tenant_id AND l.id = c.order_line_id
          WHERE l.tenant_id = o.tenant_id AND l.order_id = o.id AND c.state = 'CANCELLED') AS cancelled
       FROM card_orders o WHERE o.tenant_id = $1 AND o.refunded > 0 ORDER BY o.refunded`,
      [tenantId],
    );
    expect(rows).toEqual([
      { state: 'SHIPPED', refunded: 500_000, whole: false, cancelled: 10 },
      { state: 'REFUNDED', refunded: 1_207_200, whole: true, cancelled: 0 },
    ]);
  });

  test('answered sixty authorizations with every code that is kept', async () => {
    const codes = await counted('response_code AS what, count(*)::int AS n FROM card_authorizations');
    // Of these two nothing is kept.
    expect(Object.keys(codes).sort()).toEqual(
      responseCodes.filter((code) => !['94', '96'].includes(code)).sort(),
    );
    expect(sum(codes)).toBe(60);
  });

  test('and their companies were topped up forty times, some late, some with another amount', async () => {
    const topUps = await counted('state AS what, count(*)::int AS n FROM top_ups');
    expect(Object.keys(topUps).sort()).toEqual([...topUpStates].sort());
    expect(sum(topUps)).toBe(40);
    expect(
      await counted(
        `CASE WHEN late THEN 'late' WHEN told_amount IS NOT NULL THEN 'other' END AS what, count(*)::int AS n FROM top_ups`,
      ),
    ).toMatchObject({
      late: 3,
      other: 2,
    });
    expect(await counted(`kind || ' ' || state AS what, count(*)::int AS n FROM top_up_reversals`)).toEqual({
      ...{ 'REVERSE DONE': 1, 'REFUND DONE': 1 },
      ...{ 'REFUND SUBMITTED': 1, 'REFUND REJECTED': 1, 'REFUND WITHDRAWN': 1 },
    });
  });

  test('were brought by files, of the last of which seven rows were wrong', async () => {
    expect(await counted(`'bad' AS what, count(*)::int AS n FROM import_rows`)).toEqual({ bad: 7 });
  });
});

describe('invoices that the demo has', () => {
  const rows = async (text: string) => (await api.deps.database.pool.query(text)).rows;

  test('are in every state, with an e-mail in every state about those that were issued', async () => {
    const counted = await rows(
      `SELECT a.state, m.state AS mail, count(*)::int AS n FROM invoice_applications a
       LEFT JOIN mails m ON m.tenant_id = a.tenant_id AND m.subject_type = 'invoice' AND m.subject_id = a.id GROUP BY 1, 2`,
    );
    const said = Object.fromEntries(
      counted.map(({ state, mail, n }) => [`${state} ${mail ?? ''}`.trim(), n]),
    );
    expect(said).toEqual({
      ...{ DRAFT: 8, FAILED: 20, 'REVERSED SENT': 16, 'ISSUED FAILED': 3, 'ISSUED WAITING': 2 },
      ...{ ISSUING: expect.any(Number), 'ISSUED SENT': expect.any(Number) },
    });
    expect(said.ISSUING).toBeGreaterThan(20);
    expect(said['ISSUED SENT']).toBeGreaterThan(1_000);
  });

  test('stand on the payments that say so, each with what is taken of it, and come to the sum of these', async () => {
    expect(
      await rows(
        `SELECT c.payment_no, c.invoice_state, a.state FROM consumption_records c
         LEFT JOIN invoice_lines l ON l.tenant_id = c.tenant_id AND l.consumption_id = c.id AND l.amount > 0
         LEFT JOIN invoice_applications a ON a.tenant_id = l.tenant_id AND a.id = l.application_id
         WHERE CASE WHEN c.invoice_state IN ('ISSUED', 'ISSUING') THEN a.state IS DISTINCT FROM c.invoice_state OR l.amount <> c.amount ELSE l.id IS NOT NULL END
         LIMIT 5`,
      ),
    ).toEqual([]);
    expect(
      await rows(
        `SELECT a.application_no FROM invoice_applications a JOIN invoice_lines l ON l.tenant_id = a.tenant_id AND l.application_id = a.id
         GROUP BY a.tenant_id, a.id HAVING CASE WHEN a.state IN ('ISSUED', 'ISSUING') THEN sum(l.amount) <> a.amount OR sum(l.untaxed) <> a.untaxed
           ELSE sum(l.amount) <> 0 END LIMIT 5`,
      ),
    ).toEqual([]);
    const [orders] = await rows(`SELECT count(*)::int AS n FROM invoice_lines WHERE order_id IS NOT NULL`);
    expect(orders.n).toBe(4);
  });

  test('were asked for after they were paid, and issued, sent and reversed one after the other, up to now', async () => {
    expect(
      await rows(
        `SELECT a.application_no FROM invoice_applications a
         LEFT JOIN mails m ON m.tenant_id = a.tenant_id AND m.subject_id = a.id
         WHERE a.updated_at < a.created_at OR a.updated_at > now() OR m.created_at NOT BETWEEN a.created_at AND a.updated_at OR m.recipient <> a.email
           OR m.sent_at > now() OR m.state = 'WAITING' AND m.due_at <= now()
           OR EXISTS (SELECT FROM invoice_lines l JOIN consumption_records c ON c.tenant_id = l.tenant_id AND c.id = l.consumption_id
             WHERE l.tenant_id = a.tenant_id AND l.application_id = a.id AND c.paid_at > a.created_at)`,
      ),
    ).toEqual([]);
  });

  test('are reversed and e-mailed again by finance as any other', async () => {
    const checker = await api.signIn('13800000003');
    const ask = async (path: string, input: object) =>
      (await api.call(`invoice/${path}`, input, checker)).body;
    const { result } = await ask('queryInvoice', { mailState: ['FAILED'] });
    expect(result.list).toHaveLength(3);
    const [{ id, version, paymentNos }] = result.list;
    expect(await ask('resendInvoice', { id })).toMatchObject({ code: 200 });
    expect(await ask('reverseInvoice', { id, version, reason: '抬头有误' })).toMatchObject({ code: 200 });
    const payments = await prisma().consumptionRecord.findMany({
      where: { tenantId, paymentNo: { in: paymentNos } },
    });
    expect(payments.map(({ invoiceState }) => invoiceState)).toEqual(paymentNos.map(() => 'NONE'));
    await expectInvariants(api);
  });
});

describe('by state or by amount, from the first to the last', () => {
  const sorted = describedEndpoints(false).flatMap(({ path, definition: { input, output } }) => {
    const { properties: asked } = schemaOf(input, 'input');
    const fields = (asked?.sort?.properties?.field?.enum ?? []) as string[];
    const { properties: row } = schemaOf(output, 'output').properties?.list?.items ?? {};
    const states = (row?.state?.enum ?? []) as string[];
    return (
      fields
        .filter((field) => field === 'state' || /amount|balance/i.test(field))
        .filter((field) => field !== 'state' || states.length > 0)
        // The lines of one bill are asked for by its id.
        .filter(() => path !== 'bill/queryBillLine')
        .map((field) => ({ path, field, states }))
    );
  });

  test.each(sorted)('$path by $field', async ({ path, field, states }) => {
    const token = path === 'approval/queryTodo' ? await api.signIn('13800000003') : maker;
    const ranksBy = async (order: 'asc' | 'desc'): Promise<number[]> => {
      const { body } = await api.call(path, { sort: { field, order }, pageSize: 100 }, token);
      const values: unknown[] = body.result.list.map((row: Record<string, unknown>) => row[field]);
      // Some approvals are of no amount.
      return values
        .filter((value) => value !== null)
        .map((value) => (field === 'state' ? states.indexOf(value as string) : (value as number)));
    };
    const [up, down] = [await ranksBy('asc'), await ranksBy('desc')];
    expect(up).toEqual(up.toSorted((a, b) => a - b));
    expect(down).toEqual(down.toSorted((a, b) => b - a));
    expect(down[0]).toBeGreaterThan(up[0] ?? Number.POSITIVE_INFINITY);
  });
});

test('sheets of limits are in every state that lasts; those that wait are carried out, the bigger one by a checker', async () => {
  const { list } = await result('billChange/queryBatch');
  expect(list.map(({ state }: { state: string }) => state)).toEqual([
    'READY',
    'SUBMITTED',
    'REJECTED',
    'FAILED',
    'CANCELLED',
    'UNCHANGED',
    'UNDONE',
    'DONE',
    'PARTLY_DONE',
  ]);
  const [undone, done, partly] = list.slice(-3);
  expect(undone).toMatchObject({ failed: 0, undoneAmount: undone.increaseAmount });
  expect(done).toMatchObject({ failed: 0, done: done.total, undoneAmount: 0 });
  expect(partly).toMatchObject({ failed: 1, done: partly.total - 1 });
  // What a sheet gave stands in the fund's flows as one, under its number.
  const day = shanghaiDay(new Date(done.createdAt));
  const { list: flows } = await result('fund/queryFlow', {
    ...{ createdFrom: day, createdTo: day, accountKind: ['ENTERPRISE'], kind: ['LIMIT_ISSUE'] },
  });
  expect(flows.filter(({ sourceNo }: { sourceNo: string }) => sourceNo === done.batchNo)).toMatchObject([
    { deltaAmount: -done.increaseAmount, source: { id: done.id } },
  ]);
  const working = await startTestApiOn(api.databaseUrl);
  const [ready, submitted] = list;
  const { body } = await working.call(
    'billChange/confirmBatch',
    { id: ready.id, version: ready.version },
    maker,
  );
  expect(body).toMatchObject({ code: 200, result: { approvalId: null } });
  const checker = await working.signIn('13800000003');
  const of = { subjectType: 'limitBatch', subjectId: submitted.id };
  const { id } = (await working.call('approval/getSubjectApproval', of, checker)).body.result;
  expect((await working.call('approval/approve', { id }, checker)).body).toMatchObject({ code: 200 });
  await eventually(async () => {
    expect(await result('billChange/getBatch', { id: ready.id })).toMatchObject({
      state: 'PARTLY_DONE',
      failed: 1,
    });
    expect(await result('billChange/getBatch', { id: submitted.id })).toMatchObject({
      state: 'DONE',
      failed: 0,
    });
  });
  await working.close();
  await expectInvariants(api);
});

test('the account at a bank has two breaks to decide, of the day that was reconciled', async () => {
  const { list } = await result('fund/queryReconciliation', { state: ['BROKEN'] });
  expect(list).toMatchObject([{ breakCount: 2, undecidedCount: 2 }]);
  const { breaks } = await result('fund/getReconciliation', { id: list[0].id });
  expect(
    breaks.map(({ kind, line }: { kind: string; line: { at: string } }) => [
      kind,
      shanghaiDay(new Date(line.at)),
    ]),
  ).toEqual([
    ['LONG', list[0].day],
    ['SHORT', list[0].day],
  ]);
});

test('the report of the demo is written and sealed by the service', async () => {
  const working = await startTestApiOn(api.databaseUrl);
  await resumeReports(working.deps);
  await eventually(async () => {
    const [report] = await prisma().riskReport.findMany({ where: { tenantId } });
    expect(report).toMatchObject({ state: 'APPROVED', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });
  await working.close();
  await expectInvariants(api);
});
