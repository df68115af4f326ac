import { type CardDetail, cardTransitions } from '@xyxlx/contracts/card';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { cardActions } from './card-actions.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { TopUpDialog } from './top-up-dialog.tsx';

/** What can be done with a card that is open: more than the list offers, by what its detail says. */
export function cardDrawerActions(t: TFunction<'card'>): RecordAction<CardDetail>[] {
  return [
    ...cardActions(t),
    {
      ...byState(cardTransitions, 'limitCard'),
      label: t('act.limit'),
      dialog: (card, onClose) => <LimitDialog card={card} onClose={onClose} />,
    },
    {
      name: 'topUpCard',
      permission: 'topup.edit',
      label: t('act.topUp'),
      offered: ({ state, reloadableTo }) => state === 'ACTIVE' && reloadableTo !== null,
      dialog: (card, onClose) => <TopUpDialog card={card} onClose={onClose} />,
    },
  ];
}
