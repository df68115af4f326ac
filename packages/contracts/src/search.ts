import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, line } from './fields.ts';
import { merchantStates } from './merchant.ts';

/** 名称 商户号 手机号 统一社会信用代码 卡号后四位 交易流水号 卡编号 订单号 充值单号. */
const searchKeys = [
  'name',
  'merchantNo',
  'mobile',
  'creditCode',
  'lastFour',
  'paymentNo',
  'cardNo',
  'orderNo',
  'topUpNo',
] as const;

/** A merchant that was found, and by what; everything personal is masked. */
export const foundMerchant = z.strictObject({
  id,
  merchantNo: z.string(),
  name: z.string(),
  creditCode: z.string(),
  contactMobile: z.string(),
  state: z.enum(merchantStates),
  matchedBy: z.enum(searchKeys),
  matchedText: z.string(),
});
export type FoundMerchant = z.infer<typeof foundMerchant>;

export const search = {
  findMerchant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'search.view',
    logs: 'search',
    summary: {
      zh: '查询商户号：名称、手机、信用代码、卡后四位、交易流水号、卡编号、卡订单号、充值单号（限频、留痕）',
      en: 'Find a merchant by name, mobile, credit code, last four, or the number of a payment, card, order or top-up; limited and logged',
    },
    input: z.strictObject({ keyword: line(100) }),
    output: z.strictObject({ list: z.array(foundMerchant), more: z.boolean() }),
  }),
};
