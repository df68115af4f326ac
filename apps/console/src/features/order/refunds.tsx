import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { cardOrderRefundStateWords } from '@xyxlx/contracts/card-order-kinds';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { ChannelRefundCell } from '../../kit/actions/channel-refund-cell.tsx';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { PostedIn } from '../../kit/posted-in.tsx';
import { refundWay } from './refund-way.ts';
import { resendRefund } from './resend-refund.ts';

/** What of an order was given back or is to be, the newest first; nothing where nobody has asked for it. */
export function Refunds({ order }: { order: CardOrderDetail }) {
  const { t } = useTranslation('order');
  const { refunds } = order;
  if (refunds.length === 0) return null;
  return (
    <section>
      <h3>{t('refunds')}</h3>
      <RowsTable
        name="cardOrderRefund"
        label={t('refunds')}
        rows={refunds}
        rowId={({ id }) => id}
        columns={(cell) => [
          cell.figures('no', t('field.refundNo'), ({ no }) => no),
          cell.state('state', t('field.state'), cardOrderRefundStateWords, ({ state }) => state),
          cell.count('quantity', t('field.quantity'), ({ quantity }) => quantity),
          cell.money('amount', t('field.refundAmount'), ({ amount }) => amount),
          cell.money('feeAmount', t('refund.fee'), ({ feeAmount }) => feeAmount),
          cell.custom('way', t('field.refundWay'), ({ channelRefund, no }) => (
            <Flex vertical gap={4} align="flex-start">
              {refundWay(t, order)}
              {channelRefund && (
                <ChannelRefundCell refund={channelRefund} no={no} actions={resendRefund(t)} />
              )}
            </Flex>
          )),
          cell.text('reason', t('field.reason'), ({ reason }) => reason, { width: 160 }),
          cell.text('createdBy', t('field.paidBy'), ({ createdBy }) => createdBy),
          cell.minute('doneAt', t('field.refundedAt'), ({ doneAt }) => doneAt),
          cell.custom('voucher', t('field.voucher'), ({ id }) => <PostedIn type="cardOrderRefund" id={id} />),
        ]}
      />
    </section>
  );
}
