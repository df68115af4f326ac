import type { MerchantRow } from '@xyxlx/contracts/merchant';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { MaskedText } from '../../kit/masked-text.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { minuteText } from '../../lib/time.ts';
import { MerchantStateTag } from './merchant-state-tag.tsx';

/** The columns of the merchant list. */
export function merchantColumns(t: TFunction<'merchant'>, open: (id: string) => void): Column<MerchantRow>[] {
  return [
    {
      key: 'merchantNo',
      title: t('field.merchantNo'),
      sortable: true,
      fixed: 'start',
      render: (row) => <RowButton onPress={() => open(row.id)}>{row.merchantNo}</RowButton>,
    },
    {
      key: 'name',
      title: t('field.name'),
      sortable: true,
      width: 220,
      render: (row) => row.name,
    },
    {
      key: 'shortName',
      title: t('field.shortName'),
      optional: true,
      width: 150,
      render: (row) => row.shortName,
    },
    {
      key: 'creditCode',
      title: t('field.creditCode'),
      optional: true,
      render: (row) => <span className="figures">{row.creditCode}</span>,
    },
    {
      key: 'state',
      title: t('field.state'),
      sortable: true,
      render: (row) => <MerchantStateTag state={row.state} />,
    },
    { key: 'contactName', title: t('field.contactName'), width: 110, render: (row) => row.contactName },
    {
      key: 'contactMobile',
      title: t('field.contactMobile'),
      render: (row) => <MaskedText value={row.contactMobile} />,
    },
    { key: 'brand', title: t('field.brand'), width: 120, render: (row) => row.brand?.name ?? '—' },
    { key: 'platform', title: t('field.platform'), width: 150, render: (row) => row.platform?.name ?? '—' },
    {
      key: 'mcc',
      title: t('field.mcc'),
      optional: true,
      render: (row) => <span className="figures">{row.mcc}</span>,
    },
    { key: 'region', title: t('field.region'), width: 150, render: (row) => row.region },
    {
      key: 'createdAt',
      title: t('field.createdAt'),
      sortable: true,
      render: (row) => <span className="figures">{minuteText(row.createdAt)}</span>,
    },
  ];
}
