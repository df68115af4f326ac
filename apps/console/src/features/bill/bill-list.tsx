import { billStateWords } from '@xyxlx/contracts/bill';
import { type BillKind, billFigureWords, billSums } from '@xyxlx/contracts/bill-kinds';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { merchantFilter } from '../../kit/filters/merchant-filter.tsx';
import { optionFilter } from '../../kit/filters/option-filter.tsx';
import { monthsFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';

const BillDrawer = lazyOverlay(async () => (await import('./bill-drawer.tsx')).BillDrawer);

/** What the bills of a kind are added up to. */
const sums = {
  MERCHANT: ['issuedAmount', 'consumedAmount', 'refundedAmount'],
  COMPANY: ['topUpAmount', 'issuedAmount', 'recoveredAmount', 'feeAmount'],
} as const;

/** The bills of merchants or those of companies, a month each. */
export function BillList({ kind }: { kind: BillKind }) {
  const { t } = useTranslation('bill');
  const label = useLabel();
  const isOfMerchants = kind === 'MERCHANT';
  return (
    <List
      name={isOfMerchants ? 'bill' : 'companyBill'}
      label={t(`tab.${kind}`)}
      query={api.bill.queryBill}
      scope={{ kind }}
      ofTenants
      sums={{
        query: api.bill.sumBill,
        figures: sums[kind].map((name) => ({ name, label: t(`sum.${name}`) })),
      }}
      sortFields={['period', 'closingBalance', 'state']}
      filters={[
        textFilter('keyword', t('filter.keyword'), { placeholder: t(`filter.keyword.${kind}`) }),
        isOfMerchants
          ? merchantFilter(t('field.merchant'))
          : optionFilter('companyId', t('field.company'), api.merchant.queryCompanyOption),
        choiceFilter('state', t('field.state'), billStateWords),
        monthsFilter('period', t('field.period'), 'periodFrom', 'periodTo'),
      ]}
      columns={(cell) => [
        cell.name('billNo', t('field.billNo'), (row) => row.billNo),
        isOfMerchants
          ? cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant, { width: 190 })
          : cell.record('company', t('field.company'), 'company', (row) => row.company, { width: 190 }),
        cell.figures('period', t('field.period'), (row) => row.period),
        cell.state('state', t('field.state'), billStateWords, (row) => row.state),
        ...billSums[kind].map(({ figure }) =>
          cell.money(figure, label(billFigureWords[figure]), (row) => row[figure], {
            optional: figure === 'cardInAmount' || figure === 'cardOutAmount',
          }),
        ),
        cell.money('closingBalance', label(billFigureWords.closingBalance), (row) => row.closingBalance),
      ]}
      exports={[
        { permission: 'bill.export', path: 'bill/exportBill' },
        { permission: 'bill.export', path: 'bill/exportBillDetails', label: t('list.exportDetails') },
      ]}
      drawer={({ id, open, onClose }) => <BillDrawer id={id} onOpen={open} onClose={onClose} />}
    />
  );
}
