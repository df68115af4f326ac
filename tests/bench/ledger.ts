import { consumptionPostings } from '../../apps/api/src/areas/consumption/postings.ts';
import { ledgerBackfill } from '../../apps/api/src/areas/fund/backfill.ts';
import { registry } from '../../apps/api/src/areas.ts';
import { connectDatabase, type Database } from '../../apps/api/src/platform/db/database.ts';
import { raw, sql } from '../../apps/api/src/platform/db/sql.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { postAll } from '../../apps/api/src/platform/ledger/post-all.ts';
import { legsOf } from '../../apps/api/src/platform/ledger/posting-rule.ts';
import { perSecond } from './http-load.ts';
import { type Payer, paying } from './limit-payments.ts';
import type { Work } from './measure.ts';
import { runAsReplica, type World } from './world.ts';

const lanes = 12;
const ms = 4000;

/** What postings cost those who pay, and what it takes to post what was paid before there were any. */
export function ledgerWorks(world: World): Work[] {
  return [payWork(world, 1), payWork(world, 4), backfillWork(world)];
}

/** A payment's own statements, with and without its postings; nobody waits for their own limit. */
export function payWork(world: World, companies: number): Work {
  return {
    name: `ledger: payments with their postings by the people of ${companies} companies; ${lanes} at a time`,
    unit: 'payments/s',
    floorName: 'the same statements without the postings',
    goal: '≥ 0.60, and no less with more companies',
    open: async () => {
      const database = connect(world, lanes);
      const payers = await payersOf(world, companies);
      const pay = paying(database, payers);
      const rate = (isPosted: boolean) => perSecond(lanes, ms, () => pay(isPosted));
      await rate(true);
      return {
        floor: () => rate(false),
        ours: () => rate(true),
        close: async () => {
          await database.close();
          await takePaymentsBack(world);
        },
      };
    },
  };
}

/** The rates with which all payments of the data are posted, by the job of each tenant and by one statement. */
function backfillWork(world: World): Work {
  return {
    name: 'ledger: backfill of all payments, both shares of them, day by day',
    unit: 'payments/s',
    floorName: 'one INSERT … SELECT of all their legs into a table with the same indexes',
    goal: '≥ 0.75',
    open: async () => {
      const database = connect(world, 2);
      const { rows } = await world.pool.query<{ tenantId: string; payments: number }>(
        `SELECT tenant_id AS "tenantId", count(*)::int AS payments FROM consumption_records WHERE state NOT IN ('PROCESSING', 'FAILED') GROUP BY 1`,
      );
      const payments = rows.reduce((sum, one) => sum + one.payments, 0);
      await runAsReplica(
        world,
        `INSERT INTO ledger_settings (tenant_id, valid_from, personal_share, vat_bps, voucher_style)
           SELECT id, '2000-01-01Z', 'THROUGH_US', 600, 'ONE' FROM tenants`,
        'CREATE TABLE bench_postings (LIKE ledger_postings INCLUDING ALL)',
      );
      const timed = async (work: () => Promise<unknown>) => {
        const started = performance.now();
        await work();
        return (payments / (performance.now() - started)) * 1000;
      };
      return {
        floor: async () => {
          await runAsReplica(world, 'TRUNCATE bench_postings');
          return timed(() => insertPlainly(database));
        },
        ours: async () => {
          await forgetPostings(world);
          return timed(async () => {
            for (const { tenantId } of rows) await backfill(database, tenantId);
          });
        },
        note: () => `${payments.toLocaleString('en')} payments`,
        close: async () => {
          await runAsReplica(
            world,
            'DROP TABLE bench_postings',
            `DELETE FROM ledger_settings WHERE valid_from = '2000-01-01Z'`,
          );
          await forgetPostings(world);
          await inTransaction(database, (tx) => postAll(tx, registry.postings.values()), {
            timeout: 600_000,
          });
          await database.close();
        },
      };
    },
  };
}

