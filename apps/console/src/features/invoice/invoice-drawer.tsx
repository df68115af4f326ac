import { type InvoiceRow, invoiceApplicationStateWords } from '@xyxlx/contracts/invoice';
import { mailStateWords } from '@xyxlx/contracts/mail';
import { paths } from '@xyxlx/contracts/paths';
import { Drawer, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DrawerFooter } from '../../kit/detail/drawer-footer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { invoiceActions } from './invoice-actions.tsx';

/** One invoice application, and what finance decides of it. */
export function InvoiceDrawer({ row, onClose }: { row: InvoiceRow; onClose(): void }) {
  const { t } = useTranslation('invoice');
  const can = useCan();
  const label = useLabel();
  const { mail } = row;
  return (
    <Drawer
      open
      size={560}
      title={row.applicationNo}
      extra={<StateTag words={invoiceApplicationStateWords[row.state]} />}
      onClose={onClose}
      footer={
        can('bill.confirm') && (
          <DrawerFooter>
            <RecordActions
              record={row}
              nameOf={({ applicationNo }) => applicationNo}
              actions={invoiceActions(t, onClose)}
            />
          </DrawerFooter>
        )
      }
    >
      <Facts
        record={row}
        facts={(cell) => [
          cell.text('title', t('field.title'), ({ title }) => title),
          cell.figures('taxNo', t('field.taxNo'), ({ taxNo }) => taxNo),
          cell.amount('amount', t('field.amount'), ({ amount }) => amount),
          row.untaxedAmount > 0 &&
            cell.amount('untaxedAmount', t('field.untaxed'), ({ untaxedAmount }) => untaxedAmount),
          row.untaxedAmount > 0 &&
            cell.amount(
              'taxedAmount',
              t('field.taxed'),
              ({ amount, untaxedAmount }) => amount - untaxedAmount,
            ),
          row.orderNos.length > 0 &&
            cell.custom('orderNos', t('field.orderNos'), ({ orderNos }) => <Orders nos={orderNos} />),
          row.paymentNos.length > 0 &&
            cell.text('paymentNos', t('field.paymentNos'), ({ paymentNos }) => paymentNos.join('\n')),
          cell.text('email', t('field.email'), ({ email }) => email),
          cell.figures('invoiceNo', t('field.invoiceNo'), ({ invoiceNo }) => invoiceNo),
          cell.text('reason', t('field.reason'), ({ reason }) => reason),
          mail !== null && cell.state('mail', t('field.mail'), mailStateWords, () => mail.state),
          mail !== null &&
            mail.sentAt !== null &&
            cell.moment('mailSentAt', t('field.mailSentAt'), () => mail.sentAt),
          mail !== null &&
            mail.state !== 'SENT' &&
            mail.failure !== null &&
            cell.text('mailFailure', t('field.mailFailure'), () => mail.failure && label(mail.failure)),
          mail !== null &&
            mail.dueAt !== null &&
            mail.attempts > 0 &&
            cell.moment('mailDueAt', t('field.mailDueAt'), () => mail.dueAt),
          cell.moment('createdAt', t('field.createdAt'), ({ createdAt }) => createdAt),
        ]}
      />
    </Drawer>
  );
}

/** The card orders that an invoice is of, each leading to itself for whoever sees orders. */
function Orders({ nos }: { nos: readonly string[] }) {
  const can = useCan();
  return (
    <Flex vertical className="figures">
      {nos.map((no) =>
        can('order.view') ? (
          <Link key={no} to={`${paths.cardOrder}?keyword=${no}`}>
            {no}
          </Link>
        ) : (
          <span key={no}>{no}</span>
        ),
      )}
    </Flex>
  );
}
