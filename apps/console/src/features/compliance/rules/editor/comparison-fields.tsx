import {
  type CompareOp,
  comparisonsOf,
  type RiskComparison,
  type RiskExpression,
  riskNumberWords,
} from '@xyxlx/contracts/compliance-expression';
import { riskMeasurePhrase } from '@xyxlx/contracts/risk-sentence';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { enumOptions } from '../../../../kit/filters/enum-options.ts';
import { currentLanguage } from '../../../../lib/i18n.ts';
import styles from '../rules.module.css';
import { partAt, withBeside, withGroup, withPart } from './condition.ts';
import { usePayees } from './payee-names.ts';
import { quantityIn } from './quantity.ts';
import { QuantityInput } from './quantity-input.tsx';

interface ComparisonFieldsProps {
  expression: RiskExpression;
  path: readonly number[];
  onChange(when: RiskExpression['when']): void;
}

const ops = ['GE', 'LE', 'LT', 'EQ', 'NE'] as const;

/** The fields of one comparison, and what else can stand beside it. */
export function ComparisonFields({ expression, path, onChange }: ComparisonFieldsProps) {
  const { t } = useTranslation('compliance');
  const { nameOf } = usePayees();
  const { when, aggregates, window } = expression;
  const comparison = partAt(when, path) as RiskComparison;
  const change = (next: ReturnType<typeof withPart>) => onChange(next as RiskExpression['when']);
  const put = (more: Partial<RiskComparison>) => change(withPart(when, path, { ...comparison, ...more }));
  const measures =
    window.kind === 'EVENT'
      ? enumOptions(riskNumberWords)
      : aggregates.map((one) => ({
          value: one.name,
          label: riskMeasurePhrase(expression, one, currentLanguage(), nameOf) || t('rules.kind.COUNT'),
        }));
  const isFull = comparisonsOf(when).length >= 10;
  return (
    <div className={styles.part}>
      <Select
        aria-label={t('rules.part.measure')}
        value={comparison.of}
        options={measures}
        onChange={(of) => put({ of, value: 0 })}
      />
      <Select<CompareOp>
        aria-label={t('rules.part.op')}
        value={comparison.op}
        options={ops.map((value) => ({ value, label: t(`rules.op.${value}`) }))}
        onChange={(op) => put({ op })}
      />
      <QuantityInput
        quantity={quantityIn(expression, comparison.of)}
        label={t('rules.part.value')}
        value={comparison.value}
        onChange={(value) => put({ value })}
      />
      <div className={styles.row}>
        <Button size="small" disabled={isFull} onClick={() => change(withBeside(when, path, comparison))}>
          {t('rules.part.beside')}
        </Button>
        <Button
          size="small"
          disabled={isFull || path.length >= 3}
          onClick={() => change(withGroup(when, path, comparison))}
        >
          {t('rules.part.group')}
        </Button>
        <Button size="small" disabled={path.length === 0} onClick={() => change(withPart(when, path, null))}>
          {t('rules.part.remove')}
        </Button>
      </div>
    </div>
  );
}
