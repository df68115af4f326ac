import { type MerchantDetail, merchantTransitions } from '@xyxlx/contracts/merchant';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }));

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
  const decided = (action: 'approveMerchant' | 'rejectMerchant') => {
    const { offered, ...who } = byState(merchantTransitions, action);
    return { ...who, offered: (merchant: MerchantDetail) => canDecide && offered(merchant), affects };
  };
  return [
    {
      ...decided('approveMerchant'),
      label: t('act.approve'),
      look: 'primary',
      ask: { words: t('act.approve.words') },
      one: ({ id, version }) => client.merchant.approveMerchant.mutate({ id, version }),
    },
    {
      affects,
      ...byState(merchantTransitions, 'enableMerchant'),
      label: t('act.enable'),
      bulkLabel: t('list.enable'),
      ask: { words: t('act.enable.words'), reason: 'needed' },
      many: (ids, given) => client.merchant.enableMerchant.mutate({ ids, ...given }),
    },
    {
      name: 'editMerchant',
      permission: 'merchant.edit',
      affects,
      label: t('act.edit'),
      offered: ({ state }) => state !== 'CLOSED',
      press: onEdit,
    },
    {
      ...decided('rejectMerchant'),
      label: t('act.reject'),
      look: 'danger',
      ask: { words: t('act.reject.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.merchant.rejectMerchant.mutate({ id, version, ...given }),
    },
    {
      affects,
      ...byState(merchantTransitions, 'disableMerchant'),
      label: t('act.disable'),
      bulkLabel: t('list.disable'),
      look: 'danger',
      ask: { words: t('act.disable.words'), reason: 'needed' },
      many: (ids, given) => client.merchant.disableMerchant.mutate({ ids, ...given }),
    },
    {
      name: 'assignInstitution',
      permission: 'rule.edit',
      label: t('assign'),
      bulkDialog: (dialog) => <AssignDialog {...dialog} />,
    },
    {
      affects,
      ...byState(merchantTransitions, 'closeMerchant'),
      label: t('act.close'),
      look: 'danger',
      ask: { words: t('act.close.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.merchant.closeMerchant.mutate({ id, version, ...given }),
    },
  ];
}
