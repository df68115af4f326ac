import { type InvoiceRow, invoiceApplicationStateWords } from '@xyxlx/contracts/invoice';
import { mailStateWords } from '@xyxlx/contracts/mail';
import { paths } from '@xyxlx/contracts/paths';
import type { Permission } from '@xyxlx/contracts/permissions';
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
            cell.custom('orderNos', t('field.orderNos'), ({ orderNos }) => (
              <Numbers of={orderNos} permission="order.view" found={`${paths.cardOrder}?keyword=`} />
            )),
          row.paymentNos.length > 0 &&
            cell.custom('paymentNos', t('field.paymentNos'), ({ paymentNos }) => (
              <Numbers
                of={paymentNos}
                permission="consumption.view"
                found={`${paths.storeBill}?paymentNo=`}
              />
            )),
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

interface NumbersProps {
  of: readonly string[];
  permission: Permission;
  /** Where a record is found by the number that follows. */
  found: string;
}

/** What an invoice is of, each number leading to its record for whoever sees such records. */
function Numbers({ of: numbers, permission, found }: NumbersProps) {
  const can = useCan();
  return (
    <Flex vertical className="figures">
      {numbers.map((no) =>
        can(permission) ? (
          <Link key={no} to={found + no}>
            {no}
          </Link>
        ) : (
          <span key={no}>{no}</span>
        ),
      )}
    </Flex>
  );
}
