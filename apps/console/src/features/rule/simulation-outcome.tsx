import { reasonCodeWords } from '@xyxlx/contracts/rule-decision';
import { changedKindWords, type Simulation, type SimulationTotals } from '@xyxlx/contracts/rule-simulation';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { SimulatedTotals } from '../../kit/simulated-totals.tsx';
import { TrendChart } from '../../kit/trend-chart.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { useLabel } from '../../lib/label.ts';
import { amountText, countText, shortYuan } from '../../lib/money.ts';
import { ChangedPayments } from './changed-payments.tsx';
import styles from './simulation.module.css';

/** So many merchants are shown; they come with the most changes first. */
const maxMerchants = 20;

const lines = [
  ['newlyDeclined', changedKindWords.NEWLY_DECLINED, 'var(--danger)'],
  ['newlySplit', changedKindWords.NEWLY_SPLIT, 'var(--accent)'],
  ['newlyAllowed', changedKindWords.NEWLY_ALLOWED, 'var(--success)'],
] as const;

interface SimulationOutcomeProps {
  simulation: Simulation;
  totals: SimulationTotals;
}

/** What a simulation came to: in all, by day, reason and merchant, then payment by payment; and what it does not know. */
export function SimulationOutcome({ simulation, totals }: SimulationOutcomeProps) {
  const { t } = useTranslation('rule');
  const label = useLabel();
  const { id, from, byDay, byReason, byMerchant, withoutSnapshot } = simulation;
  const changed = totals.newlyDeclined.count + totals.newlySplit.count + totals.newlyAllowed.count;
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={t('simulation.limits')}
        description={
          <>
            {t('simulation.warm', { day: `${from.slice(0, 7)}-01` })}
            {withoutSnapshot > 0 &&
              ` ${t('simulation.withoutSnapshot', { total: countText(withoutSnapshot) })}`}
          </>
        }
      />
      <SimulatedTotals totals={totals} />
      {changed > 0 && (
        <>
          <h3 className={styles.title}>{t('simulation.byDay')}</h3>
          <TrendChart
            label={t('simulation.byDay')}
            points={byDay.map(({ day }) => day)}
            series={lines.map(([key, words, color]) => ({
              key,
              label: label(words),
              color,
              values: byDay.map((one) => one[key].amount),
            }))}
            pointText={(day) => day.slice(5)}
            axisText={(fen) => shortYuan(fen, currentLanguage())}
            valueText={amountText}
          />
          <section>
            <h3 className={styles.title}>{t('simulation.byReason')}</h3>
            <RowsTable
              name="simulationReason"
              label={t('simulation.byReason')}
              rows={byReason}
              rowId={({ code }) => code}
              columns={(cell) => [
                cell.text('code', t('simulation.reason'), ({ code }) => label(reasonCodeWords[code])),
                cell.count('count', t('simulation.count'), ({ count }) => count),
                cell.money('amount', t('simulation.amount'), ({ amount }) => amount),
              ]}
            />
          </section>
          <section>
            <h3 className={styles.title}>{t('simulation.byMerchant')}</h3>
            <RowsTable
              name="simulationMerchant"
              label={t('simulation.byMerchant')}
              rows={byMerchant.slice(0, maxMerchants)}
              rowId={({ merchant }) => merchant.id}
              columns={(cell) => [
                cell.record('merchant', t('simulation.merchant'), 'merchant', ({ merchant }) => merchant),
                ...lines.map(([key, words]) => cell.count(key, label(words), (row) => row[key].count)),
              ]}
            />
          </section>
          <ChangedPayments simulationId={id} isCut={changed > 10_000} />
        </>
      )}
    </>
  );
}
