import { useMutation } from '@tanstack/react-query';
import type { ConsumptionDetail } from '@xyxlx/contracts/consumption';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { fits } from '../../kit/form/fits.ts';
import { MoneyInput } from '../../kit/form/money-input.tsx';
import { useIntention } from '../../kit/intention.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { yuanText } from '../../lib/money.ts';

/** Refunds a payment, or revokes one of today; nothing for who may not, and for what can't be. */
export function ConsumptionActions({ payment }: { payment: ConsumptionDetail }) {
  const { t } = useTranslation('consumption');
  const can = useCan();
  const [asked, setAsked] = useState<'refund' | 'revoke' | null>(null);
  if (!can('consumption.refund') || (payment.refundableAmount === 0 && !payment.revocable)) return null;
  const close = () => setAsked(null);
  return (
    <>
      {payment.refundableAmount > 0 && (
        <Button type="primary" onClick={() => setAsked('refund')}>
          {t('refund.action')}
        </Button>
      )}
      {payment.revocable && (
        <Button danger onClick={() => setAsked('revoke')}>
          {t('revoke.action')}
        </Button>
      )}
      {asked === 'refund' && <RefundDialog payment={payment} onClose={close} />}
      {asked === 'revoke' && <RevokeDialog payment={payment} onClose={close} />}
    </>
  );
}

interface DialogProps {
  payment: ConsumptionDetail;
  onClose(): void;
}

function RefundDialog({ payment, onClose }: DialogProps) {
  const { t } = useTranslation('consumption');
  const { intention, onSuccess } = useMoneyBack(t('refund.done'), onClose);
  const refund = useMutation(api.consumption.refundConsumption.mutationOptions({ ...intention, onSuccess }));
  const most = payment.refundableAmount;
  return (
    <ReasonDialog<{ amount: number; reason: string }>
      title={t('refund.title')}
      words={t('refund.words')}
      okText={t('refund.action')}
      isPending={refund.isPending}
      initial={{ amount: most }}
      onClose={onClose}
      onSubmit={({ amount, reason }) => refund.mutate({ id: payment.id, amount, reason })}
    >
      <Form.Item
        name="amount"
        label={t('refund.amount')}
        rules={[fits(z.int().min(1).max(most), t('refund.most', { most: yuanText(most) }))]}
      >
        <MoneyInput />
      </Form.Item>
      <RefundForecast payment={payment} />
    </ReasonDialog>
  );
}

function RevokeDialog({ payment, onClose }: DialogProps) {
  const { t } = useTranslation('consumption');
  const { intention, onSuccess } = useMoneyBack(t('revoke.done'), onClose);
  const revoke = useMutation(api.consumption.revokeConsumption.mutationOptions({ ...intention, onSuccess }));
  return (
    <ReasonDialog
      title={t('revoke.title')}
      words={t('revoke.words', { amount: yuanText(payment.amount) })}
      okText={t('revoke.action')}
      danger
      isPending={revoke.isPending}
      onClose={onClose}
      onSubmit={({ reason }) => revoke.mutate({ id: payment.id, reason })}
    >
      <MoneyBackForecast payment={payment} amount={payment.amount} />
    </ReasonDialog>
  );
}

function RefundForecast({ payment }: { payment: ConsumptionDetail }) {
  const amount = Form.useWatch<number | undefined>('amount') ?? payment.refundableAmount;
  const isAmount = Number.isInteger(amount) && amount > 0;
  return (
    <MoneyBackForecast payment={payment} amount={isAmount ? Math.min(amount, payment.refundableAmount) : 0} />
  );
}

/** What goes back restores a limit; where that has ended, the company's share goes to its fund. */
function MoneyBackForecast({ payment, amount }: { payment: ConsumptionDetail; amount: number }) {
  const { merchant, enterpriseAmount, refundedAmount, limitExpiresAt } = payment;
  const share = Math.min(amount, Math.max(0, enterpriseAmount - refundedAmount));
  const hasEnded = limitExpiresAt !== null && Date.parse(limitExpiresAt) <= Date.now();
  return (
    <ActForecast
      subjectType="consumptionRefund"
      merchantId={merchant.id}
      amount={amount}
      fundDelta={hasEnded ? share : 0}
    />
  );
}

function useMoneyBack(words: string, onClose: () => void) {
  const { t } = useTranslation('kit');
  const intention = useIntention();
  return {
    intention,
    onSuccess: async ({ approvalId }: { approvalId: string | null }) => {
      onClose();
      await acted(
        approvalId ? t('act.handedIn') : words,
        api.approval.pathFilter(),
        api.consumption.pathFilter(),
        api.employee.pathFilter(),
        api.merchant.pathFilter(),
        api.home.pathFilter(),
      );
    },
  };
}
