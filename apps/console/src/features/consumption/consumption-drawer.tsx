import { skipToken, useQuery } from '@tanstack/react-query';
import {
  type ConsumptionDetail,
  type ConsumptionRow,
  consumptionCategoryWords,
  consumptionStateWords,
  consumptionTypeWords,
  invoiceStateWords,
  payChannelWords,
} from '@xyxlx/contracts/consumption';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { Figures } from '../../kit/figures.tsx';
import { LimitTerm } from '../../kit/limit-term.tsx';
import { MaskedText } from '../../kit/masked-text.tsx';
import { Money } from '../../kit/money.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { amountText } from '../../lib/money.ts';
import { momentText } from '../../lib/time.ts';
import { consumptionActions } from './consumption-actions.tsx';
import styles from './consumption-drawer.module.css';

interface ConsumptionDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onOpen(id: string): void;
  onClose(): void;
}

/** One record with its refunds, over the list. */
export function ConsumptionDrawer({ id, onOpen, onClose }: ConsumptionDrawerProps) {
  const { t } = useTranslation('consumption');
  const record = useQuery(api.consumption.getConsumption.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={(payment) => <span className="figures">{payment.paymentNo}</span>}
      extra={(payment) => <StateTag words={consumptionStateWords[payment.state]} />}
      footer={(payment) => (
        <RecordActions
          key={payment.id}
          record={payment}
          nameOf={({ paymentNo }) => paymentNo}
          actions={consumptionActions(t)}
        />
      )}
      size={640}
      onClose={onClose}
    >
      {(payment) => <Detail payment={payment} onOpen={onOpen} />}
    </DetailDrawer>
  );
}

function Detail({ payment, onOpen }: { payment: ConsumptionDetail; onOpen(id: string): void }) {
  const { t } = useTranslation('consumption');
  const { employee, merchant } = payment;
  return (
    <div className={styles.detail}>
      <Figures
        label={t('detail.amounts')}
        items={[
          {
            key: 'amount',
            label: t('field.amount'),
            value: amountText(payment.amount),
            hint: t('detail.split', {
              enterprise: amountText(payment.enterpriseAmount),
              personal: amountText(payment.personalAmount),
            }),
          },
          { key: 'refunded', label: t('field.refundedAmount'), value: amountText(payment.refundedAmount) },
          {
            key: 'refundable',
            label: t('field.refundableAmount'),
            value: amountText(payment.refundableAmount),
          },
        ]}
      />
      <Facts
        items={[
          {
            key: 'paymentNo',
            label: t('field.paymentNo'),
            value: (
              <span className="figures">
                {payment.paymentNo} <CopyButton value={payment.paymentNo} />
              </span>
            ),
          },
          { key: 'type', label: t('field.type'), value: labelText(consumptionTypeWords[payment.type]) },
          {
            key: 'paidAt',
            label: t('field.paidAt'),
            value: <span className="figures">{momentText(payment.paidAt)}</span>,
          },
          {
            key: 'employee',
            label: t('field.employee'),
            value: (
              <Link
                to={generatePath(paths.employeeBill, { merchantId: merchant.id, employeeId: employee.id })}
              >
                {employee.name} · {employee.employeeNo}
              </Link>
            ),
          },
          { key: 'merchant', label: t('field.merchant'), value: merchant.name },
          { key: 'store', label: t('field.store'), value: payment.store?.name },
          {
            key: 'category',
            label: t('field.category'),
            value: labelText(consumptionCategoryWords[payment.category]),
          },
          { key: 'channel', label: t('field.channel'), value: labelText(payChannelWords[payment.channel]) },
          {
            key: 'card',
            label: t('field.card'),
            value: payment.cardLastFour && <MaskedText value={`**** ${payment.cardLastFour}`} />,
          },
          { key: 'discount', label: t('field.discountAmount'), value: amountText(payment.discountAmount) },
          {
            key: 'limit',
            label: t('field.limit'),
            value: payment.enterpriseAmount > 0 && (
              <>
                <Link
                  to={generatePath(paths.employeeAdjustments, {
                    merchantId: merchant.id,
                    employeeId: employee.id,
                  })}
                >
                  {t('detail.limit')}
                </Link>
                {' · '}
                <LimitTerm until={payment.limitExpiresAt} />
              </>
            ),
          },
          { key: 'rule', label: t('field.ruleVersion'), value: payment.ruleVersion },
          {
            key: 'invoice',
            label: t('field.invoiceState'),
            value: labelText(invoiceStateWords[payment.invoiceState]),
          },
          { key: 'failure', label: t('field.failure'), value: payment.failure },
          { key: 'reason', label: t('field.reason'), value: payment.reason },
        ]}
      />
      {payment.related && <Related title={t('detail.related')} rows={[payment.related]} onOpen={onOpen} />}
      {payment.refunds.length > 0 && (
        <Related title={t('detail.refunds')} rows={payment.refunds} onOpen={onOpen} />
      )}
    </div>
  );
}

interface RelatedProps {
  title: string;
  rows: ConsumptionRow[];
  onOpen(id: string): void;
}

function Related({ title, rows, onOpen }: RelatedProps) {
  const { t } = useTranslation('consumption');
  return (
    <section className={styles.related}>
      <h3>{title}</h3>
      <PlainTable<ConsumptionRow>
        label={title}
        rows={{ data: { list: rows }, error: null, isFetching: false, refetch: () => undefined }}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'paymentNo',
            title: t('field.paymentNo'),
            render: (row) => <RowButton onPress={() => onOpen(row.id)}>{row.paymentNo}</RowButton>,
          },
          {
            key: 'amount',
            title: t('field.amount'),
            align: 'end',
            render: (row) => <Money fen={row.amount} />,
          },
          {
            key: 'paidAt',
            title: t('field.paidAt'),
            render: (row) => <span className="figures">{momentText(row.paidAt)}</span>,
          },
        ]}
      />
    </section>
  );
}
