import type { BacktestOutcome, BacktestRow } from '@xyxlx/contracts/compliance-backtest';
import { riskBacktestSideWords } from '@xyxlx/contracts/compliance-kinds';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../kit/detail/facts.tsx';
import { TrendChart } from '../../../kit/trend-chart.tsx';
import { useLabel } from '../../../lib/label.ts';
import { countText } from '../../../lib/money.ts';
import { BacktestSample } from './backtest-sample.tsx';
import { PrecisionBar } from './precision-bar.tsx';
import styles from './rules.module.css';

interface BacktestOutcomeViewProps {
  backtest: BacktestRow;
  outcome: BacktestOutcome;
}

/** What a look at the past came to: hits a day, scores, who was right, and what the enabled version finds beside it. */
export function BacktestOutcomeView({ backtest, outcome }: BacktestOutcomeViewProps) {
  const { t } = useTranslation('compliance');
  const label = useLabel();
  const { byDay, byScore } = outcome;
  const whole = (value: number) => countText(value);
  return (
    <Flex vertical gap={16}>
      <Facts
        record={outcome}
        facts={(cell) => [
          cell.count('hits', t('rules.backtest.hits'), (row) => row.hits),
          cell.count('subjects', t('rules.backtest.subjects'), (row) => row.subjects),
          cell.custom('precision', t('rules.field.precision'), () => (
            <PrecisionBar precision={backtest.precision} />
          )),
          cell.text('labelled', t('rules.backtest.labelled'), () =>
            t('rules.backtest.labelledOf', {
              positive: backtest.precision?.positive ?? 0,
              labelled: backtest.precision?.labelled ?? 0,
            }),
          ),
          backtest.againstId !== null &&
            cell.count('both', label(riskBacktestSideWords.BOTH), (row) => row.both),
          backtest.againstId !== null &&
            cell.count('onlyOld', label(riskBacktestSideWords.OLD), (row) => row.onlyOld),
          backtest.againstId !== null &&
            cell.count('onlyNew', label(riskBacktestSideWords.NEW), (row) => row.onlyNew),
        ]}
      />
      {byDay.length > 0 && (
        <section>
          <h4 className={styles.title}>{t('rules.backtest.byDay')}</h4>
          <TrendChart
            label={t('rules.backtest.byDay')}
            points={byDay.map(({ day }) => day)}
            series={[
              {
                key: 'hits',
                label: t('rules.backtest.hits'),
                color: 'var(--brand)',
                values: byDay.map(({ hits }) => hits),
              },
            ]}
            pointText={(day) => day.slice(5)}
            axisText={whole}
            valueText={whole}
          />
        </section>
      )}
      {byScore.length > 0 && (
        <section>
          <h4 className={styles.title}>{t('rules.backtest.byScore')}</h4>
          <TrendChart
            label={t('rules.backtest.byScore')}
            points={byScore.map(({ from }) => String(from))}
            series={[
              {
                key: 'subjects',
                label: t('rules.backtest.subjects'),
                color: 'var(--brand)',
                isArea: true,
                values: byScore.map(({ subjects }) => subjects),
              },
            ]}
            pointText={(from) => from}
            axisText={whole}
            valueText={whole}
          />
        </section>
      )}
      <BacktestSample backtestId={backtest.id} />
    </Flex>
  );
}
