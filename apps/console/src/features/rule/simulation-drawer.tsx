import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Simulation, simulationStateWords } from '@xyxlx/contracts/rule-simulation';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { SimulationOutcome } from './simulation-outcome.tsx';
import { SimulationRun } from './simulation-run.tsx';

const pollMs = 2000;

/** One simulation over its 制度: how far it is, then what it came to; mount it to open it. */
export function SimulationDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('rule');
  const record = useQuery(
    api.rule.getSimulation.queryOptions(
      { id },
      {
        refetchInterval: ({ state: { data } }) => (data?.state === 'RUNNING' ? pollMs : false),
        trpc: { context: { background: true } },
      },
    ),
  );
  const queryClient = useQueryClient();
  const state = record.data?.state;
  // The lists behind it say it too.
  useEffect(() => {
    if (state) queryClient.invalidateQueries(api.rule.querySimulation.pathFilter());
  }, [queryClient, state]);
  return (
    <DetailDrawer<Simulation>
      open
      record={record}
      title={t('simulation.title')}
      titleOf={({ institution, versionNo }) =>
        t('simulation.of', { name: `${institution.name} v${versionNo}` })
      }
      extra={({ state }) => <StateTag words={simulationStateWords[state]} />}
      size={1080}
      onClose={onClose}
    >
      {(simulation) => (
        <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
          <Facts
            record={simulation}
            facts={(cell) => [
              cell.text('span', t('simulation.span'), ({ from, to }) => `${from} – ${to}`),
              cell.text(
                'merchant',
                t('simulation.merchant'),
                ({ merchant }) => merchant?.name ?? t('simulation.merchant.all'),
              ),
              cell.stamp(
                'created',
                t('simulation.createdAt'),
                (row) => row.createdAt,
                (row) => row.createdBy,
              ),
            ]}
          />
          {simulation.state === 'RUNNING' && <SimulationRun jobId={simulation.jobId} />}
          {simulation.state === 'STOPPED' && <p>{t('simulation.stopped')}</p>}
          {simulation.totals && <SimulationOutcome simulation={simulation} totals={simulation.totals} />}
        </div>
      )}
    </DetailDrawer>
  );
}
