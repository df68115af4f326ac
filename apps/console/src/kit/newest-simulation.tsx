import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { api } from '../lib/api.ts';
import { SimulatedTotals } from './simulated-totals.tsx';

/** What the newest simulation of exactly what a 制度's newest version says came to, or that there is none. */
export function NewestSimulation({ institutionId }: { institutionId: string }) {
  const { t } = useTranslation('kit');
  const { data } = useQuery(
    api.rule.querySimulation.queryOptions(
      { institutionId, current: true, pageSize: 1 },
      { trpc: { context: { background: true } } },
    ),
  );
  if (!data) return null;
  const [newest] = data.list;
  if (!newest?.totals) return <Alert type="warning" showIcon title={t('simulation.none')} />;
  const { from, to, merchant, versionNo, totals } = newest;
  const whose = merchant?.name ?? t('simulation.everybody');
  return (
    <section style={{ display: 'grid', gap: 8 }} aria-label={t('simulation.newest')}>
      <h3 style={{ margin: 0, fontSize: 14 }}>
        {t('simulation.newestOf', { no: versionNo, from, to, whose })}
      </h3>
      <SimulatedTotals totals={totals} />
    </section>
  );
}
