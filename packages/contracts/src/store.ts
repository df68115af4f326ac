import { z } from 'zod';
import { bulkResult } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { bulkIds, id, keyword, line, stamps, version } from './fields.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** The ways between them stand in `storeTransitions`. */
export const storeStateWords = {
  ACTIVE: { zh: '营业', en: 'Open', tone: 'good' },
  DISABLED: { zh: '停用', en: 'Disabled', tone: 'bad' },
} as const satisfies WordsOf<string>;
export type StoreState = keyof typeof storeStateWords;
export const storeStates = valuesOf(storeStateWords);

const storeRow = z.strictObject({
  id,
  storeNo: z.string(),
  name: z.string(),
  merchant: option,
  region: z.string(),
  address: z.string(),
  state: z.enum(storeStates),
  version,
  ...stamps,
});
export type StoreRow = z.infer<typeof storeRow>;

const fields = { name: line(100), region: line(60), address: line(200) };
const bulk = z.strictObject({ ids: bulkIds });

/** 门店: where a merchant's employees pay. */
export const store = {
  queryStore: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'merchant.view',
    summary: { zh: '门店列表', en: 'List stores' },
    input: cursorPageInput(['storeNo', 'name', 'createdAt'], {
      ...tenantFilter,
      merchantId: id.optional(),
      keyword: keyword.optional(),
      state: z.array(z.enum(storeStates)).min(1).optional(),
    }),
    output: cursorPageOf(withTenant(storeRow)),
  }),
  getStore: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'merchant.view',
    summary: { zh: '门店详情', en: 'One store' },
    input: z.strictObject({ id }),
    output: storeRow,
  }),
  addStore: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'merchant.edit',
    logs: 'store',
    summary: { zh: '新增门店', en: 'Add a store' },
    input: z.strictObject({ merchantId: id, ...fields }),
    output: storeRow,
  }),
  editStore: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'merchant.edit',
    logs: 'store',
    summary: { zh: '修改门店', en: 'Edit a store' },
    input: z.strictObject({ id, version, ...fields }),
    output: storeRow,
  }),
  enableStore: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'merchant.edit',
    logs: 'store',
    summary: { zh: '启用门店', en: 'Enable stores' },
    input: bulk,
    output: bulkResult,
  }),
  disableStore: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'merchant.edit',
    logs: 'store',
    summary: { zh: '停用门店', en: 'Disable stores' },
    input: bulk,
    output: bulkResult,
  }),
};

export const storeTransitions = transitions({
  area: 'store',
  record: { zh: '门店', en: 'Store' },
  words: storeStateWords,
  initial: ['ACTIVE'],
  endpoints: store,
  actions: {
    enableStore: { from: ['DISABLED'], to: ['ACTIVE'] },
    disableStore: { from: ['ACTIVE'], to: ['DISABLED'] },
  },
  automatic: {},
});