/** The job as a replica runs it, of payments alone, without the queue. */
async function backfill(database: Database, tenantId: string): Promise<void> {
  const now = new Date();
  const steps: Parameters<typeof ledgerBackfill.run>[0]['steps'] = async (step) => {
    for (let checkpoint: unknown = null; ; ) {
      const done = await inTransaction(database, (tx) => step(tx, checkpoint), { timeout: 600_000 });
      if (!done) return;
      checkpoint = done.checkpoint;
    }
  };
  const postings = new Map([[consumptionPostings.source, consumptionPostings]]);
  const clock = { now: () => now, businessNow: () => now };
  const work = { tenantId, steps, deps: { database, clock, registry: { postings } } };
  await ledgerBackfill.run(work as unknown as Parameters<typeof ledgerBackfill.run>[0]);
}

/** Slots apart, the same rows; their legs are in no slot, so each has the nil id. */
async function insertPlainly(database: Database): Promise<void> {
  const legs = legsOf(consumptionPostings, sql`TRUE`);
  await inTransaction(
    database,
    (tx) =>
      tx.$executeRaw(sql`
      INSERT INTO bench_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id,
        merchant_id, employee_id, occurred_at)
      SELECT l.tenant_id, l.source_id, l.source_type, l.leg, ${raw(`'00000000-0000-0000-0000-000000000000'::uuid`)}, l.day, l.kind, l.debit_role,
        l.credit_role, l.amount, l.company_id, l.merchant_id, l.employee_id, l.occurred_at
      FROM (${legs}) l`),
    { timeout: 600_000 },
  );
}

/** Past the service's role: what is measured is no matter of rights. */
function connect(world: World, size: number): Database {
  return connectDatabase({ service: world.databaseUrl, owner: world.databaseUrl }, size, 60_000);
}

/** People of so many companies with more than they will spend. */
async function payersOf({ pool }: World, companies: number): Promise<Payer[]> {
  const { rows } = await pool.query<Payer>(
    `UPDATE limit_accounts l SET available = available + 100000000, total = total + 100000000
     WHERE (l.tenant_id, l.id) IN (
       SELECT a.tenant_id, a.id FROM (
         SELECT l.tenant_id, l.id, dense_rank() OVER (ORDER BY l.company_id) AS company, row_number() OVER (PARTITION BY l.company_id ORDER BY l.id) AS n
         FROM limit_accounts l JOIN employees e ON e.tenant_id = l.tenant_id AND e.id = l.employee_id
         WHERE e.state = 'ACTIVE' AND l.expires_at IS NULL AND l.tenant_id = (SELECT id FROM tenants WHERE code = 'huadong')) a
       WHERE a.company <= $1 AND a.n <= 2000 / $1)
     RETURNING l.tenant_id AS "tenantId", l.employee_id AS "employeeId"`,
    [companies],
  );
  return rows;
}

/** Takes what was paid away again, with its postings, and gives the limits back what they had. */
async function takePaymentsBack(world: World): Promise<void> {
  const paid = `SELECT id FROM consumption_records WHERE payment_no LIKE 'LEDGER%'`;
  await runAsReplica(
    world,
    `UPDATE limit_accounts l SET available = l.available + p.amount, used = l.used - p.amount
     FROM (SELECT employee_id, sum(enterprise) AS amount FROM consumption_records WHERE payment_no LIKE 'LEDGER%' GROUP BY 1) p
     WHERE p.employee_id = l.employee_id`,
    `UPDATE limit_accounts SET available = available - 100000000, total = total - 100000000 WHERE available >= 100000000`,
    `DELETE FROM ledger_postings WHERE source_type = 'consumption' AND source_id IN (${paid})`,
    `DELETE FROM consumption_records WHERE payment_no LIKE 'LEDGER%'`,
  );
}

/** As before there was a ledger. */
async function forgetPostings(world: World): Promise<void> {
  await runAsReplica(
    world,
    'TRUNCATE ledger_postings, ledger_slots, ledger_days, ledger_snapshots, voucher_counters, vouchers, voucher_lines',
  );
}
