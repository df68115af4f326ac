import { billStateWords } from '@xyxlx/contracts/bill';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { merchantFilter } from '../../kit/filters/merchant-filter.tsx';
import { monthsFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { api } from '../../lib/api.ts';

const BillDrawer = lazyOverlay(async () => (await import('./bill-drawer.tsx')).BillDrawer);

/** A bill's month from its opening to its closing. */
const amounts = [
  'openingBalance',
  'topUpAmount',
  'issuedAmount',
  'refundedAmount',
  'consumedAmount',
  'recoveredAmount',
  'feeAmount',
  'closingBalance',
] as const;

/** The merchants' bills, a month each. */
export function Component() {
  const { t } = useTranslation('bill');
  return (
    <ListScreen
      name="bill"
      title={t('list.title')}
      lead={t('list.lead')}
      query={api.bill.queryBill}
      ofTenants
      sums={{
        query: api.bill.sumBill,
        figures: [
          { name: 'issuedAmount', label: t('sum.issued') },
          { name: 'consumedAmount', label: t('sum.consumed') },
          { name: 'refundedAmount', label: t('sum.refunded') },
        ],
      }}
      sortFields={['period', 'closingBalance', 'state']}
      filters={[
        textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
        merchantFilter(t('field.merchant')),
        choiceFilter('state', t('field.state'), billStateWords),
        monthsFilter('period', t('field.period'), 'periodFrom', 'periodTo'),
      ]}
      columns={(cell) => [
        cell.name('billNo', t('field.billNo'), (row) => row.billNo),
        cell.text('merchant', t('field.merchant'), (row) => row.merchant.name, { width: 190 }),
        cell.figures('period', t('field.period'), (row) => row.period),
        cell.state('state', t('field.state'), billStateWords, (row) => row.state),
        ...amounts.map((key) => cell.money(key, t(`field.${key}`), (row) => row[key])),
      ]}
      exports={[
        { permission: 'bill.export', path: 'bill/exportBill' },
        { permission: 'bill.export', path: 'bill/exportBillDetails', label: t('list.exportDetails') },
      ]}
      drawer={({ id, onClose }) => <BillDrawer id={id} onClose={onClose} />}
    />
  );
}
