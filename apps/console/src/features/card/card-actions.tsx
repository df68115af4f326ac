import { type CardRow, cardTransitions } from '@xyxlx/contracts/card';
import { allows } from '@xyxlx/contracts/transitions';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { client } from '../../lib/api.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { cardAreas } from './card-areas.ts';
import { ExtendDialog } from './extend-dialog.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';

/** What can be done with a card in its state. */
export function cardActions(t: TFunction<'card'>): RecordAction<CardRow>[] {
  const step = { affects: cardAreas };
  return [
    {
      ...step,
      ...byState(cardTransitions, 'assignCard'),
      offered: ({ state, naming }) => state === 'STOCK' && naming === 'NAMED',
      label: t('act.assign'),
      look: 'primary',
      dialog: (card, onClose) => <AssignDialog card={card} onClose={onClose} />,
    },
    {
      ...step,
      ...byState(cardTransitions, 'shipCard'),
      offered: ({ state, naming }) => state === 'STOCK' && naming === 'ANONYMOUS',
      label: t('act.ship'),
      look: 'primary',
      ask: { words: t('act.ship.words'), reason: 'needed' },
      many: (ids, given) => client.card.shipCard.mutate({ ids, ...given }),
    },
    {
      ...step,
      ...byState(cardTransitions, 'activateCard'),
      label: t('act.activate'),
      look: 'primary',
      ask: { words: t('act.activate.words'), reason: 'needed' },
      many: (ids, given, call) => client.card.activateCard.mutate({ ids, ...given }, call),
    },
    {
      ...step,
      ...byState(cardTransitions, 'freezeCard'),
      label: t('act.freeze'),
      ask: { words: t('act.freeze.words'), reason: 'needed' },
      many: (ids, given) => client.card.freezeCard.mutate({ ids, ...given }),
    },
    {
      ...step,
      ...byState(cardTransitions, 'unfreezeCard'),
      label: t('act.unfreeze'),
      ask: { words: t('act.unfreeze.words'), reason: 'needed' },
      many: (ids, given) => client.card.unfreezeCard.mutate({ ids, ...given }),
    },
    {
      ...step,
      ...byState(cardTransitions, 'reportLossCard'),
      label: t('act.reportLoss'),
      look: 'danger',
      ask: { words: t('act.reportLoss.words'), reason: 'needed' },
      many: (ids, given) => client.card.reportLossCard.mutate({ ids, ...given }),
    },
    {
      ...step,
      ...byState(cardTransitions, 'cancelLossCard'),
      label: t('act.cancelLoss'),
      ask: { words: t('act.cancelLoss.words'), reason: 'needed' },
      many: (ids, given) => client.card.cancelLossCard.mutate({ ids, ...given }),
    },
    {
      ...step,
      ...byState(cardTransitions, 'replaceCard'),
      offered: ({ state, waitsFor }) => !waitsFor && allows(cardTransitions, 'replaceCard', state),
      label: t('act.replace'),
      look: 'primary',
      dialog: (card, onClose) => <ReplaceDialog card={card} onClose={onClose} />,
    },
    {
      ...step,
      ...byState(cardTransitions, 'extendCard'),
      // A card that does not end is not extended.
      offered: ({ state, expiresAt }) => expiresAt !== null && allows(cardTransitions, 'extendCard', state),
      label: t('act.extend'),
      dialog: ({ id, cardNo }, onClose) => (
        <ExtendDialog ids={[id]} nameOf={() => cardNo} onClose={onClose} />
      ),
      bulkDialog: (dialog) => <ExtendDialog {...dialog} />,
    },
    {
      ...step,
      ...byState(cardTransitions, 'redeemCard'),
      offered: ({ state, naming, balance, waitsFor }) =>
        !waitsFor && naming === 'NAMED' && balance > 0 && allows(cardTransitions, 'redeemCard', state),
      label: t('act.redeem'),
      ask: { words: t('act.redeem.words'), reason: 'needed' },
      many: (ids, given, call) => client.card.redeemCard.mutate({ ids, ...given }, call),
    },
    {
      ...step,
      ...byState(cardTransitions, 'cancelCard'),
      offered: ({ state, balance, heldBalance, waitsFor }) =>
        !waitsFor && balance === 0 && heldBalance === 0 && allows(cardTransitions, 'cancelCard', state),
      label: t('act.cancel'),
      look: 'danger',
      ask: { words: t('act.cancel.words'), reason: 'needed' },
      many: (ids, given) => client.card.cancelCard.mutate({ ids, ...given }),
    },
  ];
}
