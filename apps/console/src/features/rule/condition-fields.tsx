import {
  amountCapWords,
  condition,
  countCapWords,
  type Factor,
  factorWords,
  matchFactorWords,
  operators,
  operatorWords,
} from '@xyxlx/contracts/rule-condition';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { FieldItem } from '../../kit/form/field-item.tsx';
import { useLabel } from '../../lib/label.ts';
import { ConditionValue } from './condition-value.tsx';
import styles from './editor.module.css';

const factor = z.enum(Object.keys(factorWords) as [Factor, ...Factor[]]);

/** One condition of a rule: what it looks at, and what that has to be. `rule` and `at` are places from 0. */
export function ConditionFields({ rule, at }: { rule: number; at: number }) {
  const { t } = useTranslation('rule');
  const label = useLabel();
  const form = Form.useFormInstance();
  const path = ['rules', rule, 'conditions', at];
  const chosen: Factor | undefined = Form.useWatch([...path, 'factor']);
  const shape = chosen && shapeOf(chosen);
  const offered = operators.filter((one) => shape?.operator.safeParse(one).success);

  function begin(next: Factor): void {
    const [first] = operators.filter((one) => shapeOf(next).operator.safeParse(one).success);
    form.setFieldValue(path, { factor: next, operator: first });
  }

  return (
    <div className={styles.row}>
      <FieldItem
        path={[...path, 'factor']}
        label={t('condition.factor')}
        schema={factor}
        kind="choice"
        listDepth={3}
      >
        {() => (
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            listHeight={360}
            options={[
              { label: t('condition.matches'), options: enumOptions(matchFactorWords) },
              { label: t('condition.amounts'), options: enumOptions(amountCapWords) },
              { label: t('condition.counts'), options: enumOptions(countCapWords) },
            ]}
            onChange={begin}
          />
        )}
      </FieldItem>
      {chosen && shape && (
        <>
          <FieldItem
            key={`${chosen} operator`}
            path={[...path, 'operator']}
            label={t('condition.operator')}
            schema={shape.operator}
            kind="choice"
            listDepth={3}
          >
            {() => (
              <Select
                disabled={offered.length === 1}
                options={offered.map((one) => ({ value: one, label: label(operatorWords[one]) }))}
              />
            )}
          </FieldItem>
          <ConditionValue
            key={chosen}
            path={[...path, 'value']}
            factor={chosen}
            schema={shape.value}
            label={label(factorWords[chosen])}
          />
        </>
      )}
    </div>
  );
}

/** What a condition on a factor has, by the contract. */
function shapeOf(one: Factor) {
  const found = condition.options.find(({ shape }) => shape.factor.safeParse(one).success);
  return (found ?? condition.options[0]).shape;
}
