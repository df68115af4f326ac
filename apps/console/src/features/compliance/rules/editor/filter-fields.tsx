import {
  type RiskFilter,
  riskNumbers,
  riskNumberWords,
  riskRecordOutcomeWords,
  riskTextWords,
} from '@xyxlx/contracts/compliance-expression';
import { consumptionCategoryWords, payChannelWords } from '@xyxlx/contracts/consumption';
import type { WordsOf } from '@xyxlx/contracts/words';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { enumOptions } from '../../../../kit/filters/enum-options.ts';
import { MerchantsInput } from '../../../../kit/form/merchants-input.tsx';
import styles from '../rules.module.css';
import { usePayees } from './payee-names.ts';
import { quantityOf } from './quantity.ts';
import { QuantityInput } from './quantity-input.tsx';

interface FilterFieldsProps {
  filter: RiskFilter;
  onChange(filter: RiskFilter): void;
}

const isNumber = (field: RiskFilter['field']) => riskNumbers.some((one) => one === field);
const numberOps = ['EQ', 'NE', 'LT', 'LE', 'GE', 'BETWEEN', 'IN', 'NOT_IN'] as const;
const textOps = ['IN', 'NOT_IN'] as const;

/** The fields of one filter: what of a record, how it is compared, and with what. */
export function FilterFields({ filter, onChange }: FilterFieldsProps) {
  const { t } = useTranslation('compliance');
  const { field, op } = filter;
  const ops = isNumber(field) ? numberOps : textOps;
  const shownOp = isNumber(field) || op === 'NOT_IN' || op === 'IN' ? op : op === 'NE' ? 'NOT_IN' : 'IN';
  return (
    <>
      <Select
        aria-label={t('rules.part.field')}
        value={field}
        options={enumOptions({ ...riskNumberWords, ...riskTextWords })}
        onChange={(next) => onChange(emptyFilter(next))}
      />
      <Select
        aria-label={t('rules.part.op')}
        value={shownOp}
        options={ops.map((value) => ({ value, label: t(`rules.op.${value}`) }))}
        onChange={(next) => onChange(withOp(filter, next))}
      />
      {isNumber(field) ? (
        <NumberValue filter={filter} onChange={onChange} />
      ) : (
        <TextValue filter={filter} onChange={onChange} />
      )}
    </>
  );
}

/** A filter by a field before anything is said of it. */
export function emptyFilter(field: RiskFilter['field']): RiskFilter {
  if (isNumber(field)) return { field, op: 'GE', value: field === 'weekday' ? 1 : 0 } as RiskFilter;
  return { field, op: 'IN', value: [] } as unknown as RiskFilter;
}

function withOp(filter: RiskFilter, op: RiskFilter['op']): RiskFilter {
  const values = [filter.value].flat();
  const [first = 0, second = first] = values;
  const isList = op === 'IN' || op === 'NOT_IN';
  const value = op === 'BETWEEN' ? [first, second] : isList ? values : first;
  return { ...filter, op, value } as RiskFilter;
}

function NumberValue({ filter, onChange }: FilterFieldsProps) {
  const { t } = useTranslation('compliance');
  const { field, op, value } = filter;
  const quantity = quantityOf(field);
  if (op === 'IN' || op === 'NOT_IN') {
    const scale = quantity === 'money' || quantity === 'share' ? 100 : 1;
    return (
      <Select
        mode="tags"
        open={false}
        aria-label={t('rules.part.value')}
        tokenSeparators={[',', '，', ' ']}
        value={[value].flat().map((one) => String(Number(one) / scale))}
        onChange={(typed: string[]) => {
          const numbers = typed.map((one) => Math.round(Number(one) * scale)).filter((one) => one >= 0);
          onChange({ ...filter, value: numbers } as RiskFilter);
        }}
      />
    );
  }
  if (op !== 'BETWEEN') {
    return (
      <QuantityInput
        quantity={quantity}
        label={t('rules.part.value')}
        value={Number(value)}
        onChange={(next) => onChange({ ...filter, value: next } as RiskFilter)}
      />
    );
  }
  const [from, to] = value;
  return (
    <div className={styles.row}>
      <QuantityInput
        quantity={quantity}
        label={t('rules.part.from')}
        value={from}
        onChange={(next) => onChange({ ...filter, value: [next, to] })}
      />
      –
      <QuantityInput
        quantity={quantity}
        label={t('rules.part.to')}
        value={to}
        onChange={(next) => onChange({ ...filter, value: [from, next] })}
      />
    </div>
  );
}

const choices: Partial<Record<string, WordsOf<string>>> = {
  channel: payChannelWords,
  category: consumptionCategoryWords,
  outcome: riskRecordOutcomeWords,
};

function TextValue({ filter, onChange }: FilterFieldsProps) {
  const { t } = useTranslation('compliance');
  const { payees } = usePayees();
  const { field } = filter;
  const value = [filter.value].flat().map(String);
  const op = filter.op === 'NE' || filter.op === 'NOT_IN' ? 'NOT_IN' : 'IN';
  const change = (next: string[]) => onChange({ field, op, value: next } as RiskFilter);
  if (field === 'payee') {
    return <MerchantsInput value={value} known={payees} onChange={change} />;
  }
  const offered = choices[field];
  return (
    <Select
      mode={offered ? 'multiple' : 'tags'}
      aria-label={t('rules.part.value')}
      {...(!offered && { open: false, tokenSeparators: [',', '，', ' '] })}
      options={offered ? enumOptions(offered) : []}
      value={value}
      onChange={change}
    />
  );
}
