import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../platform/time/shanghai.ts';
import { closeDays } from './close-days.ts';
import { controlledAccountsMirror } from './mirror-invariant.ts';

let api: TestApi;
let maker: string;
/** Past the rules that keep such differences from coming about. */
let owner: pg.Client;
const tenantId = tenantIdOf('A');
const [head, branch] = [companyId('A', 0), companyId('A', 1)];

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  await setThreshold(api, 'limitAdjustment', plenty);
  owner = await connect(api.databaseUrl);
  await owner.query(
    `WITH account AS (INSERT INTO platform_accounts (tenant_id, platform_id, company_id, kind, name, bank, account_no, state)
       SELECT $1, p.id, $2, 'BANK', '收款户', '银行', '66669999', 'ACTIVE' FROM platforms p WHERE p.tenant_id = $1 ORDER BY p.code LIMIT 1 RETURNING id)
     INSERT INTO statement_lines (tenant_id, account_id, bank_no, direction, amount, balance_after, at, state)
     SELECT $1, id, 'M1', 'IN', 700, 700, now(), 'UNCLAIMED' FROM account`,
    [tenantId, head],
  );
  await owner.query(`SET session_replication_role = 'replica'`);
  await owner.query(
    `INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id, occurred_at)
     SELECT $1, l.id, 'statementLine', 1, s.id, s.book_date, 'RECEIPT', 'BANK', 'UNCLAIMED', l.amount, $2, l.at
     FROM statement_lines l, (SELECT * FROM ledger_slots WHERE tenant_id = $1 ORDER BY id LIMIT 1) s WHERE l.tenant_id = $1 AND l.bank_no = 'M1'`,
    [tenantId, head],
  );
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

async function found(): Promise<string[]> {
  const { rows } = await owner.query(controlledAccountsMirror.violations as string, [tenantId]);
  return rows.map(({ what }) => what.replace(/^.* ([A-Z]+) (-?\d+) <> (-?\d+)$/, '$1 $2 $3'));
}

/** What is found once a statement has broken something, which is taken back. */
async function afterBreaking(statement: string, values: unknown[]): Promise<[role: string, more: number][]> {
  await owner.query('BEGIN');
  try {
    expect((await owner.query(statement, values)).rowCount).toBe(1);
    return (await found()).map((what) => {
      const [role = '', books, business] = what.split(' ');
      return [role, Number(business) - Number(books)];
    });
  } finally {
    await owner.query('ROLLBACK');
  }
}

test.each<[string, string, [string, number][]]>([
  [
    'a fund’s balance',
    `UPDATE fund_accounts SET balance = balance + 3 WHERE tenant_id = $1 AND company_id = $2 AND kind = 'ENTERPRISE'`,
    [['FUND', 3]],
  ],
  [
    'what is to be settled',
    `UPDATE fund_accounts SET balance = balance - 3 WHERE tenant_id = $1 AND company_id = $2 AND kind = 'SETTLEMENT'`,
    [['SETTLEMENT', -3]],
  ],
  [
    'what somebody can spend',
    `UPDATE limit_accounts SET available = available + 3, total = total + 3 WHERE id = (SELECT id FROM limit_accounts WHERE tenant_id = $1 AND company_id = $2 ORDER BY id LIMIT 1)`,
    [['LIMIT', 3]],
  ],
  [
    'what is frozen of it',
    `UPDATE limit_accounts SET locked = locked + 3, total = total + 3 WHERE id = (SELECT id FROM limit_accounts WHERE tenant_id = $1 AND company_id = $2 ORDER BY id LIMIT 1)`,
    [['LIMIT', 3]],
  ],
  [
    'a receipt without a name',
    `UPDATE statement_lines SET state = 'MATCHED' WHERE tenant_id = $1 AND bank_no = 'M1' AND $2::uuid IS NOT NULL`,
    [['UNCLAIMED', -700]],
  ],
  [
    'the amount of a posting',
    `UPDATE ledger_postings SET amount = amount + 3 WHERE (source_id, leg) = (SELECT source_id, leg FROM ledger_postings WHERE tenant_id = $1 AND company_id = $2 AND kind = 'LIMIT_ISSUE' AND counter_company_id IS NULL ORDER BY source_id LIMIT 1)`,
    [
      ['FUND', 3],
      ['LIMIT', -3],
    ],
  ],
])(
  'the mirror of the business names %s that is another one, and by how much',
  async (_, breaking, expected) => {
    expect(await found()).toEqual([]);
    const differences = await afterBreaking(breaking, [tenantId, head]);
    expect(differences.sort()).toEqual(expected);
  },
);

