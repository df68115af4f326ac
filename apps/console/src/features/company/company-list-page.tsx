import { useQuery } from '@tanstack/react-query';
import { type CompanyRow, certificationStateWords } from '@xyxlx/contracts/company';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../kit/company-options.ts';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { pickFilter } from '../../kit/filters/pick-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { useOpenRecord } from '../../kit/list/use-open-record.ts';
import { toggled } from '../../kit/toggled.ts';
import { openPart, treeOrder } from '../../kit/tree-order.ts';
import { api } from '../../lib/api.ts';
import { CompanyName } from './company-name.tsx';

const CompanyDrawer = lazyOverlay(async () => (await import('./company-drawer.tsx')).CompanyDrawer);
const CompanyForm = lazy(async () => ({ default: (await import('./company-form.tsx')).CompanyForm }));

/** The companies of the tenant, which form a tree. */
export function Component() {
  const { t } = useTranslation('company');
  const [, open] = useOpenRecord();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const all = useQuery(api.company.getCompanyTree.queryOptions({}));
  const onToggle = (id: string) => setClosed((before) => toggled(before, id));
  const treeOf = <Row extends CompanyRow>(rows: readonly Row[]) =>
    treeOrder(rows, ({ parent }) => parent?.id ?? null);
  return (
    <ListScreen
      name="company"
      title={t('list.title')}
      lead={t('list.lead')}
      query={api.company.queryCompany}
      ofTenants
      sortFields={['name', 'createdAt', 'updatedAt']}
      // A branch that goes on to the next page can't be seen as one.
      pageSize={100}
      arrange={(rows) => openPart(treeOf(rows), closed).map(({ item }) => item)}
      filters={[
        textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
        pickFilter('belowId', t('filter.below'), companyOptions(all.data?.list ?? [])),
        choiceFilter('certification', t('field.certification'), certificationStateWords),
      ]}
      columnsFollowRows
      columns={(cell, rows) => {
        const places = new Map(treeOf(rows).map((place) => [place.item.id, place]));
        const tree = { open, places, closed, onToggle };
        return [
          cell.place('name', t('field.name'), (row) => <CompanyName company={row} tree={tree} />),
          cell.figures('creditCode', t('field.creditCode'), (row) => row.creditCode),
          cell.state(
            'certification',
            t('field.certification'),
            certificationStateWords,
            (row) => row.certification,
          ),
          cell.text('contactName', t('field.contactName'), (row) => row.contactName),
          cell.masked('contactMobile', t('field.contactMobile'), (row) => row.contactMobile),
          cell.count('memberCount', t('field.memberCount'), (row) => row.memberCount),
          cell.count('merchantCount', t('field.merchantCount'), (row) => row.merchantCount),
          cell.moment('updatedAt', t('field.updatedAt'), (row) => row.updatedAt),
        ];
      }}
      drawer={({ id, onEdit, onClose }) => <CompanyDrawer id={id} onEdit={onEdit} onClose={onClose} />}
      form={{
        permission: 'company.edit',
        label: t('list.add'),
        render: ({ record, onClose }: { record: CompanyRow | null; onClose(): void }) => (
          <CompanyForm company={record} onClose={onClose} />
        ),
      }}
    />
  );
}
