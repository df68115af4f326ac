import type { Version } from '../../apps/api/src/areas/rule/judge/facts.ts';
import { runSimulation } from '../../apps/api/src/areas/rule/simulation/run-simulation.ts';
import type { Work } from './measure.ts';
import type { World } from './world.ts';

/** Judging the payments of a tenant again, under one version more. */
export function simulationWorks(world: World): Work[] {
  return [
    {
      name: 'simulating a version on all payments of a tenant',
      unit: 'records/s',
      floorName: '1,000,000 in 15 s',
      goal: '≥ 1, ≤ 200 MiB',
      open: async () => {
        const { rows } = await world.pool.query<{ id: string }>(
          'SELECT tenant_id AS id FROM consumption_records GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
        );
        const tenantId = rows[0]?.id as string;
        let peak = 0;
        return {
          note: () => `${Math.round(peak)} MiB over what the process had before`,
          floor: async () => 1_000_000 / 15,
          ours: async () => {
            let read = 0;
            const before = process.memoryUsage.rss();
            const watch = setInterval(() => {
              peak = Math.max(peak, (process.memoryUsage.rss() - before) / 2 ** 20);
            }, 50);
            const started = performance.now();
            await runSimulation(
              {
                address: world.databaseUrl,
                statementTimeout: 8_000,
                pageSize: 5_000,
                span: { tenantId, from: '2026-01-01', to: '2026-12-31', merchantId: null },
                versions: { enabled: [], withCandidate: [lunch], withoutRule: 'ALLOW' },
              },
              async (some) => {
                read += some;
              },
              AbortSignal.timeout(600_000),
            );
            clearInterval(watch);
            return (read / (performance.now() - started)) * 1000;
          },
        };
      },
    },
  ];
}

const lunch: Version = {
  institution: { id: 'i', code: 'ZD99999999', name: '午餐' },
  id: 'v',
  no: 1,
  priority: 1,
  excess: 'SPLIT',
  categories: ['MEAL'],
  validFrom: '2026-01-01',
  validTo: null,
  scopes: [{ kind: 'ALL', excluded: false, values: [] }],
  rules: [
    {
      key: 'k',
      seq: 1,
      matches: [
        { factor: 'TIME', operator: 'IN', value: [{ from: '11:00', to: '14:00' }] },
        { factor: 'DAY_KIND', operator: 'IN', value: ['WORKDAY'] },
      ],
      caps: [
        { factor: 'PER_PAYMENT', operator: 'LE', value: 5_000 },
        { factor: 'PER_DAY', operator: 'LE', value: 5_000 },
        { factor: 'PER_MONTH', operator: 'LE', value: 80_000 },
        { factor: 'COUNT_DAY', operator: 'LE', value: 2 },
      ],
    },
  ],
};
