import { type CardProductRow, cardProductTransitions } from '@xyxlx/contracts/card-product';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

/** What can be done with a card product. */
export function productActions(
  t: TFunction<'card'>,
  onEdit: (product: CardProductRow) => void,
): RecordAction<CardProductRow>[] {
  const affects = [api.card.pathFilter(), api.approval.pathFilter()];
  return [
    {
      name: 'editProduct',
      permission: 'card.product',
      label: t('act.edit'),
      // What waits is decided or withdrawn first.
      offered: ({ state }) => state !== 'SUBMITTED',
      press: onEdit,
    },
    {
      affects,
      ...byState(cardProductTransitions, 'submitProduct'),
      label: t('act.submit'),
      look: 'primary',
      one: ({ id, version }) => client.card.submitProduct.mutate({ id, version }),
    },
    {
      affects,
      ...byState(cardProductTransitions, 'enableProduct'),
      label: t('act.enable'),
      ask: { words: t('act.enable.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.card.enableProduct.mutate({ id, version, ...given }),
    },
    {
      affects,
      ...byState(cardProductTransitions, 'disableProduct'),
      label: t('act.disable'),
      look: 'danger',
      ask: { words: t('act.disable.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.card.disableProduct.mutate({ id, version, ...given }),
    },
  ];
}
