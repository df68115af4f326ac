import { expireLots } from '../../apps/api/src/areas/limit/expire-lots.ts';
import { connectDatabase } from '../../apps/api/src/platform/db/database.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../apps/api/src/platform/time/shanghai.ts';
import { timed, withPeople } from './batches.ts';
import type { Work } from './measure.ts';
import { type BenchMerchant, jobIn, removeMerchant } from './people.ts';
import type { World } from './world.ts';

/** What issuing to 100,000 people costs, the end of their lots, and looking ahead. */
export function issueWorks(world: World): Work[] {
  return [
    expiryWork(world),
    previewWork(world),
    {
      name: 'issue to 100,000 people, a lot each, from submission to the end of the job',
      unit: 'employees/s',
      floorName:
        'one set-based statement with the same effects: lots, balances, adjustments, postings, fund, what became of each row',
      goal: '≥ 0.80',
      open: async () => {
        const [plain, merchant] = [
          await withPeople(world, 'limitIssue'),
          await withPeople(world, 'limitIssue'),
        ];
        return {
          floor: async () => {
            const { id } = await draft(world, plain);
            return timed(() => issuePlainly(world, plain, id));
          },
          ours: async () => {
            const { id, version } = await draft(world, merchant);
            return timed(async () => {
              const asked = await world.ask('creditLimit/submitIssue', { id, version });
              await jobIn(world, (asked as { jobId: string }).jobId, 'SUCCEEDED');
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

/** Lots that end at midnight are taken back by the duty, as the clock of the day after has it. */
function expiryWork(world: World): Work {
  return {
    name: 'expiry of 100,000 lots, with what their companies get back',
    unit: 'lots/s',
    floorName: 'one set-based statement with the same effects: lots, balances, adjustments, postings, fund',
    goal: '≥ 0.80',
    open: async () => {
      const database = connectDatabase({ service: world.databaseUrl, owner: world.databaseUrl }, 2, 10_000);
      const [plain, merchant] = [
        await withPeople(world, 'limitIssue'),
        await withPeople(world, 'limitIssue'),
      ];
      const today = shanghaiDay(new Date());
      const tomorrow = new Date(startOfDay(dayBefore(today, -1)).getTime() + 60_000);
      const ending = async (whose: BenchMerchant) => {
        const { id, version } = await draft(world, whose, { lastDay: today });
        const asked = await world.ask('creditLimit/submitIssue', { id, version });
        await jobIn(world, (asked as { jobId: string }).jobId, 'SUCCEEDED');
        await world.pool.query('ANALYZE limit_lots, limit_accounts');
        return id;
      };
      return {
        floor: async () => {
          const batchId = await ending(plain);
          return timed(() => endPlainly(world, plain, batchId));
        },
        ours: async () => {
          await ending(merchant);
          const clock = {
            now: () => new Date(),
            businessNow: () => tomorrow,
            setBusinessOffset: () => undefined,
          };
          return timed(() => expireLots({ database, clock }));
        },
        close: async () => {
          await database.close();
          for (const each of [plain, merchant]) await removeMerchant(world, each);
        },
      };
    },
  };
}

/** The next twelve runs of a plan that is being written for 100,000 people. */
function previewWork(world: World): Work {
  return {
    name: 'preview of 12 runs of a plan for 100,000 people',
    unit: 'previews/s',
    floorName: 'one a second',
    goal: '≥ 1',
    open: async () => {
      const { id: merchantId, ...merchant } = await withPeople(world, 'limitIssue');
      const plan = {
        merchantId,
        schedule: { type: 'MONTHLY', day: 1 },
        accumulation: { kind: 'CAPPED', cap: 90_000 },
        joiner: 'CALENDAR',
        validFrom: shanghaiDay(new Date()),
        target: { by: 'ALL' },
        amount: { by: 'SAME', amount: 30_000 },
      };
      return {
        floor: async () => 1,
        ours: async () => {
          const started = performance.now();
          await world.ask('autoIssue/previewPlan', { plan, count: 12 });
          return 1000 / (performance.now() - started);
        },
        close: () => removeMerchant(world, { id: merchantId, ...merchant }),
      };
    },
  };
}

/** A checked batch that issues 30 yuan to each of the merchant's people. */
async function draft(
  world: World,
  { id: merchantId }: BenchMerchant,
  more: { lastDay?: string } = {},
): Promise<{ id: string; version: number }> {
  const made = await world.ask('creditLimit/addIssue', {
    merchantId,
    name: 'bench',
    reason: 'bench',
    target: { by: 'ALL' },
    amount: { by: 'SAME', amount: 3_000 },
    ...more,
  });
  const { batchId, jobId } = made as { batchId: string; jobId: string };
  await jobIn(world, jobId, 'SUCCEEDED');
  await world.pool.query('ANALYZE issue_rows');
  return (await world.ask('creditLimit/getIssue', { id: batchId })) as { id: string; version: number };
}

async function issuePlainly(
  { pool }: World,
  { id, tenant_id }: BenchMerchant,
  batchId: string,
): Promise<void> {
  await pool.query(
    `WITH given AS MATERIALIZED (
       SELECT r.row_no, r.amount, l.id AS account_id, uuidv7() AS lot_id FROM issue_rows r
       JOIN limit_accounts l ON l.tenant_id = $1 AND l.merchant_id = $2 AND l.employee_id = r.employee_id
       WHERE r.tenant_id = $1 AND r.batch_id = $3 AND r.state = 'READY'),
     lots AS (
       INSERT INTO limit_lots (tenant_id, id, account_id, batch_id, row_no, amount, available)
       SELECT $1, lot_id, account_id, $3, row_no, amount, amount FROM given),
     moved AS (
       UPDATE limit_accounts l SET total = l.total + g.amount, available = l.available + g.amount, lot_available = l.lot_available + g.amount,
         adjust_seq = l.adjust_seq + 1, updated_at = now()
       FROM given g WHERE l.tenant_id = $1 AND l.id = g.account_id
       RETURNING l.*, g.row_no, g.lot_id, g.amount AS delta, uuidv7() AS new_id),
     written AS (
       INSERT INTO limit_adjustments (id, tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason,
         lot_id, batch_id)
       SELECT new_id, tenant_id, merchant_id, employee_id, id, company_id, adjust_seq, 'INCREASE', 'BATCH', available + used - delta, delta,
         available + used, '', lot_id, $3 FROM moved),
     slot AS MATERIALIZED (
       SELECT * FROM open_slot($1, (now() AT TIME ZONE 'Asia/Shanghai')::date, 'LIMIT_ISSUE', 'issueBatch', $3)),
     posted AS (
       INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id,
         merchant_id, employee_id, occurred_at)
       SELECT m.tenant_id, m.new_id, 'limitAdjustment', 1, s.slot_id, s.book_date, 'LIMIT_ISSUE', 'FUND', 'LIMIT', m.delta, m.company_id,
         m.merchant_id, m.employee_id, now()
       FROM moved m CROSS JOIN slot s),
     finished AS (
       UPDATE issue_rows r SET state = 'DONE', finished_at = now(), lot_id = m.lot_id
       FROM moved m WHERE r.tenant_id = $1 AND r.batch_id = $3 AND r.row_no = m.row_no),
     closed AS (UPDATE issue_batches SET state = 'DONE', done = total, done_amount = amount WHERE tenant_id = $1 AND id = $3)
     UPDATE fund_accounts f SET balance = f.balance - (SELECT sum(delta) FROM moved)
     WHERE f.kind = 'ENTERPRISE' AND f.company_id = (SELECT company_id FROM merchants WHERE id = $2)`,
    [tenant_id, id, batchId],
  );
}

async function endPlainly({ pool }: World, { id, tenant_id }: BenchMerchant, batchId: string): Promise<void> {
  await pool.query(
    `WITH ended AS (
       UPDATE limit_lots o SET available = 0, recovered = o.recovered + o.available, ended_at = now(), end_reason = 'EXPIRED'
       WHERE o.tenant_id = $1 AND o.batch_id = $3 AND o.ended_at IS NULL RETURNING new.id, new.account_id, old.available AS amount),
     moved AS (
       UPDATE limit_accounts a SET available = a.available - e.amount, recovered = a.recovered + e.amount,
         lot_available = a.lot_available - e.amount, adjust_seq = a.adjust_seq + 1, updated_at = now()
       FROM ended e WHERE a.tenant_id = $1 AND a.id = e.account_id
       RETURNING a.*, e.id AS lot_id, e.amount, uuidv7() AS new_id),
     written AS (
       INSERT INTO limit_adjustments (id, tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason,
         lot_id)
       SELECT new_id, tenant_id, merchant_id, employee_id, id, company_id, adjust_seq, 'RECOVER', 'SYSTEM', available + used + amount, -amount,
         available + used, '', lot_id FROM moved),
     slot AS MATERIALIZED (
       SELECT * FROM open_slot($1, (now() AT TIME ZONE 'Asia/Shanghai')::date, 'LIMIT_BACK', NULL, NULL)),
     posted AS (
       INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id,
         merchant_id, employee_id, occurred_at)
       SELECT m.tenant_id, m.new_id, 'limitAdjustment', 1, s.slot_id, s.book_date, 'LIMIT_BACK', 'LIMIT', 'FUND', m.amount, m.company_id,
         m.merchant_id, m.employee_id, now()
       FROM moved m CROSS JOIN slot s)
     UPDATE fund_accounts f SET balance = f.balance + (SELECT sum(amount) FROM moved)
     WHERE f.kind = 'ENTERPRISE' AND f.company_id = (SELECT company_id FROM merchants WHERE id = $2)`,
    [tenant_id, id, batchId],
  );
}
