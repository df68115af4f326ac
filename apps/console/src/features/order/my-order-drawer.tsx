import { skipToken, useQuery } from '@tanstack/react-query';
import { cardFormWords, cardNamingWords } from '@xyxlx/contracts/card-kinds';
import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { cardOrderStateWords, cardPayMethodWords } from '@xyxlx/contracts/card-order-kinds';
import { Alert, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { Figures } from '../../kit/figures.tsx';
import { TransferFacts } from '../../kit/pay/transfer-facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { amountText, countText } from '../../lib/money.ts';
import { minuteText } from '../../lib/time.ts';
import { myOrderActions } from './my-order-actions.tsx';
import styles from './my-orders.module.css';
import { OrderInvoices } from './order-invoices.tsx';
import { OrderProgress } from './order-progress.tsx';
import { payableFigure } from './payable-figure.ts';

/** One order of one's own: how far it has come, why it stopped, what is in it, and what can still be done. */
export function MyOrderDrawer({ id, onClose }: { id: string | null; onClose(): void }) {
  const { t } = useTranslation('order');
  const order = useQuery(api.own.getOrder.queryOptions(id ? { id } : skipToken));
  const approval = useSubjectApproval('cardOrder', id ?? undefined);
  const waits = approval?.canWithdraw ? approval.id : undefined;
  return (
    <DetailDrawer<CardOrderDetail>
      open={id !== null}
      record={order}
      title={t('detail')}
      titleOf={({ no }) => <span className="figures">{no}</span>}
      extra={({ state }) => <StateTag words={cardOrderStateWords[state]} />}
      footer={(row) => (
        <RecordActions key={row.id} record={row} nameOf={({ no }) => no} actions={myOrderActions(t, waits)} />
      )}
      size={720}
      onClose={onClose}
    >
      {(row) => (
        // The keyboard scrolls what has nothing to press.
        <Flex vertical gap={20} tabIndex={0} role="region" aria-label={t('detail')}>
          <OrderProgress order={row} />
          {row.state === 'REJECTED' && approval?.decisionReason && (
            <Alert type="error" showIcon title={t('mine.rejected', { reason: approval.decisionReason })} />
          )}
          <Detail order={row} />
          <OrderInvoices invoices={row.invoices} />
          {approval && <ApprovalHistory history={approval.history} title={t('mine.history')} />}
        </Flex>
      )}
    </DetailDrawer>
  );
}

function Detail({ order }: { order: CardOrderDetail }) {
  const { t } = useTranslation('order');
  const label = useLabel();
  const { closesAt, state } = order;
  return (
    <>
      {state === 'SUBMITTED' && <Alert type="info" showIcon title={t('mine.waits')} />}
      {state === 'TO_PAY' && closesAt !== null && (
        <Alert type="warning" showIcon title={t('mine.closes', { at: minuteText(closesAt) })} />
      )}
      {order.payTo && (
        <TransferFacts
          payTo={order.payTo}
          amount={order.payableAmount}
          code={order.no}
          codeLabel={t('field.no')}
          words={t('transfer.words', { no: order.no })}
        />
      )}
      <Figures
        label={t('money')}
        items={[
          payableFigure(t('field.payable'), order.payableAmount),
          { key: 'paid', label: t('field.paid'), value: amountText(order.paidAmount) },
          ...(order.refundedAmount > 0
            ? [{ key: 'refunded', label: t('field.refunded'), value: amountText(order.refundedAmount) }]
            : []),
        ]}
      />
      <section>
        <h3>{t('lines')}</h3>
        <ul className={styles.lines} aria-label={t('lines')}>
          {order.lines.map(({ id, product, form, naming, faceAmount, quantity, amount }) => (
            <li key={id} className={styles.line}>
              <div>
                <div>{product.name}</div>
                <div className={styles.small}>
                  {[label(cardFormWords[form]), label(cardNamingWords[naming])].join(' · ')}
                </div>
              </div>
              <div className={styles.end}>
                <span className="figures">{amountText(amount)}</span>
                <div className={`${styles.small} figures`}>
                  {t('mine.each', { face: amountText(faceAmount), count: countText(quantity) })}
                </div>
              </div>
            </li>
          ))}
          <li className={styles.line}>
            <span>{t('field.fee')}</span>
            <span className="figures">{amountText(order.feeAmount)}</span>
          </li>
        </ul>
      </section>
      <Facts
        record={order}
        facts={(cell) => [
          cell.record('merchant', t('field.merchant'), 'merchant', ({ merchant }) => merchant),
          cell.record('company', t('field.company'), 'company', ({ company }) => company),
          cell.kind('payMethod', t('field.payMethod'), cardPayMethodWords, ({ payMethod }) => payMethod),
          cell.text('address', t('field.address'), ({ address }) => address),
          order.parcel && cell.text('carrier', t('field.carrier'), ({ parcel }) => parcel?.carrier),
          order.parcel &&
            cell.figures('trackingNo', t('field.trackingNo'), ({ parcel }) => parcel?.trackingNo),
          cell.text('invoiceTitle', t('field.invoiceTitle'), ({ invoiceTitle }) => invoiceTitle),
          cell.minute('createdAt', t('field.createdAt'), ({ createdAt }) => createdAt),
        ]}
      />
    </>
  );
}
