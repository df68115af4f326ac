import { setTimeout as wait } from 'node:timers/promises';
import { sealSlots } from '../../apps/api/src/areas/voucher/seal-ledger.ts';
import { sql } from '../../apps/api/src/platform/db/sql.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { writePlace } from '../../apps/api/src/platform/lists/place.ts';
import { dayBefore } from '../../apps/api/src/platform/time/shanghai.ts';
import { type Books, openBenchBooks, pastDays, postDay } from './books-world.ts';
import { closingWork } from './closing-months.ts';
import { perSecond } from './http-load.ts';
import { p95While, paying } from './limit-payments.ts';
import { shown, type Work } from './measure.ts';
import { runAsReplica, type World } from './world.ts';

const lanes = 12;
const legsOfDay = 50_000;

/** What it takes to make vouchers of postings and to close a month, what those who pay notice of it, and what it takes to read the books. */
export function bookWorks(world: World): Work[] {
  return [
    sealWork(world),
    sealingPaymentsWork(world),
    closingWork(world),
    balanceWork(world),
    accountLedgerWork(world),
  ];
}

/** Seals a day, and makes its vouchers; in legs a second. Null where the service, which looks each minute, was there first. */
async function seal({ database, tenantId }: Books, day: string): Promise<number | null> {
  const started = performance.now();
  const sealed = await inTransaction(
    database,
    (tx) => sealSlots(tx, { tenantId, now: new Date() }, sql`s.book_date = ${day}::date`, 'SKIP LOCKED'),
    { timeout: 60_000 },
  );
  if (sealed === 0) return null;
  if (sealed !== 3) throw new Error(`${sealed} slots of ${day} were sealed`);
  return (legsOfDay / (performance.now() - started)) * 1000;
}

function sealWork(world: World): Work {
  return {
    name: `ledger: sealing a day of ${legsOfDay.toLocaleString('en')} legs of 100 companies: days, vouchers and their approvals`,
    unit: 'legs/s',
    floorName: 'one GROUP BY of them',
    goal: '≥ 0.50',
    open: async () => {
      const books = await openBenchBooks(world);
      const days = pastDays(books.month);
      const freshDay = async () => {
        const [day = ''] = days.splice(0, 1);
        await postDay(books, day, legsOfDay);
        return day;
      };
      return {
        floor: async () => {
          const day = await freshDay();
          const started = performance.now();
          await books.database.pool.query(
            `SELECT p.slot_id, p.debit_role, p.credit_role, p.company_id, sum(p.amount), count(*)
             FROM ledger_slots s JOIN ledger_postings p ON p.tenant_id = s.tenant_id AND p.slot_id = s.id
             WHERE s.tenant_id = $1 AND s.book_date = $2 GROUP BY 1, 2, 3, 4`,
            [books.tenantId, day],
          );
          return (legsOfDay / (performance.now() - started)) * 1000;
        },
        ours: async () => {
          for (;;) {
            const rate = await seal(books, await freshDay());
            if (rate !== null) return rate;
          }
        },
        close: books.close,
      };
    },
  };
}

function sealingPaymentsWork(world: World): Work {
  const atOnce = 4;
  return {
    name: `ledger: payments, ${lanes} at a time, while days of ${legsOfDay.toLocaleString('en')} legs are sealed`,
    unit: '1/p95 in s',
    floorName: 'while none is',
    goal: '≥ 0.50: p95 ≤ ×2',
    open: async () => {
      const books = await openBenchBooks(world);
      const pay = paying(books.database, books.payers);
      const days = pastDays(books.month);
      const times = { floor: 0, ours: 0 };
      const rate = async (of: keyof typeof times, work: () => Promise<unknown>) => {
        times[of] = await p95While(lanes, () => pay(true), work);
        return 1000 / times[of];
      };
      await rate('floor', () => wait(1000));
      return {
        floor: () => rate('floor', () => wait(2000)),
        ours: async () => {
          const some = days.splice(0, atOnce);
          for (const day of some) await postDay(books, day, legsOfDay);
          return rate('ours', async () => {
            for (const day of some) await seal(books, day);
          });
        },
        note: () => `p95 ${shown(times.ours)} ms beside ${shown(times.floor)} ms`,
        close: books.close,
      };
    },
  };
}

