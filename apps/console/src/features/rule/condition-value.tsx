import { useQuery } from '@tanstack/react-query';
import { consumptionCategoryWords, payChannelWords } from '@xyxlx/contracts/consumption';
import { dayKindWords, type Factor, weekdayWords } from '@xyxlx/contracts/rule-condition';
import { InputNumber, Select, type SelectProps } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { FieldItem } from '../../kit/form/field-item.tsx';
import { MerchantsInput } from '../../kit/form/merchants-input.tsx';
import { MoneyInput } from '../../kit/form/money-input.tsx';
import type { FieldKind } from '../../kit/form/problem-of.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { selectOptionOf } from '../../lib/select-option.ts';
import { useNames } from './names.ts';
import { TimeSpans } from './time-spans.tsx';

interface ConditionValueProps {
  path: readonly (string | number)[];
  factor: Factor;
  schema: z.ZodType;
  label: string;
}

/** What a condition compares with: an input of its own for each factor. */
export function ConditionValue({ path, factor, schema, label }: ConditionValueProps) {
  const { t } = useTranslation('rule');
  const name = useLabel();
  const { known, learn } = useNames();
  const [kind, control, extra] = inputOf();
  return (
    <FieldItem path={path} label={label} schema={schema} kind={kind} listDepth={3} {...(extra && { extra })}>
      {() => control}
    </FieldItem>
  );

  function inputOf(): [kind: FieldKind, control: ReactElement, extra?: string] {
    switch (factor) {
      case 'CATEGORY':
        return ['choice', <Several key={factor} options={enumOptions(consumptionCategoryWords)} />];
      case 'CHANNEL':
        return ['choice', <Several key={factor} options={enumOptions(payChannelWords)} />];
      case 'DAY_KIND':
        return ['choice', <Several key={factor} options={enumOptions(dayKindWords)} />];
      case 'WEEKDAY': {
        const options = Object.entries(weekdayWords).map(([day, words]) => ({
          value: Number(day),
          label: name(words),
        }));
        return ['choice', <Several key={factor} options={options} />];
      }
      case 'TIME':
        return ['choice', <TimeSpans key={factor} />, t('time.hint')];
      case 'MERCHANT':
        return [
          'choice',
          <MerchantsInput key={factor} known={known} onChange={(_, chosen) => learn(chosen)} />,
        ];
      case 'BRAND':
        return ['choice', <BrandsInput key={factor} />];
      case 'MCC':
        return ['choice', <Codes key={factor} />, t('mcc.hint')];
      case 'CITY':
        return ['choice', <Codes key={factor} />, t('city.hint')];
      case 'COUNT_DAY':
      case 'COUNT_WEEK':
      case 'COUNT_MONTH':
        return ['number', <InputNumber key={factor} min={1} precision={0} style={{ width: '100%' }} />];
      default:
        return ['money', <MoneyInput key={factor} />];
    }
  }
}

/** Some of a few. */
function Several(props: SelectProps) {
  return <Select mode="multiple" {...props} showSearch={{ optionFilterProp: 'label' }} />;
}

/** Codes as they are typed or pasted. */
function Codes(props: SelectProps) {
  return (
    <Select
      mode="tags"
      {...props}
      tokenSeparators={[',', '，', '、', ' ', ';', '；']}
      open={false}
      suffixIcon={null}
    />
  );
}

function BrandsInput(props: SelectProps) {
  const { learn } = useNames();
  const { data, isFetching } = useQuery(
    api.merchant.queryBrandOption.queryOptions(undefined, { trpc: { context: { background: true } } }),
  );
  return (
    <Several
      {...props}
      loading={isFetching}
      options={(data ?? []).map(selectOptionOf)}
      onChange={(ids: string[], option) => {
        learn((data ?? []).filter(({ id }) => ids.includes(id)));
        props.onChange?.(ids, option);
      }}
    />
  );
}
