import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { cardOrderRefundStateWords } from '@xyxlx/contracts/card-order-kinds';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { ChannelRefundCell } from '../../kit/actions/channel-refund-cell.tsx';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { PostedIn } from '../../kit/posted-in.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { amountText } from '../../lib/money.ts';
import { minuteText } from '../../lib/time.ts';
import styles from './order.module.css';
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
          cell.custom('no', t('field.refundNo'), ({ no, state }) => (
            <Flex vertical gap={4} align="flex-start">
              <span className="figures">{no}</span>
              <StateTag words={cardOrderRefundStateWords[state]} />
            </Flex>
          )),
          cell.count('quantity', t('field.quantity'), ({ quantity }) => quantity),
          cell.money('amount', t('field.refundAmount'), ({ amount }) => amount),
          cell.custom(
            'way',
            t('field.refundWay'),
            ({ channelRefund, no, feeAmount }) => (
              <Flex vertical gap={4} align="flex-start">
                {refundWay(t, order)}
                {feeAmount > 0 && (
                  <div className={styles.hint}>{t('refund.feeOf', { fee: amountText(feeAmount) })}</div>
                )}
                {channelRefund && (
                  <ChannelRefundCell refund={channelRefund} no={no} actions={resendRefund(t)} />
                )}
              </Flex>
            ),
            { wraps: true },
          ),
          cell.custom(
            'reason',
            t('field.reason'),
            ({ reason, createdBy, doneAt }) => (
              <>
                <div>{reason}</div>
                <div className={styles.hint}>
                  {doneAt === null ? createdBy : `${createdBy} · ${minuteText(doneAt)}`}
                </div>
              </>
            ),
            { wraps: true },
          ),
          cell.custom('voucher', t('field.voucher'), ({ id }) => <PostedIn type="cardOrderRefund" id={id} />),
        ]}
      />
    </section>
  );
}
