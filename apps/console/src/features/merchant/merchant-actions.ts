import type { MerchantDetail, MerchantState } from '@xyxlx/contracts/merchant';
import type { TFunction } from 'i18next';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

interface Options {
  /** Whoever looks may decide a registration that waits. */
  canDecide?: boolean;
  onEdit?(merchant: MerchantDetail): void;
}

/** What can be done with a merchant. */
export function merchantActions(
  t: TFunction<'merchant'>,
  options: Options = {},
): RecordAction<MerchantDetail>[] {
  const { canDecide = false, onEdit = () => undefined } = options;
  const affects = [api.merchant.pathFilter(), api.approval.pathFilter()];
  const decided = { permission: 'merchant.approve', offered: isIn('PENDING', canDecide), affects } as const;
  const changed = { permission: 'merchant.edit', affects } as const;
  return [
    {
      ...decided,
      name: 'approveMerchant',
      label: t('act.approve'),
      look: 'primary',
      ask: { words: t('act.approve.words') },
      one: ({ id, version }) => client.merchant.approveMerchant.mutate({ id, version }),
    },
    {
      ...changed,
      name: 'enableMerchant',
      label: t('act.enable'),
      bulkLabel: t('list.enable'),
      offered: isIn('DISABLED'),
      ask: { words: t('act.enable.words'), reason: 'needed' },
      many: (ids, given) => client.merchant.enableMerchant.mutate({ ids, ...given }),
    },
    {
      ...changed,
      name: 'editMerchant',
      label: t('act.edit'),
      offered: ({ state }) => state !== 'CLOSED',
      press: onEdit,
    },
    {
      ...decided,
      name: 'rejectMerchant',
      label: t('act.reject'),
      look: 'danger',
      ask: { words: t('act.reject.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.merchant.rejectMerchant.mutate({ id, version, ...given }),
    },
    {
      ...changed,
      name: 'disableMerchant',
      label: t('act.disable'),
      bulkLabel: t('list.disable'),
      look: 'danger',
      offered: isIn('ACTIVE'),
      ask: { words: t('act.disable.words'), reason: 'needed' },
      many: (ids, given) => client.merchant.disableMerchant.mutate({ ids, ...given }),
    },
    {
      ...changed,
      name: 'closeMerchant',
      label: t('act.close'),
      look: 'danger',
      offered: isIn('DISABLED'),
      ask: { words: t('act.close.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.merchant.closeMerchant.mutate({ id, version, ...given }),
    },
  ];
}

function isIn(wanted: MerchantState, also = true) {
  return ({ state }: MerchantDetail) => state === wanted && also;
}
