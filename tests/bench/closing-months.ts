import { setTimeout as wait } from 'node:timers/promises';
import { periodCloseJob } from '../../apps/api/src/areas/voucher/close-job.ts';
import { sealSlots } from '../../apps/api/src/areas/voucher/seal-ledger.ts';
import { sql } from '../../apps/api/src/platform/db/sql.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { theSystem } from '../../apps/api/src/platform/operation-log/operation-log.ts';
import { type Books, openBenchBooks, pastDays, postDay } from './books-world.ts';
import { p95While, paying } from './limit-payments.ts';
import { shown, type Work } from './measure.ts';
import { runAsReplica, type World } from './world.ts';

const legs = 500_000;
const lanes = 12;

/** What closes a period, as a replica hands it its work. */
type ClosingWork = Parameters<typeof periodCloseJob.run>[0];

/** A month whose days are sealed and posted is closed while people pay; in closings a second. */
export function closingWork(world: World): Work {
  return {
    name: `ledger: closing a month of ${legs.toLocaleString('en')} legs, while people pay ${lanes} at a time`,
    unit: 'closings/s',
    floorName: 'one in 60 s',
    goal: '≥ 1, and p95 of payments ≤ ×2',
    open: async () => {
      const books = await openBenchBooks(world);
      await fillMonth(books);
      const pay = paying(books.database, books.payers);
      const times = { alone: 0, meanwhile: 0, closing: 0 };
      const payingWhile = (work: () => Promise<unknown>) => p95While(lanes, () => pay(true), work);
      await payingWhile(() => wait(1000));
      return {
        floor: async () => {
          times.alone = await payingWhile(() => wait(2000));
          return 1 / 60;
        },
        ours: async () => {
          times.meanwhile = await payingWhile(async () => {
            times.closing = await closeMonth(books);
          });
          await openAgain(books);
          return 1000 / times.closing;
        },
        note: () =>
          `${shown(times.closing)} ms; p95 of payments ${shown(times.meanwhile)} ms beside ${shown(times.alone)} ms`,
        close: books.close,
      };
    },
  };
}

/** Days of postings that are sealed, vouchers as if somebody had approved and posted them, and a business that has what they say. */
export async function fillMonth(books: Books): Promise<void> {
  const { world, database, tenantId, month } = books;
  const days = pastDays(month).filter((day) => day.startsWith(month));
  for (const day of days) await postDay(books, day, Math.ceil(legs / days.length));
  await postOpening(books);
  for (const day of days) {
    await inTransaction(
      database,
      (tx) => sealSlots(tx, { tenantId, now: new Date() }, sql`s.book_date = ${day}::date`, 'SKIP LOCKED'),
      { timeout: 60_000 },
    );
  }
  await runAsReplica(
    world,
    `UPDATE vouchers v SET state = 'POSTED', number = c.number, approved_by_id = v.id, posted_by_id = v.id
     FROM (SELECT id, row_number() OVER (ORDER BY date, id) AS number FROM vouchers WHERE tenant_id = '${tenantId}') c
     WHERE v.tenant_id = '${tenantId}' AND v.id = c.id`,
    `INSERT INTO voucher_counters (tenant_id, period, word, last)
     SELECT tenant_id, period, word, max(number) FROM vouchers WHERE tenant_id = '${tenantId}' GROUP BY 1, 2, 3`,
    `INSERT INTO fund_accounts (tenant_id, company_id, kind, balance)
     SELECT d.tenant_id, d.company_id, CASE d.role WHEN 'FUND' THEN 'ENTERPRISE' ELSE 'SETTLEMENT' END, sum(d.credit - d.debit) FROM ledger_days d
     WHERE d.tenant_id = '${tenantId}' AND d.role IN ('FUND', 'SETTLEMENT') GROUP BY 1, 2, 3`,
    'ANALYZE vouchers, voucher_lines, ledger_days, ledger_postings, fund_accounts',
  );
}

/** What companies and their people had before the month: enough for what it posts. */
async function postOpening({ world, tenantId, month }: Books): Promise<void> {
  await runAsReplica(
    world,
    `WITH slot AS (
       INSERT INTO ledger_slots (tenant_id, book_date, period, kind) VALUES ('${tenantId}', '${month}-01', '${month}', 'OPENING') RETURNING id),
     held AS (SELECT company_id, sum(available) AS amount FROM limit_accounts WHERE tenant_id = '${tenantId}' GROUP BY 1),
     posted AS (
       SELECT company_id, sum(CASE 'LIMIT' WHEN credit_role THEN amount WHEN debit_role THEN -amount ELSE 0 END) AS amount
       FROM ledger_postings WHERE tenant_id = '${tenantId}' GROUP BY 1),
     leg AS (
       SELECT h.company_id, uuidv7() AS id, l.* FROM held h JOIN posted p ON p.company_id = h.company_id
       CROSS JOIN LATERAL (VALUES (1, 'BANK', 'FUND', 1000000000000), (2, 'FUND', 'LIMIT', h.amount - p.amount), (3, 'BANK', 'SETTLEMENT', 1000000000)) l(leg, debit, credit, amount))
     INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id, occurred_at)
     SELECT '${tenantId}', l.id, 'opening', l.leg, s.id, '${month}-01', 'OPENING', l.debit, l.credit, l.amount, l.company_id, now() FROM leg l CROSS JOIN slot s`,
  );
}

/** The job as a replica runs it, without the queue; what it took, in ms. */
export async function closeMonth({ database, tenantId, month: period }: Books): Promise<number> {
  const now = new Date();
  await database.prisma.ledgerPeriod.update({
    where: { tenantId_period: { tenantId, period } },
    data: { state: 'CLOSING' },
  });
  const started = performance.now();
  const steps: ClosingWork['steps'] = async (step) => {
    for (let checkpoint: unknown = null; ; ) {
      const done = await inTransaction(database, (tx) => step(tx, checkpoint), { timeout: 600_000 });
      if (!done) return;
      checkpoint = done.checkpoint;
    }
  };
  const by = { id: crypto.randomUUID(), name: 'BENCH' };
  const work = {
    ...{ tenantId, steps, deps: { database, clock: { now: () => now, businessNow: () => now } } },
    payload: { period, approvedById: by.id, approvedByName: by.name },
    actor: theSystem(tenantId, 'bench', { module: 'voucher', action: 'periodClose', target: 'ledgerPeriod' }),
  };
  const { state, message } = await periodCloseJob.run(work as unknown as ClosingWork);
  if (state !== 'SUCCEEDED') throw new Error(message.en);
  return performance.now() - started;
}

export async function openAgain({ world, tenantId, month }: Books): Promise<void> {
  const closings = `SELECT id FROM vouchers WHERE tenant_id = '${tenantId}' AND kind = 'CLOSE'`;
  await runAsReplica(
    world,
    `DELETE FROM ledger_snapshots WHERE tenant_id = '${tenantId}'`,
    `DELETE FROM voucher_lines WHERE tenant_id = '${tenantId}' AND voucher_id IN (${closings})`,
    `UPDATE voucher_counters SET last = last - (SELECT count(*) FROM (${closings}) c) WHERE tenant_id = '${tenantId}' AND period = '${month}'`,
    `DELETE FROM vouchers WHERE tenant_id = '${tenantId}' AND kind = 'CLOSE'`,
    `UPDATE ledger_periods SET state = 'OPEN' WHERE tenant_id = '${tenantId}' AND period = '${month}'`,
  );
}
