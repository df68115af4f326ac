import { lockPlatformAccounts, reconcile } from '../../apps/api/src/areas/fund/reconcile.ts';
import { connectDatabase } from '../../apps/api/src/platform/db/database.ts';
import { inTransaction, longestTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { dayBefore, shanghaiDay } from '../../apps/api/src/platform/time/shanghai.ts';
import type { Work } from './measure.ts';
import { asReplica, type World } from './world.ts';

const lines = 100_000;
/** Of so many lines one says another amount than the payment. */
const oneBrokenOf = 100;

/** What reconciling a day of a channel costs. */
export function reconciliationWorks(world: World): Work[] {
  return [
    {
      name: `reconciling a day of ${lines.toLocaleString('en')} lines of a channel`,
      unit: 'days/s',
      floorName: 'one in ten seconds',
      goal: '≥ 1',
      open: async () => {
        const database = connectDatabase({ service: world.databaseUrl, owner: world.databaseUrl }, 2, 10_000);
        const { tenantId, accountId } = await aChannel(world);
        let day = shanghaiDay(new Date());
        return {
          floor: async () => 0.1,
          ours: async () => {
            day = dayBefore(day, -1);
            await fill(world, accountId, day);
            const started = performance.now();
            await inTransaction(
              database,
              async (tx) => {
                await lockPlatformAccounts(tx, tenantId, [accountId]);
                await reconcile(tx, { tenantId, days: [{ accountId, day }], now: new Date(), by: 'bench' });
              },
              { timeout: longestTransaction },
            );
            const rate = 1000 / (performance.now() - started);
            const { rows } = await world.pool.query<{ broken: number }>(
              'SELECT count(*)::int AS broken FROM reconciliation_breaks WHERE account_id = $1 AND day = $2',
              [accountId, day],
            );
            if (rows[0]?.broken !== lines / oneBrokenOf)
              throw new Error(`${rows[0]?.broken} breaks were found`);
            return rate;
          },
          close: async () => {
            await database.close();
            await takeBack(world, accountId);
          },
        };
      },
    },
  ];
}

/** A new account at a channel, of the first company that has a merchant at a platform. */
async function aChannel({ pool }: World): Promise<{ tenantId: string; accountId: string }> {
  const { rows } = await pool.query<{ tenantId: string; accountId: string }>(
    `INSERT INTO platform_accounts (tenant_id, platform_id, company_id, kind, name, bank, account_no, state)
     SELECT tenant_id, platform_id, company_id, 'CHANNEL', 'RECON', 'RECON', '99990000', 'ACTIVE' FROM merchants
     WHERE platform_id IS NOT NULL ORDER BY id LIMIT 1 RETURNING tenant_id AS "tenantId", id AS "accountId"`,
  );
  if (!rows[0]) throw new Error('No merchant is at a platform.');
  return rows[0];
}

/** Payments of a day that is to come, and what the channel says of them. */
async function fill({ pool }: World, accountId: string, day: string): Promise<void> {
  await asReplica(pool, async (client) => {
    await client.query(
      `WITH account AS (SELECT * FROM platform_accounts WHERE id = $1),
     payee AS (SELECT m.id FROM merchants m JOIN account a ON m.tenant_id = a.tenant_id AND m.platform_id = a.platform_id ORDER BY m.id LIMIT 1),
     payer AS (SELECT l.merchant_id, l.employee_id FROM limit_accounts l JOIN account a ON a.tenant_id = l.tenant_id ORDER BY l.id LIMIT 1),
     paid AS (
       INSERT INTO consumption_records (tenant_id, merchant_id, company_id, employee_id, payee_merchant_id, payment_no, type, state, amount,
         enterprise, personal, category, channel, paid_at)
       SELECT a.tenant_id, p.merchant_id, a.company_id, p.employee_id, payee.id, 'RECON' || $2::date || '-' || n, 'CONSUME', 'SUCCESS', 1000, 1000,
         0, 'MEAL', 'ALIPAY', ($2::date + n * interval '800 milliseconds') AT TIME ZONE 'Asia/Shanghai'
       FROM account a, payee, payer p, generate_series(1, $3::int) n
       RETURNING tenant_id, payment_no, paid_at)
     INSERT INTO statement_lines (tenant_id, account_id, bank_no, direction, amount, balance_after, at, payer, summary, state)
     SELECT tenant_id, $1, payment_no, 'IN', CASE WHEN right(payment_no, 2) = '00' THEN 999 ELSE 1000 END, 0, paid_at, '', '', 'UNCLAIMED' FROM paid`,
      [accountId, day, lines],
    );
  });
}

/** Takes the account and its days away again: what else is measured begins as it would have. */
async function takeBack({ pool }: World, accountId: string): Promise<void> {
  await asReplica(pool, async (client) => {
    for (const table of ['reconciliation_breaks', 'reconciliations', 'statement_lines'])
      await client.query(`DELETE FROM ${table} WHERE account_id = $1`, [accountId]);
    await client.query('DELETE FROM platform_accounts WHERE id = $1', [accountId]);
    await client.query(`DELETE FROM consumption_records WHERE payment_no LIKE 'RECON%' AND paid_at > now()`);
  });
}