test('the mirror of the business names both companies where a posting is another one’s', async () => {
  const differences = await afterBreaking(
    `UPDATE ledger_postings SET company_id = $3 WHERE (source_id, leg) = (SELECT source_id, leg FROM ledger_postings
       WHERE tenant_id = $1 AND company_id = $2 AND kind = 'LIMIT_ISSUE' ORDER BY source_id LIMIT 1)`,
    [tenantId, head, branch],
  );
  expect(differences.map(([role]) => role).sort()).toEqual(['FUND', 'FUND', 'LIMIT', 'LIMIT']);
  expect(differences.reduce((sum, [, more]) => sum + more, 0)).toBe(0);
});

/** Half an hour past the next midnight, all days before it closed; the day that begins. */
async function newDay(): Promise<string> {
  const day = dayBefore(shanghaiDay(api.clock.businessNow()), -1);
  api.clock.advance(startOfDay(day).getTime() + 31 * 60_000 - api.clock.businessNow().getTime());
  maker = await api.signIn('13800000002');
  await closeDays(api.deps);
  return day;
}

async function done(path: string, input: object) {
  const { body } = await api.call(path, input, maker);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
}

/** A payment of somebody of the company; its id. */
async function pay(amount: number): Promise<string> {
  const { employeeId } = await api.deps.database.prisma.limitAccount.findFirstOrThrow({
    where: { tenantId, companyId: branch, employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE' } } },
  });
  await done('limit/adjustLimit', { employeeId, type: 'INCREASE', amount, reason: '补发' });
  return (await done('dev/pay', { employeeId, amount })).id;
}

const paidAt = (id: string, at: Date) =>
  owner.query('UPDATE consumption_records SET paid_at = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    at,
  ]);

test('what was paid from the first moment of the first open day on is owed, and what was paid a millisecond before is settled', async () => {
  const day = await newDay();
  const id = await pay(1_000);
  expect(await found()).toEqual([]);
  await paidAt(id, startOfDay(day));
  expect(await found()).toEqual([]);
  await paidAt(id, new Date(startOfDay(day).getTime() - 1));
  expect(await found()).toHaveLength(1);
  await paidAt(id, new Date(startOfDay(dayBefore(day, -1)).getTime() - 1));
  expect(await found()).toEqual([]);
});

test('a day that stayed open for one company is owed by it, while others have closed it and later ones are open too', async () => {
  const day = await newDay();
  await paidAt(await pay(2_000), startOfDay(day));
  await newDay();
  expect(await found()).toEqual([]);
  // As it would be had 待结算 not covered the day.
  const closed = await owner.query(
    `UPDATE fund_day_closes SET closed_at = NULL, fee_paid_at = NULL WHERE tenant_id = $1 AND company_id = $2 AND day = $3 RETURNING consumed`,
    [tenantId, branch, day],
  );
  expect(closed.rows).toEqual([{ consumed: '2000' }]);
  await owner.query(
    `UPDATE fund_accounts SET balance = balance - 2000 WHERE tenant_id = $1 AND company_id = $2 AND kind = 'SETTLEMENT'`,
    [tenantId, branch],
  );
  await pay(300);
  expect(await found()).toEqual([]);
});
