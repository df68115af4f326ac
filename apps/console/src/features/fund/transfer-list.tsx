import { fundTransferStateWords } from '@xyxlx/contracts/fund';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { optionFilter } from '../../kit/filters/option-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { actorName } from '../../lib/stamp.ts';
import { accountText, targetText } from './account-text.ts';

const TransferDrawer = lazyOverlay(async () => (await import('./transfer-drawer.tsx')).TransferDrawer);
const TransferDialog = lazy(async () => ({
  default: (await import('./transfer-dialog.tsx')).TransferDialog,
}));

/** Transfers between accounts, and handing in a new one. */
export function TransferList() {
  const { t } = useTranslation('fund');
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <List
        name="fundTransfer"
        label={t('tab.transfers')}
        query={api.fund.queryTransfer}
        ofTenants
        sortFields={['createdAt', 'amount', 'state']}
        filters={[
          choiceFilter('state', t('field.state'), fundTransferStateWords),
          optionFilter('companyId', t('field.company'), api.merchant.queryCompanyOption),
          daysFilter('created', t('field.createdAt'), 'createdFrom', 'createdTo'),
        ]}
        columns={(cell) => [
          cell.name('transferNo', t('field.transferNo'), (row) => row.transferNo),
          cell.state('state', t('field.state'), fundTransferStateWords, (row) => row.state),
          cell.text('from', t('field.from'), (row) => accountText(row.from), { width: 220 }),
          cell.text('to', t('field.to'), targetText, { width: 220 }),
          cell.money('amount', t('field.amount'), (row) => row.amount),
          cell.text('reason', t('field.reason'), (row) => row.reason, { width: 180 }),
          cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt),
          cell.text('createdBy', t('field.createdBy'), ({ createdBy }) => createdBy && actorName(createdBy)),
        ]}
        drawer={({ id, onClose }) => <TransferDrawer id={id} onClose={onClose} />}
        actions={
          can('fund.transfer') && (
            <Button type="primary" onClick={() => setAdding(true)}>
              {t('transfer.new')}
            </Button>
          )
        }
      />
      <Suspense>{isAdding && <TransferDialog onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}
