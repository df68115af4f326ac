import { skipToken, useQuery } from '@tanstack/react-query';
import { cardFormWords, cardNamingWords } from '@xyxlx/contracts/card-kinds';
import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { cardOrderStateWords, cardPayMethodWords } from '@xyxlx/contracts/card-order-kinds';
import { paths } from '@xyxlx/contracts/paths';
import { Alert, Flex } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { WaitingDecision } from '../../kit/approval/waiting-decision.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { Figures } from '../../kit/figures.tsx';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { PostedIn } from '../../kit/posted-in.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { amountText } from '../../lib/money.ts';
import { minuteText } from '../../lib/time.ts';
import { Making } from './making.tsx';
import styles from './order.module.css';
import { orderActions } from './order-actions.tsx';
import { OrderInvoices } from './order-invoices.tsx';
import { OrderProgress } from './order-progress.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { payableFigure } from './payable-figure.ts';
import { Proofs } from './proofs.tsx';
import { Refunds } from './refunds.tsx';
import { TransferPayment } from './transfer-payment.tsx';

const OrderCode = lazy(async () => ({ default: (await import('./order-code.tsx')).OrderCode }));

/** How often an order whose cards are worked on is looked at, in ms. */
const workEvery = 2_000;

interface OrderDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** One order: how far it has come, what is ordered, what it costs and how it was paid. */
export function OrderDrawer({ id, onClose }: OrderDrawerProps) {
  const { t } = useTranslation('order');
  const [codeOf, setCodeOf] = useState<string | null>(null);
  const order = useQuery(
    api.order.getOrder.queryOptions(id ? { id } : skipToken, {
      // The live channel tells of one's own work alone.
      refetchInterval: ({ state: { data } }) => (data?.jobId ? workEvery : false),
    }),
  );
  return (
    <>
      <DetailDrawer<CardOrderDetail>
        open={id !== null}
        record={order}
        title={t('detail')}
        titleOf={({ no }) => <span className="figures">{no}</span>}
        extra={({ state }) => <StateTag words={cardOrderStateWords[state]} />}
        footer={(row) => (
          <RecordActions
            key={row.id}
            record={row}
            nameOf={({ no }) => no}
            actions={orderActions(t, () => setCodeOf(row.id))}
          />
        )}
        size={720}
        onClose={onClose}
      >
        {(row) => <Detail order={row} />}
      </DetailDrawer>
      <Suspense>{codeOf && <OrderCode id={codeOf} onClose={() => setCodeOf(null)} />}</Suspense>
    </>
  );
}

function Detail({ order }: { order: CardOrderDetail }) {
  const { t } = useTranslation('order');
  const can = useCan();
  const { closesAt, payableAmount, state } = order;
  const waiting = order.refunds.find((refund) => refund.state === 'SUBMITTED');
  return (
    <Flex vertical gap={20}>
      <OrderProgress order={order} />
      {state === 'SUBMITTED' && <Waits type="cardOrder" id={order.id} words={t('waits')} />}
      {state === 'TO_PAY' && closesAt !== null && (
        <Alert type="warning" showIcon title={t('closes', { at: minuteText(closesAt) })} />
      )}
      {waiting && <Waits type="cardOrderRefund" id={waiting.id} words={t('refund.waits')} />}
      {state === 'MAKING' && order.jobId !== null && <Making order={order} jobId={order.jobId} />}
      <Figures
        label={t('money')}
        items={[
          payableFigure(t('field.payable'), payableAmount),
          { key: 'amount', label: t('field.amount'), value: amountText(order.amount) },
          {
            key: 'fee',
            label: t('field.fee'),
            value: amountText(order.feeAmount),
            hint: t('fee.hint', { parcel: amountText(order.parcelFee) }),
          },
          { key: 'paid', label: t('field.paid'), value: amountText(order.paidAmount) },
          ...(order.refundedAmount > 0
            ? [{ key: 'refunded', label: t('field.refunded'), value: amountText(order.refundedAmount) }]
            : []),
        ]}
      />
      {state === 'TO_PAY' && order.payMethod === 'TRANSFER' && <TransferPayment order={order} />}
      <Facts
        record={order}
        facts={(cell) => [
          cell.record('merchant', t('field.merchant'), 'merchant', ({ merchant }) => merchant),
          cell.record('company', t('field.company'), 'company', ({ company }) => company),
          cell.kind('payMethod', t('field.payMethod'), cardPayMethodWords, ({ payMethod }) => payMethod),
          cell.text('address', t('field.address'), ({ address }) => address),
          cell.text('invoiceTitle', t('field.invoiceTitle'), ({ invoiceTitle }) => invoiceTitle),
          cell.stamp(
            'createdAt',
            t('field.createdAt'),
            ({ createdAt }) => createdAt,
            ({ createdBy }) => createdBy,
          ),
        ]}
      />
      <section>
        <h3>{t('lines')}</h3>
        {can('card.view') && order.lines.some(({ made }) => made > 0) && (
          <Link to={`${paths.card}?orderNo=${order.no}`}>{t('cards')}</Link>
        )}
        <RowsTable
          name="cardOrderLine"
          label={t('lines')}
          rows={order.lines}
          rowId={({ id }) => id}
          columns={(cell) => [
            cell.custom('product', t('field.product'), (line) => <Ordered line={line} />, { wraps: true }),
            cell.money('faceAmount', t('field.face'), (line) => line.faceAmount),
            cell.count('quantity', t('field.quantity'), (line) => line.quantity),
            cell.count('made', t('field.made'), (line) => line.made),
            order.refundedAmount > 0 &&
              cell.count('refunded', t('field.refundedCards'), (line) => line.refunded),
            cell.money('makingFee', t('field.makingFee'), (line) => line.makingFee),
            cell.money('amount', t('field.lineAmount'), (line) => line.amount),
          ]}
        />
      </section>
      {order.payments.length > 0 && (
        <section>
          <h3>{t('payments')}</h3>
          <RowsTable
            name="cardOrderPayment"
            label={t('payments')}
            rows={order.payments}
            rowId={({ id }) => id}
            columns={(cell) => [
              cell.minute('paidAt', t('field.paidAt'), (payment) => payment.paidAt),
              cell.kind('method', t('field.payMethod'), cardPayMethodWords, (payment) => payment.method),
              cell.figures('flowNo', t('field.flowNo'), (payment) => payment.flowNo),
              cell.money('amount', t('field.paid'), (payment) => payment.amount),
              cell.text('createdBy', t('field.paidBy'), (payment) => payment.createdBy),
              cell.custom('voucher', t('field.voucher'), () => <PostedIn type="cardOrder" id={order.id} />),
            ]}
          />
        </section>
      )}
      {state !== 'TO_PAY' && order.proofs.length > 0 && <Proofs order={order} />}
      <Refunds order={order} />
      <OrderInvoices invoices={order.invoices} />
      <OrderTimeline order={order} />
    </Flex>
  );
}

/** What a line's cards are. */
function Ordered({ line: { product, form, naming } }: { line: CardOrderDetail['lines'][number] }) {
  const label = useLabel();
  return (
    <>
      <div>{product.name}</div>
      <div className={styles.hint}>
        {[product.code, label(cardFormWords[form]), label(cardNamingWords[naming])].join(' · ')}
      </div>
    </>
  );
}

/** What an order waits for, and who decides it. */
function Waits({ type, id, words }: { type: string; id: string; words: string }) {
  const approval = useSubjectApproval(type, id);
  return (
    <Flex vertical gap={8}>
      <Alert type="info" showIcon title={words} />
      <WaitingDecision approval={approval} />
    </Flex>
  );
}
