import { type CompanyRow, certificationStateWords } from '@xyxlx/contracts/company';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { MaskedText } from '../../kit/masked-text.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { countText } from '../../lib/money.ts';
import { momentText } from '../../lib/time.ts';
import { CompanyName, type CompanyTree } from './company-name.tsx';

/** The columns of the company list. */
export function companyColumns(t: TFunction<'company'>, tree: CompanyTree): Column<CompanyRow>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sortable: true,
      fixed: 'start',
      render: (row) => <CompanyName company={row} tree={tree} />,
    },
    {
      key: 'creditCode',
      title: t('field.creditCode'),
      render: ({ creditCode }) => <span className="figures">{creditCode ?? '—'}</span>,
    },
    {
      key: 'certification',
      title: t('field.certification'),
      render: ({ certification }) => <StateTag words={certificationStateWords[certification]} />,
    },
    { key: 'contactName', title: t('field.contactName'), render: ({ contactName }) => contactName ?? '—' },
    {
      key: 'contactMobile',
      title: t('field.contactMobile'),
      render: ({ contactMobile }) => (contactMobile ? <MaskedText value={contactMobile} /> : '—'),
    },
    {
      key: 'memberCount',
      title: t('field.memberCount'),
      align: 'end',
      render: ({ memberCount }) => countText(memberCount),
    },
    {
      key: 'merchantCount',
      title: t('field.merchantCount'),
      align: 'end',
      render: ({ merchantCount }) => countText(merchantCount),
    },
    {
      key: 'updatedAt',
      title: t('field.updatedAt'),
      sortable: true,
      render: ({ updatedAt }) => <span className="figures">{momentText(updatedAt)}</span>,
    },
  ];
}
