import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** 企业资金 of a company, or a card. */
export const topUpTargetWords = {
  COMPANY: { zh: '企业', en: 'Company' },
  CARD: { zh: '卡', en: 'Card' },
} as const satisfies WordsOf<string>;
export const topUpTargets = valuesOf(topUpTargetWords);

/** The way that the money came. */
export const topUpChannelWords = {
  TRANSFER: { zh: '转账', en: 'Bank transfer' },
  ALIPAY: { zh: '支付宝', en: 'Alipay' },
  WECHAT: { zh: '微信', en: 'WeChat Pay' },
  UNIONPAY: { zh: '银联', en: 'UnionPay' },
} as const satisfies WordsOf<string>;
export const topUpChannels = valuesOf(topUpChannelWords);

/** The ways between them stand in `topUpTransitions`. */
export const topUpStateWords = {
  SUBMITTED: { zh: '待审核', en: 'Waiting', tone: 'waiting' },
  SUCCESS: { zh: '成功', en: 'Done', tone: 'good' },
  REJECTED: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  WITHDRAWN: { zh: '已撤回', en: 'Withdrawn', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const topUpStates = valuesOf(topUpStateWords);

/** 充值: money that came; one by transfer is a claim of a statement's line, which somebody else approves. */
export const topUpTransitions = transitions({
  area: 'fund',
  record: { zh: '充值', en: 'Top-up' },
  words: topUpStateWords,
  initial: ['SUBMITTED'],
  endpoints: {},
  actions: {},
  automatic: {
    complete: {
      by: { zh: '租户阈值以内', en: "Within the tenant's threshold" },
      from: ['SUBMITTED'],
      to: ['SUCCESS'],
      effect: { zh: '企业资金入账一笔', en: "One flow into the company's fund" },
    },
    approve: {
      by: { zh: '审批通过', en: 'Approval' },
      from: ['SUBMITTED'],
      to: ['SUCCESS'],
      effect: { zh: '企业资金入账一笔', en: "One flow into the company's fund" },
    },
    reject: { by: { zh: '审批驳回', en: 'Rejection' }, from: ['SUBMITTED'], to: ['REJECTED'] },
    withdraw: { by: { zh: '提交人撤回', en: 'Withdrawal' }, from: ['SUBMITTED'], to: ['WITHDRAWN'] },
  },
});
