import type { CardDetail } from '@xyxlx/contracts/card';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import type { RecordAction } from '../../kit/actions/record-action.ts';

const TopUpDialog = lazy(async () => ({ default: (await import('./top-up-dialog.tsx')).TopUpDialog }));

/** Putting money on a card that is in use and can be topped up. */
export function topUpCard(t: TFunction<'card'>): RecordAction<CardDetail> {
  return {
    name: 'topUpCard',
    permission: 'topup.edit',
    label: t('act.topUp'),
    offered: ({ state, reloadableTo }) => state === 'ACTIVE' && reloadableTo !== null,
    dialog: (card, onClose) => <TopUpDialog card={card} onClose={onClose} />,
  };
}
