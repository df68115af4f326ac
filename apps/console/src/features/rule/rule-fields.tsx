import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { ruleSentence } from '@xyxlx/contracts/rule-sentence';
import { Button, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../kit/text-input.ts';
import { useLabel } from '../../lib/label.ts';
import { yuanText } from '../../lib/money.ts';
import { ConditionFields } from './condition-fields.tsx';
import styles from './editor.module.css';
import { useNames } from './names.ts';
import { type Written, type WrittenCondition, wholeOf } from './written.ts';

/** A version has so many rules, a rule so many conditions. */
const most = { rules: 50, conditions: 20 } as const;

/** The rules of a 制度, in the field `rules` of the form around: each said as a sentence while it is written. */
export function RuleFields({ initial }: { initial: Written['rules'] }) {
  const { t } = useTranslation('rule');
  return (
    <section className={styles.section} aria-label={t('field.rules')}>
      <h3 className={styles.head}>{t('field.rules')}</h3>
      <Form.List name="rules" initialValue={initial}>
        {(rules, { add, remove }) => (
          <>
            {rules.map(({ key, name }) => (
              <fieldset key={key} className={styles.rule}>
                <legend>{t('rule.title', { n: name + 1 })}</legend>
                <Sentence rule={name} />
                {/* By its key what was used of a rule goes on counting in the next version. */}
                <Form.Item name={[name, 'key']} hidden>
                  <TextInput />
                </Form.Item>
                <Conditions rule={name} />
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined />}
                  disabled={rules.length === 1}
                  onClick={() => remove(name)}
                >
                  {t('rule.remove', { n: name + 1 })}
                </Button>
              </fieldset>
            ))}
            <Button
              icon={<PlusOutlined />}
              disabled={rules.length >= most.rules}
              onClick={() => add({ conditions: [{}] })}
            >
              {t('rule.add')}
            </Button>
          </>
        )}
      </Form.List>
    </section>
  );
}

function Conditions({ rule }: { rule: number }) {
  const { t } = useTranslation('rule');
  return (
    <Form.List name={[rule, 'conditions']}>
      {(conditions, { add, remove }) => (
        <>
          {conditions.map(({ key, name }) => (
            <fieldset
              key={key}
              className={styles.part}
              aria-label={t('condition.line', { rule: rule + 1, n: name + 1 })}
            >
              <ConditionFields rule={rule} at={name} />
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('condition.remove', { n: name + 1 })}
                disabled={conditions.length === 1}
                onClick={() => remove(name)}
              />
            </fieldset>
          ))}
          <Button
            type="link"
            icon={<PlusOutlined />}
            disabled={conditions.length >= most.conditions}
            onClick={() => add({})}
          >
            {t('condition.add')}
          </Button>
        </>
      )}
    </Form.List>
  );
}

/** The rule as far as it is written. */
function Sentence({ rule }: { rule: number }) {
  const { t } = useTranslation('rule');
  const label = useLabel();
  const { nameOf } = useNames();
  const written: WrittenCondition[] = Form.useWatch(['rules', rule, 'conditions']) ?? [];
  const whole = wholeOf(written);
  return (
    <p className={styles.sentence} aria-live="polite">
      {whole.length > 0 ? label(ruleSentence(whole, { yuan: yuanText, nameOf })) : t('rule.empty')}
    </p>
  );
}
