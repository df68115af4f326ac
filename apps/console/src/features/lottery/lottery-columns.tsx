import { type LotteryRow, lotteryStateWords, prizeTypeWords } from '@xyxlx/contracts/lottery';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { Money } from '../../kit/money.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { labelText } from '../../lib/label.ts';
import { momentText } from '../../lib/time.ts';

/** The columns of draws; an employee's own list leaves the employee out. */
export function lotteryColumns(
  t: TFunction<'lottery'>,
  open: (id: string) => void,
  isOfOneEmployee: boolean,
): Column<LotteryRow>[] {
  const employee: Column<LotteryRow> = {
    key: 'employee',
    title: t('field.employee'),
    width: 150,
    render: (row) => `${row.employee.name} · ${row.employee.employeeNo}`,
  };
  return [
    {
      key: 'lotteryNo',
      title: t('field.lotteryNo'),
      fixed: 'start',
      render: (row) => <RowButton onPress={() => open(row.id)}>{row.lotteryNo}</RowButton>,
    },
    {
      key: 'drawnAt',
      title: t('field.drawnAt'),
      sortable: true,
      render: (row) => <span className="figures">{momentText(row.drawnAt)}</span>,
    },
    { key: 'activity', title: t('field.activity'), width: 160, render: (row) => row.activity.name },
    {
      key: 'prizeType',
      title: t('field.prizeType'),
      render: (row) => labelText(prizeTypeWords[row.prizeType]),
    },
    { key: 'prizeName', title: t('field.prizeName'), width: 150, render: (row) => row.prizeName },
    {
      key: 'prizeAmount',
      title: t('field.prizeAmount'),
      align: 'money',
      render: (row) => <Money fen={row.prizeAmount} />,
    },
    {
      key: 'state',
      title: t('field.state'),
      render: (row) => <StateTag words={lotteryStateWords[row.state]} />,
    },
    ...(isOfOneEmployee ? [] : [employee]),
    { key: 'merchant', title: t('field.merchant'), width: 200, render: (row) => row.merchant.name },
    { key: 'store', title: t('field.store'), width: 140, render: (row) => row.store?.name ?? '—' },
    {
      key: 'paymentNo',
      title: t('field.paymentNo'),
      render: (row) => <span className="figures">{row.paymentNo ?? '—'}</span>,
    },
  ];
}
