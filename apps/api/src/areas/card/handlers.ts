import type { cardSpending } from '@xyxlx/contracts/card-spending';
import type { AppContract } from '@xyxlx/contracts/contract';
import { change } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { activateCards } from './activate-cards.ts';
import { saveArt } from './art.ts';
import { assignCard } from './assign-card.ts';
import { cancelCards } from './cancel-cards.ts';
import { cardOf, cards, sumCard } from './card.sql.ts';
import { cardExport } from './card-export.ts';
import { cardFlows, cardTrend } from './card-flows.ts';
import { changeCards } from './change-cards.ts';
import { extendCards } from './extend-cards.ts';
import { cardImportHandlers } from './import-handlers.ts';
import { limitCard } from './limit-card.ts';
import { editPolicy, getPolicy } from './policy-change.ts';
import { foundProduct, products } from './product.sql.ts';
import { redeemCards } from './redeem-cards.ts';
import { replaceCard } from './replace-card.ts';
import { revealCard } from './reveal.ts';
import { addProduct, editProduct, moveProduct, submitProduct } from './write-product.ts';

/** All but what channels ask of cards. */
export type CardEndpoints = Omit<AppContract['card'], keyof typeof cardSpending>;

export const card: Handlers<CardEndpoints> = {
  ...cardImportHandlers,
  queryCard: (call) => queryList(call, cards),
  sumCard,
  getCard: ({ input, session, deps }) => cardOf(deps.database.pool, session, input.id),
  queryCardFlow: (call) => queryList(call, cardFlows),
  queryCardTrend: cardTrend,
  assignCard,
  shipCard: (call) => changeCards(call, 'shipCard'),
  activateCard: (call) => activateCards(call),
  freezeCard: (call) => changeCards(call, 'freezeCard'),
  unfreezeCard: (call) => changeCards(call, 'unfreezeCard'),
  reportLossCard: (call) => changeCards(call, 'reportLossCard'),
  cancelLossCard: (call) => changeCards(call, 'cancelLossCard'),
  replaceCard,
  extendCard: extendCards,
  redeemCard: redeemCards,
  cancelCard: cancelCards,
  limitCard,
  revealCard,
  exportCard: (call) => exportFile(call, cardExport),
  queryProduct: (call) => queryList(call, products),
  getProduct: ({ input, session, deps }) => foundProduct(deps.database.pool, session, input.id),
  addProduct: (call) => change(call, (tx) => addProduct(tx, call, call.input)),
  editProduct: (call) => change(call, (tx) => editProduct(tx, call, call.input)),
  submitProduct,
  enableProduct: (call) => moveProduct(call, 'enableProduct'),
  disableProduct: (call) => moveProduct(call, 'disableProduct'),
  uploadArt: saveArt,
  getPolicy,
  editPolicy,
};
