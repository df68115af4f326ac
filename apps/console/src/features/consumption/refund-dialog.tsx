import { useMutation } from '@tanstack/react-query';
import { type ConsumptionDetail, consumption as contract } from '@xyxlx/contracts/consumption';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';
import { MoneyBackForecast, moneyBackAreas } from './money-back.tsx';

/** Gives back a payment or a part of it; mount it to open it. */
export function RefundDialog({ payment, onClose }: { payment: ConsumptionDetail; onClose(): void }) {
  const { t } = useTranslation('consumption');
  const { t: words } = useTranslation('kit');
  const refund = useMutation(
    api.consumption.refundConsumption.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async ({ approvalId }) => {
        onClose();
        await acted(approvalId ? words('act.submitted') : t('refund.done'), ...moneyBackAreas());
      },
    }),
  );
  const most = payment.refundableAmount;
  return (
    <FormDialog
      title={t('refund.title')}
      words={payment.fundedBy === 'CARD' ? t('refund.cardWords') : t('refund.words')}
      okText={t('refund.action')}
      schema={contract.refundConsumption.input}
      known={{ id: payment.id }}
      work={refund}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.money('amount', t('refund.amount'), {
            initial: most,
            check: (fen: number) => fen > most && t('refund.most', { most: yuanText(most) }),
          })}
          <RefundForecast payment={payment} />
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}

function RefundForecast({ payment }: { payment: ConsumptionDetail }) {
  const amount = Form.useWatch<number | undefined>('amount') ?? payment.refundableAmount;
  const isAmount = Number.isInteger(amount) && amount > 0;
  return (
    <MoneyBackForecast payment={payment} amount={isAmount ? Math.min(amount, payment.refundableAmount) : 0} />
  );
}
