import { planRuns } from '../../apps/api/src/areas/issuing/plan/plan-runs.ts';
import { systemClock } from '../../apps/api/src/core/clock.ts';
import type { Deps } from '../../apps/api/src/core/deps.ts';
import { makeLog } from '../../apps/api/src/core/log.ts';
import { connectDatabase } from '../../apps/api/src/platform/db/database.ts';
import type { Work } from './measure.ts';
import { type BenchMerchant, freshMerchant, removeMerchant } from './people.ts';
import type { World } from './world.ts';

const plans = 1000;

/** What the duty of each minute costs where many plans are enabled. */
export function planWorks(world: World): Work[] {
  return [
    {
      name: `the minute of ${plans.toLocaleString('en')} plans, none of which is due`,
      unit: 'minutes/s',
      floorName: 'one in 200 ms',
      goal: '≥ 1',
      open: async () => {
        const database = connectDatabase({ service: world.databaseUrl, owner: world.databaseUrl }, 2, 10_000);
        const merchant = await freshMerchant(world);
        await enablePlans(world, merchant);
        // Nothing is due, so that it asks for nothing else.
        const deps = { database, clock: systemClock(), log: makeLog('error') } as Deps;
        return {
          floor: async () => 1000 / 200,
          ours: async () => {
            const started = performance.now();
            for (let time = 0; time < 20; time++) await planRuns(deps);
            return 20_000 / (performance.now() - started);
          },
          close: async () => {
            await database.close();
            await removePlans(world, merchant);
            await removeMerchant(world, merchant);
          },
        };
      },
    },
  ];
}

async function enablePlans({ pool }: World, { id, tenant_id }: BenchMerchant): Promise<void> {
  await pool.query(
    `INSERT INTO issue_plans (tenant_id, merchant_id, code, name, type, state, looked_until, next_look_at)
     SELECT $1, $2, 'FP' || lpad((90000000 + n)::text, 8, '0'), 'bench ' || n, 'DAILY', 'ENABLED', now(), now() + interval '1 day'
     FROM generate_series(1, $3::int) n`,
    [tenant_id, id, plans],
  );
  await pool.query('VACUUM (ANALYZE) issue_plans');
}

async function removePlans({ pool }: World, { id, tenant_id }: BenchMerchant): Promise<void> {
  await pool.query('DELETE FROM issue_plans WHERE tenant_id = $1 AND merchant_id = $2', [tenant_id, id]);
}
