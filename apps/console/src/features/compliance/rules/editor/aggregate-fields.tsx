import type { RiskAggregate, RiskExpression } from '@xyxlx/contracts/compliance-expression';
import { riskTextWords } from '@xyxlx/contracts/compliance-expression';
import { riskSourceWords } from '@xyxlx/contracts/compliance-kinds';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { enumOptions } from '../../../../kit/filters/enum-options.ts';
import { useLabel } from '../../../../lib/label.ts';
import styles from '../rules.module.css';
import { emptyFilter, FilterFields } from './filter-fields.tsx';

interface AggregateFieldsProps {
  expression: RiskExpression;
  aggregate: RiskAggregate;
  onChange(aggregate: RiskAggregate): void;
}

const kinds = ['COUNT', 'SUM', 'MAX', 'DISTINCT', 'TOP_SHARE', 'RATIO'] as const;
const distinctFields = ['channel', 'category', 'mcc', 'city', 'payee'] as const;

/** The fields of one aggregate: what is reckoned, of which records, or which two make a ratio. */
export function AggregateFields({ expression, aggregate, onChange }: AggregateFieldsProps) {
  const { t } = useTranslation('compliance');
  const label = useLabel();
  const { aggregates } = expression;
  const { name, kind } = aggregate;
  const isPart = aggregates.some((one) => one.kind === 'RATIO' && (one.part === name || one.whole === name));
  const place = aggregates.findIndex((one) => one.name === name);
  const before = aggregates
    .slice(0, place)
    .filter((one) => one.kind === 'COUNT' || one.kind === 'SUM')
    .map((one) => ({ value: one.name, label: one.name }));
  const [first] = before;

  function choose(next: RiskAggregate['kind']): void {
    if (next === 'RATIO') {
      if (first)
        onChange({ kind: next, name, part: first.value, whole: before.at(-1)?.value ?? first.value });
    } else if (next === 'DISTINCT') onChange({ kind: next, name, field: 'payee' });
    else onChange({ kind: next, name });
  }

  const offered = kinds.filter((one) => {
    if (isPart) return one === 'COUNT' || one === 'SUM';
    return one !== 'RATIO' || first !== undefined;
  });
  return (
    <>
      <Select
        aria-label={t('rules.part.kind')}
        value={kind}
        options={offered.map((value) => ({ value, label: t(`rules.kind.${value}`) }))}
        onChange={choose}
      />
      {aggregate.kind === 'DISTINCT' && (
        <Select
          aria-label={t('rules.part.field')}
          value={aggregate.field}
          options={distinctFields.map((value) => ({ value, label: label(riskTextWords[value]) }))}
          onChange={(field) => onChange({ ...aggregate, field })}
        />
      )}
      {aggregate.kind === 'RATIO' ? (
        <div className={styles.row}>
          <Select
            aria-label={t('rules.part.part')}
            value={aggregate.part}
            options={before}
            onChange={(part) => onChange({ ...aggregate, part })}
          />
          /
          <Select
            aria-label={t('rules.part.whole')}
            value={aggregate.whole}
            options={before}
            onChange={(whole) => onChange({ ...aggregate, whole })}
          />
        </div>
      ) : (
        <OwnRecords aggregate={aggregate} onChange={onChange} />
      )}
    </>
  );
}

type Counted = Exclude<RiskAggregate, { kind: 'RATIO' }>;

/** Of which records, where those are others than the expression's. */
function OwnRecords({ aggregate, onChange }: { aggregate: Counted; onChange(aggregate: Counted): void }) {
  const { t } = useTranslation('compliance');
  const { source, filters = [], ...rest } = aggregate;
  const say = (more: Pick<Counted, 'source' | 'filters'>) => {
    const { source: of = source, filters: kept = filters } = more;
    onChange({ ...rest, ...(of && { source: of }), ...(kept.length > 0 && { filters: kept }) } as Counted);
  };
  return (
    <>
      <Select
        aria-label={t('rules.part.source')}
        placeholder={t('rules.part.sameSource')}
        allowClear
        value={source ?? null}
        options={enumOptions(riskSourceWords)}
        onChange={(next) =>
          onChange({
            ...rest,
            ...(next && { source: next }),
            ...(filters.length > 0 && { filters }),
          } as Counted)
        }
      />
      {filters.map((filter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters have no other identity than their place
        <div key={at} className={styles.part}>
          <FilterFields filter={filter} onChange={(next) => say({ filters: filters.with(at, next) })} />
          <Button size="small" onClick={() => say({ filters: filters.toSpliced(at, 1) })}>
            {t('rules.part.remove')}
          </Button>
        </div>
      ))}
      <Button
        size="small"
        disabled={filters.length >= 10}
        onClick={() => say({ filters: [...filters, emptyFilter('amount')] })}
      >
        {t('rules.part.addFilter')}
      </Button>
    </>
  );
}
