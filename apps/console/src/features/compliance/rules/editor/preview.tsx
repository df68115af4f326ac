import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { type RiskExpression, riskExpression } from '@xyxlx/contracts/compliance-expression';
import type { RiskAction } from '@xyxlx/contracts/compliance-kinds';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../lib/api.ts';
import { failureOf } from '../../../../lib/failure.ts';
import { amountText, countText } from '../../../../lib/money.ts';
import { momentText } from '../../../../lib/time.ts';
import styles from '../rules.module.css';
import { withPart } from './condition.ts';
import { amountThreshold } from './parts.ts';
import { PreviewPlot } from './preview-plot.tsx';
import { QuantityInput } from './quantity-input.tsx';
import { useSettled } from './use-settled.ts';

interface PreviewProps {
  expression: RiskExpression;
  action: RiskAction;
  onChange(expression: RiskExpression): void;
}

/** So many of those who would be hit are named. */
const mostNamed = 20;

/** The last thirty days by what stands in the editor: amounts over time, what would be found, and a threshold that can be moved. */
export function Preview({ expression, action, onChange }: PreviewProps) {
  const { t } = useTranslation('compliance');
  const settled = useSettled(expression);
  const isWhole = riskExpression.safeParse(settled).success;
  const { data, error, isFetching } = useQuery(
    api.compliance.previewRule.queryOptions(isWhole ? { expression: settled, action } : skipToken, {
      placeholderData: keepPreviousData,
      retry: false,
      trpc: { context: { background: true } },
    }),
  );
  const threshold = amountThreshold(expression);
  const say = (value: number) => {
    if (!threshold) return;
    const { path, comparison } = threshold;
    const when = withPart(expression.when, path, { ...comparison, value }) as RiskExpression['when'];
    onChange({ ...expression, when });
  };
  return (
    <section aria-label={t('rules.preview')} className={styles.editor}>
      {error !== null && <Alert type="error" showIcon title={failureOf(error).text} />}
      {data && (
        <>
          <PreviewPlot preview={data} threshold={threshold?.comparison.value ?? null} onThreshold={say} />
          {threshold && (
            <div className={styles.row}>
              {t('rules.preview.threshold')}
              <QuantityInput
                quantity="money"
                label={t('rules.preview.threshold')}
                value={threshold.comparison.value}
                onChange={say}
              />
            </div>
          )}
          <p aria-live="polite" aria-busy={isFetching} style={{ margin: 0 }}>
            {t(data.isCut ? 'rules.preview.cut' : 'rules.preview.found', {
              hits: countText(data.hits.length),
              subjects: countText(data.subjects),
              records: countText(data.records),
            })}
          </p>
          <ul style={{ margin: 0 }}>
            {data.hits.slice(0, mostNamed).map(({ at, amount, subject }) => (
              <li key={`${subject.id} ${at}`} className="figures">
                {momentText(at)} {subject.name} {amountText(amount)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
