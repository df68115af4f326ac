import {
  type ConsumptionRow,
  consumptionCategoryWords,
  consumptionStateWords,
  consumptionTypeWords,
  invoiceStateWords,
  payChannelWords,
} from '@xyxlx/contracts/consumption';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { MaskedText } from '../../kit/masked-text.tsx';
import { Money } from '../../kit/money.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { labelText } from '../../lib/label.ts';
import { momentText } from '../../lib/time.ts';

/** The columns of consumption records; an employee's own list leaves the employee out. */
export function consumptionColumns(
  t: TFunction<'consumption'>,
  open: (id: string) => void,
  isOfOneEmployee: boolean,
): Column<ConsumptionRow>[] {
  const employee: Column<ConsumptionRow> = {
    key: 'employee',
    title: t('field.employee'),
    width: 150,
    render: (row) => `${row.employee.name} · ${row.employee.employeeNo}`,
  };
  return [
    {
      key: 'paymentNo',
      title: t('field.paymentNo'),
      fixed: 'start',
      render: (row) => <RowButton onPress={() => open(row.id)}>{row.paymentNo}</RowButton>,
    },
    {
      key: 'paidAt',
      title: t('field.paidAt'),
      sortable: true,
      render: (row) => <span className="figures">{momentText(row.paidAt)}</span>,
    },
    { key: 'type', title: t('field.type'), render: (row) => labelText(consumptionTypeWords[row.type]) },
    {
      key: 'state',
      title: t('field.state'),
      render: (row) => <StateTag words={consumptionStateWords[row.state]} />,
    },
    { key: 'amount', title: t('field.amount'), align: 'money', render: (row) => <Money fen={row.amount} /> },
    {
      key: 'enterpriseAmount',
      title: t('field.enterpriseAmount'),
      align: 'money',
      render: (row) => <Money fen={row.enterpriseAmount} />,
    },
    {
      key: 'personalAmount',
      title: t('field.personalAmount'),
      align: 'money',
      render: (row) => <Money fen={row.personalAmount} />,
    },
    {
      key: 'discountAmount',
      title: t('field.discountAmount'),
      optional: true,
      align: 'money',
      render: (row) => <Money fen={row.discountAmount} />,
    },
    {
      key: 'refundedAmount',
      title: t('field.refundedAmount'),
      align: 'money',
      render: (row) => <Money fen={row.refundedAmount} />,
    },
    ...(isOfOneEmployee ? [] : [employee]),
    { key: 'merchant', title: t('field.merchant'), width: 200, render: (row) => row.merchant.name },
    { key: 'store', title: t('field.store'), width: 140, render: (row) => row.store?.name ?? '—' },
    {
      key: 'category',
      title: t('field.category'),
      render: (row) => labelText(consumptionCategoryWords[row.category]),
    },
    { key: 'channel', title: t('field.channel'), render: (row) => labelText(payChannelWords[row.channel]) },
    {
      key: 'cardLastFour',
      title: t('field.card'),
      optional: true,
      render: (row) => (row.cardLastFour ? <MaskedText value={`**** ${row.cardLastFour}`} /> : '—'),
    },
    {
      key: 'ruleVersion',
      title: t('field.ruleVersion'),
      optional: true,
      render: (row) => row.ruleVersion ?? '—',
    },
    {
      key: 'relatedNo',
      title: t('field.relatedNo'),
      optional: true,
      render: (row) => <span className="figures">{row.relatedNo ?? '—'}</span>,
    },
    {
      key: 'invoiceState',
      title: t('field.invoiceState'),
      render: (row) => labelText(invoiceStateWords[row.invoiceState]),
    },
  ];
}
