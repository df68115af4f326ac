import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { tableFile } from '../../apps/api/src/platform/exports/write-table.ts';
import type { Work } from './measure.ts';
import {
  type BenchMerchant,
  csv,
  freshMerchant,
  headings,
  importPeople,
  insertPeople,
  jobIn,
  people,
  peopleOf,
  removeMerchant,
  upload,
} from './people.ts';
import type { World } from './world.ts';

/** 100,000 employees in from a file, and 100,000 limits adjusted by a sheet, each from the press of the button to the end of its job. */
export function batchWorks(world: World): Work[] {
  return [
    importWork(world, 'CSV', '≥ 0.70', async (rows) => new Blob([csv([headings, ...rows])])),
    importWork(world, 'XLSX', '≥ 0.45', async (rows) => {
      const { body } = tableFile('bench', 'xlsx', headings, Readable.from(rows));
      return new Blob([await buffer(body as Readable)]);
    }),
    {
      name: 'batch adjustment of 100,000 limits with their postings, from confirmation to the end of the job',
      unit: 'employees/s',
      floorName:
        'one set-based statement with the same effects: balances, adjustments, postings, fund, what became of each row',
      goal: '≥ 0.80',
      open: async () => {
        const [plain, merchant] = [
          await withPeople(world, 'limitBatch'),
          await withPeople(world, 'limitBatch'),
        ];
        let round = 0;
        return {
          floor: async () => {
            const id = await checkedBatch(world, plain, ++round);
            await world.pool.query('ANALYZE limit_batch_rows');
            return timed(() => adjustPlainly(world, plain, id));
          },
          ours: async () => {
            const id = await checkedBatch(world, merchant, ++round);
            const { version } = (await world.ask('billChange/getBatch', { id })) as { version: number };
            return timed(async () => {
              const { jobId } = (await world.ask('billChange/confirmBatch', { id, version })) as {
                jobId: string;
              };
              await jobIn(world, jobId, 'SUCCEEDED');
            });
          },
          close: async () => {
            for (const each of [plain, merchant]) await removeMerchant(world, each);
          },
        };
      },
    },
  ];
}

function importWork(
  world: World,
  format: 'CSV' | 'XLSX',
  goal: string,
  fileOf: (rows: string[][]) => Promise<Blob>,
): Work {
  return {
    name: `import of 100,000 employees from ${format}: upload, check, confirm, done`,
    unit: 'employees/s',
    floorName: 'COPY into a stage + one INSERT … SELECT of employees and accounts',
    goal,
    open: async () => ({
      floor: async () => {
        const merchant = await freshMerchant(world);
        const text = csv(peopleOf(merchant));
        const rate = await timed(() => insertPeople(world, merchant, text));
        await removeMerchant(world, merchant);
        return rate;
      },
      ours: async () => {
        const merchant = await freshMerchant(world);
        const file = await fileOf(peopleOf(merchant));
        const rate = await timed(() => importPeople(world, merchant, file, `bench.${format.toLowerCase()}`));
        await removeMerchant(world, merchant);
        return rate;
      },
    }),
  };
}

/** How many people a second the work was done for. */
export async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (people / (performance.now() - started)) * 1000;
}

/** A merchant of many people whose company can pay for all of them; no act of the kind waits for a checker. */
export async function withPeople(world: World, kind: string): Promise<BenchMerchant> {
  const { pool } = world;
  const merchant = await freshMerchant(world);
  await insertPeople(world, merchant, csv(peopleOf(merchant)));
  await pool.query(
    `UPDATE fund_accounts f SET balance = balance + 1000000000000 FROM merchants m WHERE m.id = $1 AND f.company_id = m.company_id AND f.kind = 'ENTERPRISE'`,
    [merchant.id],
  );
  // What is measured is one run, not who allows it: a day's runs pass a million people.
  await pool.query(
    `INSERT INTO approval_thresholds (tenant_id, subject_type, amount, day_amount, count, day_count) VALUES ($1, $2, 1000000000000, 1000000000000, 1000000, 1000000000)
     ON CONFLICT (tenant_id, subject_type) DO UPDATE SET day_count = excluded.day_count`,
    [merchant.tenant_id, kind],
  );
  await pool.query('VACUUM (ANALYZE) employees, limit_accounts');
  return merchant;
}

async function adjustPlainly(
  { pool }: World,
  { id, tenant_id }: BenchMerchant,
  batchId: string,
): Promise<void> {
  await pool.query(
    `WITH moved AS (
       UPDATE limit_accounts l SET total = l.total + r.new_limit - l.available - l.used, available = r.new_limit - l.used,
         adjust_seq = l.adjust_seq + 1, updated_at = now()
       FROM limit_batch_rows r
       WHERE r.batch_id = $3 AND l.employee_id = r.employee_id AND l.tenant_id = $1 AND l.merchant_id = $2
       RETURNING l.*, r.row_no, uuidv7() AS new_id, r.new_limit - r.present_limit AS delta),
     written AS (
       INSERT INTO limit_adjustments (id, tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason, batch_id)
       SELECT new_id, tenant_id, merchant_id, employee_id, id, company_id, adjust_seq, 'INCREASE', 'BATCH', available + used - delta, delta, available + used, '', $3
       FROM moved),
     slot AS MATERIALIZED (
       SELECT * FROM open_slot($1, (now() AT TIME ZONE 'Asia/Shanghai')::date, 'LIMIT_ISSUE', 'limitBatch', $3)),
     posted AS (
       INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id,
         merchant_id, employee_id, occurred_at)
       SELECT m.tenant_id, m.new_id, 'limitAdjustment', 1, s.slot_id, s.book_date, 'LIMIT_ISSUE', 'FUND', 'LIMIT', m.delta, m.company_id,
         m.merchant_id, m.employee_id, now()
       FROM moved m CROSS JOIN slot s),
     finished AS (
       UPDATE limit_batch_rows r SET state = 'DONE', finished_at = now(), adjustment_id = m.new_id
       FROM moved m WHERE r.batch_id = $3 AND r.row_no = m.row_no),
     closed AS (UPDATE limit_batches SET state = 'DONE', done = total WHERE id = $3)
     UPDATE fund_accounts f SET balance = f.balance - (SELECT sum(delta) FROM moved)
     WHERE f.kind = 'ENTERPRISE' AND f.company_id = (SELECT company_id FROM merchants WHERE id = $2)`,
    [tenant_id, id, batchId],
  );
}

/** Uploads a sheet that changes everybody's limit, and waits until it was checked. */
async function checkedBatch(world: World, merchant: BenchMerchant, round: number): Promise<string> {
  const limits = peopleOf(merchant).map(([no], i) => [no as string, String(round * 100 + (i % 9))]);
  const { jobId, batchId } = await upload(
    world,
    'billChange/uploadBatchBillLimit',
    { merchantId: merchant.id, reason: 'bench' },
    new Blob([csv([['工号', '调整后额度（元）'], ...limits])]),
    'bench.csv',
  );
  await jobIn(world, jobId, 'SUCCEEDED');
  return batchId;
}
