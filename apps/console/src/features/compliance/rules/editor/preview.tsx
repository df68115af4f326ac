import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../../lib/failure.ts';
import { countText } from '../../../../lib/money.ts';
import styles from '../rules.module.css';
import { withPart } from './condition.ts';
import { amountThreshold } from './parts.ts';
import { PreviewPlot } from './preview-plot.tsx';
import { BesideEnabled, PreviewDays, PreviewHits } from './preview-tables.tsx';
import { QuantityInput } from './quantity-input.tsx';
import type { usePreview } from './use-preview.ts';

interface PreviewProps {
  preview: ReturnType<typeof usePreview>;
  expression: RiskExpression;
  onChange(expression: RiskExpression): void;
}

/** The last thirty days by what stands in the editor: amounts over time, what would be found, and a threshold that can be moved. */
export function Preview({ preview: { data, error, isFetching }, expression, onChange }: PreviewProps) {
  const { t } = useTranslation('compliance');
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
          {data.beside && <BesideEnabled beside={data.beside} />}
          {data.hits.length + (data.beside?.onlyOld.length ?? 0) > 0 && <PreviewHits preview={data} />}
          <PreviewDays preview={data} />
        </>
      )}
    </section>
  );
}
