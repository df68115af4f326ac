import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fen, id, label, line } from './fields.ts';
import { merchantStates } from './merchant.ts';
import type { Tone } from './words.ts';

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

/** The kinds of record that the command palette finds, in the order in which it shows them. */
export const foundKinds = [
  'consumption',
  'bill',
  'merchant',
  'store',
  'employee',
  'card',
  'cardOrder',
  'topUp',
  'statementLine',
  'issueBatch',
  'issuePlan',
  'limitBatch',
  'fundTransfer',
  'invoice',
  'voucher',
  'lottery',
  'riskCase',
  'riskReport',
  'approval',
  'institution',
  'cardProduct',
  'company',
  'platform',
  'brand',
  'user',
] as const;
export type FoundKind = (typeof foundKinds)[number];

/** A record that was found: what it is called and how it stands. */
const foundRecord = z.strictObject({
  kind: z.enum(foundKinds),
  id,
  /** Its own number; null where its kind has none. */
  number: z.string().nullable(),
  /** Whom or what it is about. */
  title: z.string(),
  /** One of the states of its kind, with its words: of all kinds together they weigh too much to have them where it is shown. */
  state: z.strictObject({
    value: z.string(),
    words: label,
    tone: z.enum(['good', 'waiting', 'bad', 'quiet', 'info'] satisfies Tone[]),
  }),
  /** In fen; null where it has none. */
  amount: fen.nullable(),
});
export type FoundRecord = z.infer<typeof foundRecord>;

export const search = {
  findRecord: endpoint({
    kind: 'query',
    access: 'session',
    summary: {
      zh: '查找记录：编号、名称、手机号、拼音与首字母；各类最多 5 条，只含本人列表可见的（限频）',
      en: 'Find records by number, name, mobile, pinyin or initials: at most five of a kind, of what the caller’s lists show; limited',
    },
    input: z.strictObject({ q: line(100) }),
    output: z.strictObject({ list: z.array(foundRecord) }),
  }),
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
