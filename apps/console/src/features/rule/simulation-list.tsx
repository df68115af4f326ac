import { simulationStateWords } from '@xyxlx/contracts/rule-simulation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubList } from '../../kit/list/sub-list.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { api } from '../../lib/api.ts';
import { countText } from '../../lib/money.ts';
import styles from './simulation.module.css';
import { SimulationDrawer } from './simulation-drawer.tsx';

/** The simulations of a 制度, newest first; each opens over it. */
export function SimulationList({ institutionId }: { institutionId: string }) {
  const { t } = useTranslation('rule');
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <section aria-label={t('simulation.history')}>
      <h3 className={styles.title}>{t('simulation.history')}</h3>
      <SubList
        name="simulation"
        label={t('simulation.history')}
        query={api.rule.querySimulation}
        asked={{ institutionId }}
        rowId={({ id }) => id}
        columns={(cell) => [
          cell.custom('span', t('simulation.span'), ({ id, from, to }) => (
            <RowButton onPress={() => setOpenId(id)}>
              {from} – {to}
            </RowButton>
          )),
          cell.figures('versionNo', t('field.versionNo'), ({ versionNo }) => `v${versionNo}`),
          cell.text(
            'merchant',
            t('simulation.merchant'),
            ({ merchant }) => merchant?.name ?? t('simulation.merchant.all'),
          ),
          cell.state('state', t('field.state'), simulationStateWords, (row) => row.state),
          cell.text(
            'changed',
            t('simulation.changed'),
            ({ totals }) =>
              totals &&
              t('simulation.changes', {
                declined: countText(totals.newlyDeclined.count),
                split: countText(totals.newlySplit.count),
                allowed: countText(totals.newlyAllowed.count),
              }),
          ),
          cell.stamp(
            'created',
            t('simulation.createdAt'),
            (row) => row.createdAt,
            (row) => row.createdBy,
          ),
        ]}
      />
      {openId && <SimulationDrawer id={openId} onClose={() => setOpenId(null)} />}
    </section>
  );
}
