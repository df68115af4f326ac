import { useMutation } from '@tanstack/react-query';
import { type CardOrderDetail, cardOrder as contract } from '@xyxlx/contracts/card-order';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { RefundLines } from './refund-lines.tsx';
import { refundWay } from './refund-way.ts';

/** Asks how many cards of each line are given back, says what that comes to, and hands it in; mount it to open it. */
export function RefundDialog({ order, onClose }: { order: CardOrderDetail; onClose(): void }) {
  const { t } = useTranslation('order');
  const { t: words } = useTranslation('kit');
  const refund = useMutation(
    api.order.refundOrder.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async () => {
        onClose();
        await acted(t('act.refund.done'), api.order.pathFilter(), api.approval.pathFilter());
      },
    }),
  );
  const { id, version, no, state } = order;
  return (
    <FormDialog
      title={t('act.refund.title', { no })}
      words={t(state === 'PAID' ? 'act.refund.wordsBeforeMaking' : 'act.refund.words', {
        way: refundWay(t, order),
      })}
      okText={t('handIn')}
      danger
      width={560}
      isLong
      schema={contract.refundOrder.input}
      known={{ id, version }}
      work={refund}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.custom('lines', t('refund.cards'), <RefundLines order={order} />)}
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}
