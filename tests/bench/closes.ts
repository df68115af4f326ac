import { closeDays } from '../../apps/api/src/areas/fund/close-days.ts';
import { connectDatabase } from '../../apps/api/src/platform/db/database.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../apps/api/src/platform/time/shanghai.ts';
import type { Work } from './measure.ts';
import type { World } from './world.ts';

/** So many are a day of a million payments a month. */
const payments = 33_000;

/** What the close of a day costs. */
export function closeWorks(world: World): Work[] {
  return [
    {
      name: `close of a day of ${payments.toLocaleString('en')} payments by the people of 2,000 companies`,
      unit: 'closes/s',
      floorName: 'one in five seconds',
      goal: '≥ 1',
      open: async () => {
        const database = connectDatabase({ service: world.databaseUrl, owner: world.databaseUrl }, 2, 10_000);
        const close = async (day: string) => {
          const now = new Date(startOfDay(dayBefore(day, -1)).getTime() + 31 * 60_000);
          const clock = { now: () => now, businessNow: () => now, setBusinessOffset: () => undefined };
          const started = performance.now();
          await closeDays({ database, clock } as unknown as Parameters<typeof closeDays>[0]);
          return 1000 / (performance.now() - started);
        };
        const kept = await keptFunds(world);
        await addCompanies(world);
        let day = shanghaiDay(new Date());
        // What is open until now goes first.
        await close(day);
        return {
          floor: async () => 0.2,
          ours: async () => {
            day = dayBefore(day, -1);
            await payOn(world, day);
            const rate = await close(day);
            const { rows } = await world.pool.query<{ consumed: number }>(
              'SELECT sum(consumed)::float8 AS consumed FROM fund_day_closes WHERE day = $1 AND closed_at IS NOT NULL',
              [day],
            );
            if (rows[0]?.consumed !== payments * 1000)
              throw new Error(`${rows[0]?.consumed} fen were closed`);
            return rate;
          },
          close: async () => {
            await database.close();
            await takeBack(world, kept);
          },
        };
      },
    },
  ];
}

/** As many companies as merchants: each has a day of its own to close, which is the most that so many merchants can come to. */
async function addCompanies({ pool }: World): Promise<void> {
  await pool.query(
    `INSERT INTO companies (tenant_id, name) SELECT tenant_id, 'CLOSE ' || id FROM merchants WHERE state IN ('ACTIVE', 'DISABLED')`,
  );
}

/** Payments on a day that is to come: each at the next of all merchants, from the fund of the next of all companies. */
async function payOn({ pool }: World, day: string): Promise<void> {
  const client = await pool.connect();
  await client.query('SET session_replication_role = replica');
  await client.query(
    `WITH payees AS (
       SELECT tenant_id, id, row_number() OVER (PARTITION BY tenant_id ORDER BY id) AS place, count(*) OVER (PARTITION BY tenant_id) AS count
       FROM merchants WHERE state = 'ACTIVE' OR state = 'DISABLED'),
     tenants AS (SELECT tenant_id, max(count) AS count FROM payees GROUP BY 1),
     payers AS (
       SELECT l.*, row_number() OVER (PARTITION BY l.tenant_id ORDER BY l.id) AS place, row_number() OVER (ORDER BY random()) AS chosen
       FROM limit_accounts l),
     paid AS (
       INSERT INTO consumption_records (tenant_id, merchant_id, company_id, employee_id, payee_merchant_id, payment_no, type, state, amount,
         enterprise, personal, category, channel, paid_at)
       SELECT p.tenant_id, p.merchant_id, c.id, p.employee_id, m.id, 'CLOSE' || gen_random_uuid(), 'CONSUME', 'SUCCESS', 1000, 1000, 0,
         'MEAL', 'ALIPAY', ($1::date + interval '12 hours') AT TIME ZONE 'Asia/Shanghai'
       FROM payers p JOIN tenants t USING (tenant_id) JOIN payees m ON m.tenant_id = p.tenant_id AND m.place = p.place % t.count + 1
         JOIN companies c ON c.tenant_id = m.tenant_id AND c.name = 'CLOSE ' || m.id
       WHERE p.chosen <= $2 RETURNING tenant_id, merchant_id)
     INSERT INTO consumption_days (tenant_id, day, merchant_id, record_count) SELECT tenant_id, $1::date, merchant_id, count(*) FROM paid GROUP BY 1, 3`,
    [day, payments],
  );
  await client.query('RESET session_replication_role');
  client.release();
  await pool.query('ANALYZE consumption_records');
}

interface Kept {
  /** As JSON. */
  accounts: string;
}

/** The balances before. */
async function keptFunds({ pool }: World): Promise<Kept> {
  const { rows } = await pool.query<Kept>(
    `SELECT json_agg(json_build_object('id', id, 'balance', balance, 'flow_seq', flow_seq))::text AS accounts FROM fund_accounts`,
  );
  return rows[0] as Kept;
}

/** Takes the days that are to come away again: what else is measured begins as it would have. */
async function takeBack({ pool }: World, { accounts }: Kept): Promise<void> {
  const client = await pool.connect();
  const today = shanghaiDay(new Date());
  await client.query('SET session_replication_role = replica');
  await client.query(`DELETE FROM consumption_records WHERE payment_no LIKE 'CLOSE%' AND paid_at > now()`);
  await client.query('DELETE FROM consumption_days WHERE day > $1', [today]);
  await client.query('DELETE FROM fund_day_closes WHERE day >= $1', [today]);
  const added = `SELECT f.id FROM fund_accounts f JOIN companies c ON c.tenant_id = f.tenant_id AND c.id = f.company_id WHERE c.name LIKE 'CLOSE %'`;
  await client.query(`DELETE FROM fund_flows WHERE account_id IN (${added})`);
  await client.query(`DELETE FROM fund_accounts WHERE id IN (${added})`);
  await client.query(`DELETE FROM companies WHERE name LIKE 'CLOSE %'`);
  await client.query(
    `DELETE FROM fund_flows w USING jsonb_to_recordset($1::jsonb) AS kept(id uuid, flow_seq int) WHERE w.account_id = kept.id AND w.seq > kept.flow_seq`,
    [accounts],
  );
  await client.query(
    `UPDATE fund_accounts f SET balance = kept.balance, flow_seq = kept.flow_seq
     FROM jsonb_to_recordset($1::jsonb) AS kept(id uuid, balance bigint, flow_seq int) WHERE f.id = kept.id`,
    [accounts],
  );
  await client.query('RESET session_replication_role');
  client.release();
}
