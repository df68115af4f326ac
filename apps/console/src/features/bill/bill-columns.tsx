import { type BillRow, billStateWords } from '@xyxlx/contracts/bill';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { Money } from '../../kit/money.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';

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

/** The columns of the bill list: a month from its opening to its closing. */
export function billColumns(t: TFunction<'bill'>, open: (id: string) => void): Column<BillRow>[] {
  return [
    {
      key: 'billNo',
      title: t('field.billNo'),
      fixed: 'start',
      render: (row) => <RowButton onPress={() => open(row.id)}>{row.billNo}</RowButton>,
    },
    { key: 'merchant', title: t('field.merchant'), width: 190, render: (row) => row.merchant.name },
    {
      key: 'period',
      title: t('field.period'),
      sortable: true,
      render: (row) => <span className="figures">{row.period}</span>,
    },
    {
      key: 'state',
      title: t('field.state'),
      sortable: true,
      render: (row) => <StateTag words={billStateWords[row.state]} />,
    },
    ...amounts.map(
      (key): Column<BillRow> => ({
        key,
        title: t(`field.${key}`),
        align: 'money',
        sortable: key === 'closingBalance',
        render: (row) => <Money fen={row[key]} />,
      }),
    ),
  ];
}
