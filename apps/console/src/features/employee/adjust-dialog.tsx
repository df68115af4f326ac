import { useMutation } from '@tanstack/react-query';
import type { EmployeeRow, Limits } from '@xyxlx/contracts/employee';
import { type AdjustmentType, adjustmentTypeWords } from '@xyxlx/contracts/limit';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { fits } from '../../kit/form/fits.ts';
import { MoneyInput } from '../../kit/form/money-input.tsx';
import { useIntention } from '../../kit/intention.ts';
import { api } from '../../lib/api.ts';
import { amountText, yuanText } from '../../lib/money.ts';
import styles from './adjust-dialog.module.css';
import { fittingAmount, fundDelta, limitsAfter, mostOf } from './adjust-limits.ts';
import { employeesChanged } from './changed.ts';

interface Values {
  type: AdjustmentType;
  amount?: number;
  reason: string;
}

/** Adjusts an employee's limit, with what it will be before it is done; mount it to open it. */
export function AdjustDialog({ employee, onClose }: { employee: EmployeeRow; onClose(): void }) {
  const { t } = useTranslation(['employee', 'kit']);
  const adjust = useMutation(
    api.limit.adjustLimit.mutationOptions({
      ...useIntention(),
      onSuccess: async ({ approvalId }) => {
        onClose();
        await employeesChanged(approvalId ? t('kit:act.handedIn') : t('adjust.done'));
      },
    }),
  );
  return (
    <ReasonDialog<Values>
      title={t('adjust.title', { name: employee.name })}
      okText={t('adjust.submit')}
      isPending={adjust.isPending}
      initial={{ type: 'INCREASE' }}
      onClose={onClose}
      onSubmit={({ type, amount, reason }) =>
        adjust.mutate({ employeeId: employee.id, type, reason, ...(type !== 'CLEAR' && { amount }) })
      }
    >
      <AdjustFields limits={employee} merchantId={employee.merchant.id} />
    </ReasonDialog>
  );
}

function AdjustFields({ limits, merchantId }: { limits: Limits; merchantId: string }) {
  const { t } = useTranslation(['employee', 'kit']);
  const type = Form.useWatch<AdjustmentType | undefined>('type') ?? 'INCREASE';
  const amount = Form.useWatch<number | undefined>('amount');
  const most = mostOf(limits, type);
  const moved = type === 'CLEAR' ? limits.availableLimit : fittingAmount(amount, most);
  const after = limitsAfter(limits, type, moved);
  return (
    <>
      <Form.Item name="type" label={t('adjust.type')} extra={t(`adjust.${type}.words`)}>
        <Select options={enumOptions(adjustmentTypeWords)} />
      </Form.Item>
      {type !== 'CLEAR' && (
        <Form.Item
          name="amount"
          label={t('adjust.amount')}
          dependencies={['type']}
          rules={[
            fits(
              z.int().min(1).max(most),
              t(most === 0 ? 'adjust.nothing' : 'adjust.most', { most: yuanText(most) }),
            ),
          ]}
        >
          <MoneyInput />
        </Form.Item>
      )}
      <dl className={styles.preview} aria-label={t('adjust.preview')}>
        {(['availableLimit', 'lockedLimit'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`kit:employee.${key}`)}</dt>
            <dd data-changed={after[key] !== limits[key]}>
              {amountText(limits[key])}
              {after[key] !== limits[key] && <strong> → {amountText(after[key])}</strong>}
            </dd>
          </div>
        ))}
      </dl>
      {type !== 'FREEZE' && (
        <ActForecast
          subjectType="limitAdjustment"
          merchantId={merchantId}
          amount={moved}
          fundDelta={fundDelta(type, moved)}
        />
      )}
    </>
  );
}
