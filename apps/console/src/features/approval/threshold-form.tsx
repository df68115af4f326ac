import { useMutation } from '@tanstack/react-query';
import { type ApprovalRule, approval as contract } from '@xyxlx/contracts/approval';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';

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
  // A day holds at least one act.
  const notBelow = (single: 'amount' | 'count') => ({
    dependsOn: [single],
    check: (day: number, read: (name: string) => unknown) =>
      day < Number(read(single)) && t('rule.day.tooLow'),
  });
  const needed = (value: number | null | undefined) => value == null && t('rule.count.hint');
  return (
    <FormDrawer
      title={`${t('rule.edit')} · ${label(rule.label)}`}
      schema={contract.editThreshold.input}
      known={{ subjectType, version }}
      work={propose}
      okText={t('rule.submit')}
      onClose={onClose}
      fields={(field) => [
        <Alert key="words" type="info" showIcon title={t('rule.words')} style={{ marginBottom: 20 }} />,
        field.money('amount', t('rule.amount'), { initial: amount }),
        field.money('dayAmount', t('rule.dayAmount'), {
          initial: dayAmount,
          extra: t('rule.day.words'),
          ...notBelow('amount'),
        }),
        isCounted && field.number('count', t('rule.count'), { initial: count, check: needed }),
        isCounted &&
          field.number('dayCount', t('rule.dayCount'), {
            initial: dayCount,
            dependsOn: ['count'],
            check: (day: number, read) => needed(day) || notBelow('count').check(day, read),
          }),
        field.text('reason', t('rule.reason')),
      ]}
    />
  );
}
