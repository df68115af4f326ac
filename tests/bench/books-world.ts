import { openBooks } from '@xyxlx/database/open-books';
import { connectDatabase, type Database } from '../../apps/api/src/platform/db/database.ts';
import {
  boundsOfMonth,
  dayBefore,
  shanghaiDay,
  shanghaiMonth,
} from '../../apps/api/src/platform/time/shanghai.ts';
import { runAsReplica, type World } from './world.ts';

const companies = 100;
const people = 2000;

/** The books of a tenant that only measures: its people can pay, and nothing else writes into them. */
export interface Books {
  world: World;
  database: Database;
  tenantId: string;
  /** The month before this one, the first of the books. */
  month: string;
  payers: { tenantId: string; employeeId: string }[];
  close(): Promise<void>;
}

/** Makes a tenant with books from last month on, companies, and people with more than they will spend. */
export async function openBenchBooks(world: World): Promise<Books> {
  const database = connectDatabase({ service: world.databaseUrl, owner: world.databaseUrl }, 16, 60_000);
  const now = new Date();
  const month = shanghaiMonth(new Date(boundsOfMonth(shanghaiMonth(now)).from.getTime() - 1000));
  const [tenantId, merchantId] = [crypto.randomUUID(), crypto.randomUUID()];
  await database.prisma.tenant.create({ data: { id: tenantId, code: `bench-${tenantId}`, name: 'BENCH' } });
  await database.prisma.$transaction((tx) =>
    openBooks(tx, { tenantId, from: boundsOfMonth(month).from, to: now }),
  );
  await database.prisma.company.createMany({
    data: Array.from({ length: companies }, (_, n) => ({ tenantId, name: `BENCH ${n}` })),
  });
  const { rows } = await runAsReplica<Books['payers'][number]>(
    world,
    `WITH company AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM companies WHERE tenant_id = '${tenantId}'),
     merchant AS (
       INSERT INTO merchants SELECT made.* FROM merchants m CROSS JOIN company c
         CROSS JOIN LATERAL jsonb_populate_record(m, jsonb_build_object('tenant_id', '${tenantId}', 'id', '${merchantId}', 'company_id', c.id)) made
       WHERE c.n = 1 AND m.id = (SELECT id FROM merchants ORDER BY id LIMIT 1)),
     person AS (
       INSERT INTO employees (tenant_id, merchant_id, employee_no, name, mobile, state, hired_on)
       SELECT '${tenantId}', '${merchantId}', 'BENCH' || i, 'BENCH', (17000000000 + i)::text, 'ACTIVE', '2026-01-01'
       FROM generate_series(1, ${people}) i RETURNING id)
     INSERT INTO limit_accounts (tenant_id, merchant_id, employee_id, company_id, total, available)
     SELECT '${tenantId}', '${merchantId}', p.id, c.id, 100000000, 100000000
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM person) p JOIN company c ON c.n = p.n % ${companies} + 1
     RETURNING tenant_id AS "tenantId", employee_id AS "employeeId"`,
  );
  return {
    ...{ world, database, tenantId, month, payers: rows },
    close: async () => {
      await database.close();
      await removeTenant(world, tenantId);
    },
  };
}

/**
 * Legs of a day that nobody has sealed: two of three are what companies pay of payments, the others what employees pay themselves, what is refunded,
 * and limits that are issued.
 */
export async function postDay({ world, tenantId }: Books, day: string, legs: number): Promise<void> {
  await runAsReplica(
    world,
    `WITH company AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM companies WHERE tenant_id = '${tenantId}'),
     slot AS (
       INSERT INTO ledger_slots (tenant_id, book_date, period, kind)
       SELECT '${tenantId}', date '${day}', period_of('${day}'), k FROM unnest(ARRAY['CONSUME', 'REFUND', 'LIMIT_ISSUE']) k RETURNING id, kind),
     leg AS (
       SELECT i, uuidv7() AS id, CASE WHEN i % 20 = 0 THEN 'LIMIT_ISSUE' WHEN i % 20 = 1 THEN 'REFUND' ELSE 'CONSUME' END AS kind, i % 20 IN (4, 8, 12, 16) AS own
       FROM generate_series(1, ${legs}) i)
     INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id, occurred_at)
     SELECT '${tenantId}', CASE WHEN l.own THEN lag(l.id) OVER (ORDER BY l.i) ELSE l.id END,
       CASE l.kind WHEN 'LIMIT_ISSUE' THEN 'limitAdjustment' ELSE 'consumption' END, CASE WHEN l.own THEN 2 ELSE 1 END, s.id, date '${day}', l.kind,
       CASE l.kind WHEN 'LIMIT_ISSUE' THEN 'FUND' WHEN 'REFUND' THEN 'SETTLEMENT' ELSE CASE WHEN l.own THEN 'CHANNEL_ALIPAY' ELSE 'LIMIT' END END,
       CASE l.kind WHEN 'LIMIT_ISSUE' THEN 'LIMIT' WHEN 'REFUND' THEN 'LIMIT' ELSE CASE WHEN l.own THEN 'SETTLEMENT_P' ELSE 'SETTLEMENT' END END,
       100 + l.i % 1000, c.id, now()
     FROM leg l JOIN slot s ON s.kind = l.kind JOIN company c ON c.n = l.i % ${companies} + 1`,
    'ANALYZE ledger_postings',
  );
}

/** The days of last month and of this one that are over, the newest first. */
export function pastDays(month: string): string[] {
  const days: string[] = [];
  for (let day = dayBefore(shanghaiDay(new Date()), 1); day >= `${month}-01`; day = dayBefore(day, 1))
    days.push(day);
  return days;
}

async function removeTenant(world: World, tenantId: string): Promise<void> {
  const { rows } = await world.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND column_name = 'tenant_id' AND table_type = 'BASE TABLE'`,
  );
  const [first = '', ...more] = rows.map(({ name }) => `DELETE FROM ${name} WHERE tenant_id = '${tenantId}'`);
  await runAsReplica(world, first, ...more, `DELETE FROM tenants WHERE id = '${tenantId}'`);
}