/** The slowest of the live balances of days by chance, of the tenant with most payments. */
function balanceWork(world: World): Work {
  return {
    name: 'ledger: the trial balance as of any day, by live postings: the slowest of 20',
    unit: 'balances/s',
    floorName: 'one in 150 ms',
    goal: '≥ 1',
    open: async () => {
      const { rows } = await world.pool.query<{ tenantId: string; first: string; days: number }>(
        `SELECT tenant_id AS "tenantId", min(book_date)::text AS first, max(book_date) - min(book_date) AS days FROM ledger_slots
         GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
      );
      const { tenantId, first, days } = rows[0] as { tenantId: string; first: string; days: number };
      return {
        floor: async () => 1000 / 150,
        ours: async () => {
          let slowest = 0;
          for (let n = 0; n < 20; n++) {
            const asOf = dayBefore(first, -Math.floor(Math.random() * (days + 1)));
            const started = performance.now();
            await world.ask('voucher/getTrialBalance', { tenantId, asOf, basis: 'LIVE' });
            slowest = Math.max(slowest, performance.now() - started);
          }
          return 1000 / slowest;
        },
      };
    },
  };
}

/** Pages of an account with a million lines, anywhere beside the first. */
function accountLedgerWork(world: World): Work {
  const [vouchers, lines] = [5000, 200];
  return {
    name: `ledger: pages of an account of ${(vouchers * lines).toLocaleString('en')} lines, at any depth`,
    unit: 'pages/s',
    floorName: 'the first page',
    goal: '≥ 0.90',
    open: async () => {
      const books = await openBenchBooks(world);
      const { tenantId, month } = books;
      await runAsReplica(
        world,
        `WITH head AS (
           INSERT INTO vouchers (tenant_id, period, word, number, date, kind, state, maker_name, approved_by_id, posted_by_id)
           SELECT '${tenantId}', '${month}', '记', n, date '${month}-01' + n % 28, 'MANUAL', 'POSTED', 'BENCH', uuidv7(), uuidv7()
           FROM generate_series(1, ${vouchers}) n RETURNING id, date)
         INSERT INTO voucher_lines (tenant_id, voucher_id, line_no, date, summary, account_id, debit, credit)
         SELECT '${tenantId}', h.id, n, h.date, 'BENCH', a.id, (n % 2) * 100, 100 - (n % 2) * 100
         FROM head h CROSS JOIN generate_series(1, ${lines}) n JOIN ledger_accounts a ON a.tenant_id = '${tenantId}' AND a.code = '1001'`,
        'ANALYZE vouchers, voucher_lines',
      );
      const { rows } = await world.pool.query<{ accountId: string; date: string; id: string }>(
        `SELECT a.id AS "accountId", v.date::text AS date, v.id FROM vouchers v JOIN ledger_accounts a ON a.tenant_id = v.tenant_id AND a.code = '1001'
         WHERE v.tenant_id = $1`,
        [tenantId],
      );
      const page = async (cursor?: string) => {
        const accountId = rows[0]?.accountId;
        const { list } = (await world.ask('voucher/queryAccountLedger', {
          ...{ accountId, from: month, to: month, pageSize: 50, ...(cursor && { cursor }) },
        })) as { list: object[] };
        if (list.length === 0) throw new Error('A page is empty');
      };
      const rate = (cursorOf: () => string | undefined) => perSecond(1, 3000, () => page(cursorOf()));
      await rate(() => undefined);
      return {
        floor: () => rate(() => undefined),
        ours: () =>
          rate(() => {
            const { date, id } = rows[Math.floor(Math.random() * rows.length)] as (typeof rows)[number];
            return writePlace([date, id, 100, 0, 0, 0, 0]);
          }),
        close: books.close,
      };
    },
  };
}
