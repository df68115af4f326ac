import { type BrandRow, brandSortFields } from '@xyxlx/contracts/brand';
import { consumptionCategoryWords } from '@xyxlx/contracts/consumption';
import { enabledStateWords } from '@xyxlx/contracts/enabled-state';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { api } from '../../lib/api.ts';
import { brandActions } from './brand-actions.tsx';
import { BrandLogo } from './brand-logo.tsx';

const BrandDrawer = lazyOverlay(async () => (await import('./brand-drawer.tsx')).BrandDrawer);
const BrandForm = lazy(async () => ({ default: (await import('./brand-form.tsx')).BrandForm }));

/** The brands that merchants belong to. */
export function Component() {
  const { t } = useTranslation('brand');
  return (
    <ListScreen
      name="brand"
      title={t('list.title')}
      lead={t('list.lead')}
      query={api.brand.queryBrand}
      ofTenants
      sortFields={brandSortFields}
      filters={[
        textFilter('keyword', t('filter.keyword')),
        choiceFilter('category', t('field.category'), consumptionCategoryWords),
        choiceFilter('state', t('field.state'), enabledStateWords),
      ]}
      columns={(cell) => [
        cell.name('name', t('field.name'), (row) => row.name),
        cell.custom('logo', t('field.logo'), (row) => <BrandLogo brand={row} size={32} />),
        cell.kind('category', t('field.category'), consumptionCategoryWords, (row) => row.category),
        cell.count('merchantCount', t('field.merchantCount'), (row) => row.merchantCount),
        cell.state('state', t('field.state'), enabledStateWords, (row) => row.state),
        cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt, { optional: true }),
      ]}
      bulk={{ permission: 'brand.edit', nameOf: (row) => row.name, actions: brandActions(t) }}
      drawer={({ id, onEdit, onClose }) => <BrandDrawer id={id} onEdit={onEdit} onClose={onClose} />}
      form={{
        permission: 'brand.edit',
        label: t('list.add'),
        isStart: true,
        render: ({ record, onClose }: { record: BrandRow | null; onClose(): void }) => (
          <BrandForm brand={record} onClose={onClose} />
        ),
      }}
    />
  );
}
