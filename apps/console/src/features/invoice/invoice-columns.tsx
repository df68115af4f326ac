import { type InvoiceRow, invoiceApplicationStateWords } from '@xyxlx/contracts/invoice';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { Money } from '../../kit/money.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { minuteText } from '../../lib/time.ts';

/** The columns of the list of invoice applications. */
export function invoiceColumns(
  t: TFunction<'invoice'>,
  open: (row: InvoiceRow) => void,
): Column<InvoiceRow>[] {
  return [
    {
      key: 'applicationNo',
      title: t('field.applicationNo'),
      fixed: 'start',
      render: (row) => <RowButton onPress={() => open(row)}>{row.applicationNo}</RowButton>,
    },
    { key: 'title', title: t('field.title'), width: 220, render: (row) => row.title },
    {
      key: 'state',
      title: t('field.state'),
      sortable: true,
      render: (row) => <StateTag words={invoiceApplicationStateWords[row.state]} />,
    },
    {
      key: 'amount',
      title: t('field.amount'),
      sortable: true,
      align: 'money',
      render: (row) => <Money fen={row.amount} />,
    },
    { key: 'invoiceNo', title: t('field.invoiceNo'), render: (row) => row.invoiceNo ?? '—' },
    { key: 'email', title: t('field.email'), render: (row) => row.email },
    {
      key: 'createdAt',
      title: t('field.createdAt'),
      sortable: true,
      render: (row) => <span className="figures">{minuteText(row.createdAt)}</span>,
    },
  ];
}
