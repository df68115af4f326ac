import { type BrandRow, brandTransitions } from '@xyxlx/contracts/brand';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';
import { AssignDialog } from './assign-dialog.tsx';

interface Options {
  onEdit?(brand: BrandRow): void;
  /** Whoever looks may choose merchants. */
  seesMerchants?: boolean;
}

/** What can be done with a brand. */
export function brandActions(
  t: TFunction<'brand'>,
  { onEdit = () => undefined, seesMerchants = false }: Options = {},
): RecordAction<BrandRow>[] {
  const affects = [api.brand.pathFilter(), api.merchant.pathFilter()];
  return [
    { name: 'editBrand', permission: 'brand.edit', label: t('act.edit'), look: 'primary', press: onEdit },
    {
      name: 'assignMerchant',
      permission: 'brand.edit',
      label: t('act.assign'),
      offered: ({ state }) => seesMerchants && state === 'ENABLED',
      dialog: (brand, onClose) => <AssignDialog brand={brand} onClose={onClose} />,
    },
    {
      affects,
      ...byState(brandTransitions, 'enableBrand'),
      label: t('act.enable'),
      bulkLabel: t('list.enable'),
      many: (ids) => client.brand.enableBrand.mutate({ ids }),
    },
    {
      affects,
      ...byState(brandTransitions, 'disableBrand'),
      label: t('act.disable'),
      bulkLabel: t('list.disable'),
      look: 'danger',
      ask: { words: t('act.disable.words') },
      many: (ids) => client.brand.disableBrand.mutate({ ids }),
    },
  ];
}
