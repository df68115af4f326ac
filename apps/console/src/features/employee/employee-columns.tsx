import { type EmployeeRow, employeeStateWords } from '@xyxlx/contracts/employee';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { MaskedText } from '../../kit/masked-text.tsx';
import { Money } from '../../kit/money.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import styles from './employee-list.module.css';

/** The columns of the employee list; a single merchant's list leaves the merchant out. */
export function employeeColumns(
  t: TFunction<'employee'>,
  open: (id: string) => void,
  isOfOneMerchant: boolean,
): Column<EmployeeRow>[] {
  const merchant: Column<EmployeeRow> = {
    key: 'merchant',
    title: t('field.merchant'),
    width: 200,
    render: (row) => row.merchant.name,
  };
  return [
    {
      key: 'employeeNo',
      title: t('field.employeeNo'),
      sortable: true,
      fixed: 'start',
      render: (row) => <RowButton onPress={() => open(row.id)}>{row.employeeNo}</RowButton>,
    },
    { key: 'name', title: t('field.name'), width: 110, render: (row) => row.name },
    {
      key: 'state',
      title: t('field.state'),
      render: (row) => <StateTag words={employeeStateWords[row.state]} />,
    },
    ...(isOfOneMerchant ? [] : [merchant]),
    {
      key: 'totalLimit',
      title: t('field.totalLimit'),
      align: 'money',
      render: (row) => <Money fen={row.totalLimit} />,
    },
    {
      key: 'availableLimit',
      title: t('field.availableLimit'),
      align: 'money',
      render: (row) => <Money fen={row.availableLimit} />,
    },
    {
      key: 'lockedLimit',
      title: t('field.lockedLimit'),
      align: 'money',
      render: (row) => <Money fen={row.lockedLimit} />,
    },
    {
      key: 'usedLimit',
      title: t('field.usedLimit'),
      align: 'money',
      render: (row) => <Money fen={row.usedLimit} />,
    },
    {
      key: 'recoveredLimit',
      title: t('field.recoveredLimit'),
      optional: true,
      align: 'money',
      render: (row) => <Money fen={row.recoveredLimit} />,
    },
    { key: 'mobile', title: t('field.mobile'), render: (row) => <MaskedText value={row.mobile} /> },
    {
      key: 'email',
      title: t('field.email'),
      render: (row) => (row.email ? <MaskedText value={row.email} /> : '—'),
    },
    {
      key: 'department',
      title: t('field.department'),
      width: 140,
      render: (row) => row.department?.name ?? '—',
    },
    {
      key: 'labels',
      title: t('field.labels'),
      width: 180,
      render: ({ labels }) =>
        labels.length > 0 ? (
          <span title={labels.join(' ')}>
            {labels.map((label) => (
              <span key={label} className={styles.label}>
                {label}
              </span>
            ))}
          </span>
        ) : (
          '—'
        ),
    },
    { key: 'grade', title: t('field.grade'), render: (row) => row.grade ?? '—' },
    {
      key: 'hiredOn',
      title: t('field.hiredOn'),
      render: (row) => <span className="figures">{row.hiredOn}</span>,
    },
  ];
}
