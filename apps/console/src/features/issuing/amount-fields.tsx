import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { type PlanAmount, planAmount } from '@xyxlx/contracts/issue-schedule';
import { Button, Form, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FieldItem } from '../../kit/form/field-item.tsx';
import { MoneyInput } from '../../kit/form/money-input.tsx';
import { TextInput } from '../../kit/text-input.ts';
import styles from './issuing.module.css';

const ways = ['SAME', 'GRADE'] as const satisfies readonly PlanAmount['by'][];
const [same, byGrade] = planAmount.options;
const line = byGrade.shape.grades.element.shape;
/** So many grades have an amount of their own at most. */
const mostGrades = 100;

/** How much each gets, in the field `amount` of the form around. */
export function AmountFields({ initial }: { initial?: PlanAmount }) {
  const { t } = useTranslation('issuing');
  const form = Form.useFormInstance();
  const by: PlanAmount['by'] = Form.useWatch(['amount', 'by']) ?? initial?.by ?? 'SAME';
  return (
    <>
      <FieldItem
        path={['amount', 'by']}
        label={t('amount.by')}
        schema={z.enum(ways)}
        kind="choice"
        initial={initial?.by ?? 'SAME'}
      >
        {() => (
          <Radio.Group
            options={ways.map((way) => ({ value: way, label: t(`amount.${way}`) }))}
            onChange={({ target }) =>
              form.setFieldValue('amount', {
                by: target.value,
                ...(target.value === 'GRADE' && { grades: [{}] }),
              })
            }
          />
        )}
      </FieldItem>
      {by === 'SAME' ? (
        <FieldItem
          path={['amount', 'amount']}
          label={t('amount.each')}
          schema={same.shape.amount}
          kind="money"
          {...(initial?.by === 'SAME' && { initial: initial.amount })}
        >
          {() => <MoneyInput />}
        </FieldItem>
      ) : (
        <ByGrade {...(initial?.by === 'GRADE' && { initial })} />
      )}
    </>
  );
}

function ByGrade({ initial }: { initial?: Extract<PlanAmount, { by: 'GRADE' }> }) {
  const { t } = useTranslation('issuing');
  return (
    <>
      <Form.List name={['amount', 'grades']} initialValue={initial?.grades ?? [{}]}>
        {(lines, { add, remove }) => (
          <div className={styles.lines}>
            {lines.map(({ key, name }) => (
              <div key={key} className={styles.line}>
                <FieldItem
                  path={['amount', 'grades', name, 'grade']}
                  listDepth={2}
                  label={t('amount.grade')}
                  schema={line.grade}
                >
                  {({ maxLength }) => <TextInput {...(maxLength !== undefined && { maxLength })} />}
                </FieldItem>
                <FieldItem
                  path={['amount', 'grades', name, 'amount']}
                  listDepth={2}
                  label={t('amount.ofGrade')}
                  schema={line.amount}
                  kind="money"
                >
                  {() => <MoneyInput />}
                </FieldItem>
                <Button
                  type="text"
                  icon={<CloseOutlined />}
                  aria-label={t('amount.removeGrade', { n: name + 1 })}
                  disabled={lines.length === 1}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            <div style={{ marginBottom: 16 }}>
              <Button icon={<PlusOutlined />} disabled={lines.length >= mostGrades} onClick={() => add({})}>
                {t('amount.addGrade')}
              </Button>
            </div>
          </div>
        )}
      </Form.List>
      <FieldItem
        path={['amount', 'otherwise']}
        label={t('amount.otherwise')}
        schema={byGrade.shape.otherwise}
        kind="money"
        extra={t('amount.otherwise.hint')}
        initial={initial?.otherwise ?? 0}
      >
        {() => <MoneyInput />}
      </FieldItem>
    </>
  );
}
