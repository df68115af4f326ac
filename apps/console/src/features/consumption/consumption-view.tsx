import { skipToken, useQuery } from '@tanstack/react-query';
import {
  type ConsumptionDetail,
  type ConsumptionRow,
  consumptionCategoryWords,
  consumptionStateWords,
  consumptionTypeWords,
  invoiceStateWords,
  paidFromWords,
  payChannelWords,
} from '@xyxlx/contracts/consumption';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DecisionView } from '../../kit/decision/decision-view.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import type { RecordView } from '../../kit/detail/record-view.ts';
import { Figures } from '../../kit/figures.tsx';
import { LimitTerm } from '../../kit/limit-term.tsx';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { PostedIn } from '../../kit/posted-in.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { mccText } from '../../lib/mcc.ts';
import { amountText } from '../../lib/money.ts';
import { numberedName } from '../../lib/numbered-name.ts';
import { consumptionActions } from './consumption-actions.tsx';
import styles from './consumption-drawer.module.css';

/** One payment as its drawer and its page show it; `onOpen` shows another in its place. */
export function useConsumptionView(
  id: string | null | undefined,
  onOpen: (id: string) => void,
): RecordView<ConsumptionDetail> {
  const { t } = useTranslation('consumption');
  const record = useQuery(api.consumption.getConsumption.queryOptions(id ? { id } : skipToken));
  return {
    record,
    title: t('detail.title'),
    titleOf: ({ paymentNo }) => <span className="figures">{paymentNo}</span>,
    extra: ({ state }) => <StateTag words={consumptionStateWords[state]} />,
    footer: (payment) => (
      <RecordActions
        key={payment.id}
        record={payment}
        nameOf={({ paymentNo }) => paymentNo}
        actions={consumptionActions(t)}
      />
    ),
    children: (payment) => <Detail payment={payment} onOpen={onOpen} />,
  };
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
        record={payment}
        facts={(cell) => [
          cell.code('paymentNo', t('field.paymentNo'), (row) => row.paymentNo),
          cell.kind('type', t('field.type'), consumptionTypeWords, (row) => row.type),
          cell.moment('paidAt', t('field.paidAt'), (row) => row.paidAt),
          cell.record('employee', t('field.employee'), 'employee', (row) => numberedName(row.employee)),
          cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant),
          cell.record('store', t('field.store'), 'store', (row) => row.store),
          cell.record('payee', t('field.payee'), 'merchant', (row) => row.payee),
          cell.text('brand', t('field.brand'), (row) => row.payee.brand?.name),
          cell.text('mcc', t('field.mcc'), ({ payee }) => payee.mcc && mccText(payee.mcc)),
          cell.figures('city', t('field.city'), (row) => row.payee.city),
          cell.kind('category', t('field.category'), consumptionCategoryWords, (row) => row.category),
          cell.kind('channel', t('field.channel'), payChannelWords, (row) => row.channel),
          cell.kind('fundedBy', t('field.fundedBy'), paidFromWords, (row) => row.fundedBy),
          cell.masked('card', t('field.card'), (row) => row.cardLastFour && `**** ${row.cardLastFour}`),
          cell.record(
            'ownCard',
            t('field.ownCard'),
            'card',
            ({ card }) => card && { id: card.id, name: card.maskedPan },
          ),
          cell.amount('discount', t('field.discountAmount'), (row) => row.discountAmount),
          cell.custom(
            'limit',
            t('field.limit'),
            (row) =>
              row.fundedBy === 'LIMIT' &&
              employee &&
              row.enterpriseAmount > 0 && (
                <>
                  <Link
                    className={styles.inText}
                    to={generatePath(paths.employeeAdjustments, {
                      merchantId: merchant.id,
                      employeeId: employee.id,
                    })}
                  >
                    {t('detail.limit')}
                  </Link>
                  {' · '}
                  <LimitTerm until={row.limitExpiresAt} />
                </>
              ),
          ),
          cell.custom('voucher', t('field.voucher'), (row) => <PostedIn type="consumption" id={row.id} />),
          cell.text('rule', t('field.ruleVersion'), (row) => row.ruleVersion),
          cell.kind('invoice', t('field.invoiceState'), invoiceStateWords, (row) => row.invoiceState),
          cell.text('failure', t('field.failure'), (row) => row.failure),
          cell.text('reason', t('field.reason'), (row) => row.reason),
        ]}
      />
      {payment.type === 'CONSUME' && <Decision id={payment.id} />}
      {payment.related && <Related title={t('detail.related')} rows={[payment.related]} onOpen={onOpen} />}
      {payment.refunds.length > 0 && (
        <Related title={t('detail.refunds')} rows={payment.refunds} onOpen={onOpen} />
      )}
    </div>
  );
}

/** What the policies said of the payment; nothing where none had a say. */
function Decision({ id }: { id: string }) {
  const { data } = useQuery(api.consumption.explainDecision.queryOptions({ id }));
  return data && <DecisionView decision={data} />;
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
      <RowsTable
        name="relatedConsumption"
        label={title}
        rows={rows}
        rowId={({ id }) => id}
        columns={(cell) => [
          cell.custom('paymentNo', t('field.paymentNo'), (row) => (
            <RowButton onPress={() => onOpen(row.id)}>{row.paymentNo}</RowButton>
          )),
          cell.money('amount', t('field.amount'), (row) => row.amount),
          cell.moment('paidAt', t('field.paidAt'), (row) => row.paidAt),
        ]}
      />
    </section>
  );
}
