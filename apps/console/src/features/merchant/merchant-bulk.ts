import type { TFunction } from 'i18next';
import type { BulkAction } from '../../kit/list/bulk.tsx';
import { api, client } from '../../lib/api.ts';

/** What can be done with several merchants at once. */
export function merchantBulk(t: TFunction<'merchant'>): BulkAction[] {
  const affects = api.merchant.pathFilter();
  return [
    {
      key: 'enable',
      label: t('list.enable'),
      agree: t('act.enable'),
      words: t('act.enable.words'),
      mutationFn: (input) => client.merchant.enableMerchant.mutate(input),
      affects,
    },
    {
      key: 'disable',
      label: t('list.disable'),
      agree: t('act.disable'),
      words: t('act.disable.words'),
      danger: true,
      mutationFn: (input) => client.merchant.disableMerchant.mutate(input),
      affects,
    },
  ];
}
