import { skipToken, useQuery } from '@tanstack/react-query';
import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { SimulatedTotals } from '../simulated-totals.tsx';

/** Of a version that waits: what the newest simulation of exactly what it says came to, or that there is none. */
export function VersionSimulation({ approval }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('kit');
  const { subjectType, subjectId, state } = approval;
  const can = useCan();
  const isAsked = subjectType === 'institutionVersion' && state === 'PENDING' && can('rule.view');
  const { data } = useQuery(
    api.rule.querySimulation.queryOptions(
      isAsked ? { institutionId: subjectId, current: true, pageSize: 1 } : skipToken,
      { trpc: { context: { background: true } } },
    ),
  );
  if (!data) return null;
  const [newest] = data.list;
  if (!newest?.totals) return <Alert type="warning" showIcon title={t('simulation.none')} />;
  const { from, to, merchant, versionNo, totals } = newest;
  return (
    <section style={{ display: 'grid', gap: 8 }} aria-label={t('simulation.newest')}>
      <h3 style={{ margin: 0, fontSize: 14 }}>
        {t('simulation.newestOf', {
          no: versionNo,
          from,
          to,
          whose: merchant?.name ?? t('simulation.everybody'),
        })}
      </h3>
      <SimulatedTotals totals={totals} />
    </section>
  );
}
