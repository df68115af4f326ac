import { cardOrderStateWords, cardPayMethodWords } from '@xyxlx/contracts/card-order-kinds';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { merchantFilter } from '../../kit/filters/merchant-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { actorName } from '../../lib/stamp.ts';

const OrderDrawer = lazyOverlay(async () => (await import('./order-drawer.tsx')).OrderDrawer);
const OrderForm = lazy(async () => ({ default: (await import('./order-form.tsx')).OrderForm }));

/** 卡订单: what units have ordered, what became of it, and ordering more. */
export function Component() {
  const { t } = useTranslation('order');
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const add = can('order.edit') && (
    <Button type="primary" onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} lead={t('lead')} actions={add}>
      <List
        name="cardOrder"
        label={t('title')}
        query={api.order.queryOrder}
        ofTenants
        sortFields={['createdAt', 'payableAmount', 'state']}
        filters={[
          textFilter('keyword', t('field.no')),
          choiceFilter('state', t('field.state'), cardOrderStateWords),
          merchantFilter(t('field.merchant')),
          daysFilter('created', t('field.createdAt'), 'createdFrom', 'createdTo'),
        ]}
        columns={(cell) => [
          cell.name('no', t('field.no'), (row) => row.no),
          cell.state('state', t('field.state'), cardOrderStateWords, (row) => row.state),
          cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant, { width: 200 }),
          cell.record('company', t('field.company'), 'company', (row) => row.company, { width: 200 }),
          cell.count('quantity', t('field.quantity'), (row) => row.quantity),
          cell.money('amount', t('field.amount'), (row) => row.amount),
          cell.money('feeAmount', t('field.fee'), (row) => row.feeAmount),
          cell.money('payableAmount', t('field.payable'), (row) => row.payableAmount),
          cell.money('paidAmount', t('field.paid'), (row) => row.paidAmount),
          cell.money('refundedAmount', t('field.refunded'), (row) => row.refundedAmount),
          cell.kind('payMethod', t('field.payMethod'), cardPayMethodWords, (row) => row.payMethod),
          cell.minute('closesAt', t('field.closesAt'), (row) => row.closesAt),
          cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt),
          cell.text('createdBy', t('field.createdBy'), ({ createdBy }) => createdBy && actorName(createdBy)),
        ]}
        drawer={({ id, onClose }) => <OrderDrawer id={id} onClose={onClose} />}
        start={add}
        exports={[{ permission: 'order.export', path: 'order/exportOrder' }]}
      />
      <Suspense>{isAdding && <OrderForm order={null} onClose={() => setAdding(false)} />}</Suspense>
    </Page>
  );
}
