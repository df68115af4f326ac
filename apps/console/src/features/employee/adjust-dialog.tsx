import { useMutation } from '@tanstack/react-query';
import type { EmployeeRow, Limits } from '@xyxlx/contracts/employee';
import { type AdjustmentType, adjustmentTypeWords, limit as contract } from '@xyxlx/contracts/limit';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { Amounts, ChangedAmount } from '../../kit/amounts.tsx';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { fieldsOf } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';
import { fittingAmount, fundDelta, limitsAfter, maxOf } from './adjust-limits.ts';
import { employeesChanged } from './changed.ts';

const field = fieldsOf<typeof contract.adjustLimit.input>();

/** Adjusts an employee's limit, with what it will be before it is done; mount it to open it. */
export function AdjustDialog({ employee, onClose }: { employee: EmployeeRow; onClose(): void }) {
  const { t } = useTranslation(['employee', 'kit']);
  const { t: words } = useTranslation('kit');
  const adjust = useMutation(
    api.limit.adjustLimit.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async ({ approvalId }) => {
        onClose();
        await employeesChanged(approvalId ? t('kit:act.submitted') : t('adjust.done'));
      },
    }),
  );
  return (
    <FormDialog
      title={t('adjust.title', { name: employee.name })}
      okText={t('adjust.submit')}
      schema={contract.adjustLimit.input}
      known={{ employeeId: employee.id }}
      work={adjust}
      onClose={onClose}
      fields={(field) => (
        <>
          <AdjustFields limits={employee} merchantId={employee.merchant.id} />
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}

function AdjustFields({ limits, merchantId }: { limits: Limits; merchantId: string }) {
  const { t } = useTranslation(['employee', 'kit']);
  const type = Form.useWatch<AdjustmentType | undefined>('type') ?? 'INCREASE';
  const amount = Form.useWatch<number | undefined>('amount');
  const most = maxOf(limits, type);
  const moved = type === 'CLEAR' ? limits.availableLimit : fittingAmount(amount, most);
  const after = limitsAfter(limits, type, moved);
  return (
    <>
      {field.choice('type', t('adjust.type'), adjustmentTypeWords, {
        initial: 'INCREASE',
        extra: t(`adjust.${type}.words`),
      })}
      {type !== 'CLEAR' &&
        field.money('amount', t('adjust.amount'), {
          dependsOn: ['type'],
          check: (fen: number | undefined) =>
            (fen === undefined || fen > most) &&
            t(most === 0 ? 'adjust.nothing' : 'adjust.most', { most: yuanText(most) }),
        })}
      <div style={{ marginBottom: 16 }}>
        <Amounts label={t('adjust.preview')}>
          {(['availableLimit', 'lockedLimit'] as const).map((key) => (
            <ChangedAmount
              key={key}
              title={t(`kit:employee.${key}`)}
              before={limits[key]}
              after={after[key]}
            />
          ))}
        </Amounts>
      </div>
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
