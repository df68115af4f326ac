import type { AppContract } from '@xyxlx/contracts/contract';
import { change } from '../../platform/db/transaction.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { saveArt } from './art.ts';
import { editPolicy, getPolicy } from './policy-change.ts';
import { foundProduct, products } from './product.sql.ts';
import { addProduct, editProduct, moveProduct, submitProduct } from './write-product.ts';

export const card: Handlers<AppContract['card']> = {
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
