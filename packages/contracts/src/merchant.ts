import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, keyword, stamps, version } from './fields.ts';
import { pageInput, pageOf } from './paging.ts';

/** 待审核 → 正常 ⇄ 停用 → 已注销; 待审核 → 驳回. */
export const merchantStates = ['PENDING', 'ACTIVE', 'DISABLED', 'CLOSED', 'REJECTED'] as const;
export type MerchantState = (typeof merchantStates)[number];

const named = z.strictObject({ id, name: z.string() });

/** A merchant as lists show it; personal data is masked. */
export const merchantRow = z.strictObject({
  id,
  merchantNo: z.string(),
  name: z.string(),
  shortName: z.string(),
  creditCode: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  brand: named.nullable(),
  platform: named.nullable(),
  mcc: z.string(),
  region: z.string(),
  state: z.enum(merchantStates),
  version,
  ...stamps,
});
export type MerchantRow = z.infer<typeof merchantRow>;

export const merchantSortFields = ['merchantNo', 'name', 'state', 'createdAt', 'updatedAt'] as const;

export const merchant = {
  queryMerchant: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'merchant.view',
    summary: { zh: '商户列表', en: 'List merchants' },
    input: pageInput(merchantSortFields, {
      keyword: keyword.optional(),
      state: z.array(z.enum(merchantStates)).min(1).optional(),
      brandId: id.optional(),
      platformId: id.optional(),
      region: keyword.optional(),
    }),
    output: pageOf(merchantRow),
  }),
  getMerchant: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'merchant.view',
    summary: { zh: '商户详情', en: 'One merchant' },
    input: z.strictObject({ id }),
    output: merchantRow.extend({ settlementBank: z.string(), settlementAccount: z.string() }),
  }),
};
