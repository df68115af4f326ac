import { type InvoiceRow, invoiceApplicationStateWords } from '@xyxlx/contracts/invoice';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DrawerFooter } from '../../kit/detail/drawer-footer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { Money } from '../../kit/money.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { useCan } from '../../lib/me.ts';
import { momentText } from '../../lib/time.ts';
import { invoiceActions } from './invoice-actions.tsx';

/** One invoice application, and what finance decides of it. */
export function InvoiceDrawer({ row, onClose }: { row: InvoiceRow; onClose(): void }) {
  const { t } = useTranslation('invoice');
  const can = useCan();
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
        items={[
          { key: 'title', label: t('field.title'), value: row.title },
          { key: 'taxNo', label: t('field.taxNo'), value: row.taxNo },
          { key: 'amount', label: t('field.amount'), value: <Money fen={row.amount} /> },
          { key: 'email', label: t('field.email'), value: row.email },
          { key: 'paymentNos', label: t('field.paymentNos'), value: row.paymentNos.join('\n') },
          { key: 'invoiceNo', label: t('field.invoiceNo'), value: row.invoiceNo },
          { key: 'reason', label: t('field.reason'), value: row.reason },
          { key: 'createdAt', label: t('field.createdAt'), value: momentText(row.createdAt) },
        ]}
      />
    </Drawer>
  );
}
