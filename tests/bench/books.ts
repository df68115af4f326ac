import { setTimeout as wait } from 'node:timers/promises';
import { sealSlots } from '../../apps/api/src/areas/voucher/seal-ledger.ts';
import { sql } from '../../apps/api/src/platform/db/sql.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { type Books, openBenchBooks, pastDays, postDay } from './books-world.ts';
import { p95While, paying } from './limit-payments.ts';
import { shown, type Work } from './measure.ts';
import type { World } from './world.ts';

const lanes = 12;
const legsOfDay = 50_000;

/** What it takes to make vouchers of postings, and what those who pay notice of it. */
export function bookWorks(world: World): Work[] {
  return [sealWork(world), sealingPaymentsWork(world)];
}

/** Seals a day, and makes its vouchers; in legs a second. */
async function seal({ database, tenantId }: Books, day: string): Promise<number> {
  const started = performance.now();
  const sealed = await inTransaction(
    database,
    (tx) => sealSlots(tx, { tenantId, now: new Date() }, sql`s.book_date = ${day}::date`, 'SKIP LOCKED'),
    { timeout: 60_000 },
  );
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
        ours: async () => seal(books, await freshDay()),
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
