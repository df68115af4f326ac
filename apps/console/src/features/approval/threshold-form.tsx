import { useMutation } from '@tanstack/react-query';
import { type ApprovalRule, approval as contract } from '@xyxlx/contracts/approval';
import { Alert, Form, type FormRule, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { fits, needed } from '../../kit/form/fits.ts';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { MoneyInput } from '../../kit/form/money-input.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';

const { shape } = contract.editThreshold.input;
/** Where the kind has counts at all. */
const counts = shape.count.unwrap();

interface Values {
  amount: number;
  dayAmount: number;
  count?: number;
  dayCount?: number;
  reason: string;
}

/** Asks for another threshold; it holds once somebody else has approved it. */
export function ThresholdForm({ rule, onClose }: { rule: ApprovalRule; onClose(): void }) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  const propose = useMutation(
    api.approval.editThreshold.mutationOptions({
      onSuccess: async () => {
        onClose();
        await acted(t('rule.proposed.done'), api.approval.pathFilter());
      },
    }),
  );
  const { subjectType, threshold } = rule;
  if (!threshold) return null;
  const { amount, dayAmount, count, dayCount, version } = threshold;
  const isCounted = count !== null && dayCount !== null;
  return (
    <FormDrawer<Values>
      title={`${t('rule.edit')} · ${label(rule.label)}`}
      initial={{ amount, dayAmount, ...(isCounted && { count, dayCount }) }}
      okText={t('rule.submit')}
      isPending={propose.isPending}
      onSubmit={(values) => propose.mutate({ subjectType, version, count: null, dayCount: null, ...values })}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={t('rule.words')} style={{ marginBottom: 20 }} />
      <Form.Item name="amount" label={t('rule.amount')} {...needed(shape.amount, t('rule.amount.hint'))}>
        <MoneyInput />
      </Form.Item>
      <Form.Item
        name="dayAmount"
        label={t('rule.dayAmount')}
        extra={t('rule.day.words')}
        dependencies={['amount']}
        required
        rules={[fits(shape.dayAmount, t('rule.amount.hint')), notBelow('amount', t('rule.day.tooLow'))]}
      >
        <MoneyInput />
      </Form.Item>
      {isCounted && (
        <>
          <Form.Item name="count" label={t('rule.count')} {...needed(counts, t('rule.count.hint'))}>
            <InputNumber min={0} max={1_000_000} precision={0} style={{ width: '100%' }} />
          </Form.Item>
          <Form.Item
            name="dayCount"
            label={t('rule.dayCount')}
            dependencies={['count']}
            required
            rules={[fits(counts, t('rule.count.hint')), notBelow('count', t('rule.day.tooLow'))]}
          >
            <InputNumber min={0} max={1_000_000} precision={0} style={{ width: '100%' }} />
          </Form.Item>
        </>
      )}
      <Form.Item name="reason" label={t('rule.reason')} {...needed(shape.reason, t('rule.reason.hint'))}>
        <TextInput maxLength={200} />
      </Form.Item>
    </FormDrawer>
  );
}

/** The rule that a day holds at least one act. */
function notBelow(field: 'amount' | 'count', message: string): FormRule {
  return ({ getFieldValue }) => ({
    validator: async (_rule, value: number) => {
      if (value < getFieldValue(field)) throw new Error(message);
    },
  });
}
