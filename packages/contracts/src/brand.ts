import { z } from 'zod';
import { bulkResult } from './bulk.ts';
import { consumptionCategories } from './consumption.ts';
import { enabledStates, enabledStateWords } from './enabled-state.ts';
import { endpoint } from './endpoint.ts';
import { bulkIds, id, keyword, line, stamps, version } from './fields.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';

const brandRow = z.strictObject({
  id,
  name: z.string(),
  /** What is bought there, as payments have it. */
  category: z.enum(consumptionCategories),
  logoUrl: z.string().nullable(),
  /** Its merchants that the caller sees. */
  merchantCount: z.int(),
  state: z.enum(enabledStates),
  version,
  ...stamps,
});
export type BrandRow = z.infer<typeof brandRow>;

export const brandSortFields = ['name', 'createdAt'] as const;

/** The largest picture that a logo may be sent as, in bytes. */
export const maxLogoBytes = 2 * 1024 * 1024;

const fields = { name: line(40), category: z.enum(consumptionCategories) };
const bulk = z.strictObject({ ids: bulkIds });

/** 品牌. */
export const brand = {
  queryBrand: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'brand.view',
    summary: { zh: '品牌列表', en: 'List brands' },
    input: cursorPageInput(brandSortFields, {
      ...tenantFilter,
      keyword: keyword.optional(),
      category: z.array(z.enum(consumptionCategories)).min(1).optional(),
      state: z.array(z.enum(enabledStates)).min(1).optional(),
    }),
    output: cursorPageOf(withTenant(brandRow)),
  }),
  getBrand: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'brand.view',
    summary: { zh: '品牌详情', en: 'One brand' },
    input: z.strictObject({ id }),
    output: brandRow,
  }),
  addBrand: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'brand.edit',
    logs: 'brand',
    summary: { zh: '新增品牌', en: 'Add a brand' },
    input: z.strictObject(fields),
    output: brandRow,
  }),
  editBrand: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'brand.edit',
    logs: 'brand',
    summary: { zh: '修改品牌', en: 'Edit a brand' },
    input: z.strictObject({ id, version, ...fields }),
    output: brandRow,
  }),
  enableBrand: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'brand.edit',
    logs: 'brand',
    summary: { zh: '启用（逐条返回结果）', en: 'Enable brands, row by row' },
    input: bulk,
    output: bulkResult,
  }),
  disableBrand: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'brand.edit',
    logs: 'brand',
    summary: {
      zh: '停用（逐条返回结果）；停用的品牌不再供商户选择',
      en: 'Disable brands, row by row; merchants are no longer given them',
    },
    input: bulk,
    output: bulkResult,
  }),
  uploadLogo: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'brand.edit',
    logs: 'brand',
    summary: {
      zh: '上传品牌标志（png、jpeg、webp，至多 2 MiB）',
      en: 'Upload a logo (png, jpeg, webp; at most 2 MiB)',
    },
    maxFileBytes: maxLogoBytes,
    input: z.strictObject({ id }),
    output: brandRow,
  }),
  assignMerchant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'brand.edit',
    logs: 'merchant',
    summary: {
      zh: '将商户归入品牌（逐条返回结果）',
      en: 'Give merchants the brand, row by row',
    },
    input: z.strictObject({ id, merchantIds: bulkIds }),
    output: bulkResult,
  }),
};

export const brandTransitions = transitions({
  area: 'brand',
  record: { zh: '品牌', en: 'Brand' },
  words: enabledStateWords,
  initial: ['ENABLED'],
  endpoints: brand,
  actions: {
    enableBrand: { from: ['DISABLED'], to: ['ENABLED'] },
    disableBrand: { from: ['ENABLED'], to: ['DISABLED'] },
  },
  automatic: {},
});
