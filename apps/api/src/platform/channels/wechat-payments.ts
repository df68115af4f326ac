import { z } from 'zod';
import { shanghaiTime } from '../time/shanghai.ts';
import { parseJson } from './account.ts';
import { endOf, notifiedAt } from './call-context.ts';
import { ChannelSilent } from './channel-errors.ts';
import type { PaymentProtocol } from './payment-channel.ts';
import { alreadyPaid, busy, type Refusals, refused, unknownAnswer, wrongSecret } from './refusals.ts';
import { wechatCall } from './wechat-call.ts';

const refusals: Refusals = {
  SIGN_ERROR: wrongSecret,
  APPID_MCHID_NOT_MATCH: {
    zh: '微信 AppID 与商户号未绑定：请在渠道账号中核对，或在微信商户平台绑定',
    en: 'The AppID does not belong to the WeChat merchant: check the account, or link them at WeChat Pay',
  },
  MCH_NOT_EXISTS: {
    zh: '微信商户号不存在：请在渠道账号中核对',
    en: 'WeChat Pay does not know the merchant number: check the account',
  },
  NO_AUTH: {
    zh: '微信商户号未开通 Native 支付：请在微信商户平台开通后重试',
    en: 'The WeChat merchant may not ask for payments by code: switch Native on at WeChat Pay and try again',
  },
  ORDERPAID: alreadyPaid,
  CLOSED: {
    zh: '微信已关闭该退款：请在微信商户平台核实',
    en: 'WeChat Pay closed the refund: look into it at WeChat Pay',
  },
  ABNORMAL: {
    zh: '微信退款异常（收款账户不可用）：请在微信商户平台处理后重试',
    en: 'WeChat Pay can not pay into the account of the payer: put that right at WeChat Pay and try again',
  },
  NOT_ENOUGH: {
    zh: '微信商户余额不足，不能退款：请充值后重试',
    en: 'The balance of the WeChat merchant does not cover the refund: fund it and try again',
  },
};
/** WeChat Pay asks to be asked again. */
const itsFaults = ['SYSTEM_ERROR', 'FREQUENCY_LIMITED', 'BANKERROR'];

const failure = z.object({ code: z.string(), message: z.string().default('') });

/** Throws for every status but success, and for the codes in `fine`. */
function refuse(status: number, text: string, fine: readonly string[] = []): void {
  if (status >= 200 && status < 300) return;
  const { data } = failure.safeParse(parseJson(text));
  if (!data) throw unknownAnswer();
  const { code, message } = data;
  if (fine.includes(code)) return;
  if (itsFaults.includes(code)) throw busy(code);
  throw refused(refusals, status === 401 ? 'SIGN_ERROR' : code, message);
}

function underWay(): ChannelSilent {
  return new ChannelSilent({ zh: '微信退款处理中', en: 'WeChat Pay is working on the refund' });
}

/** 微信支付 Native (API v3), without credit cards. */
export const wechatPayments: PaymentProtocol = {
  precreate: {
    call: (account, { no, amount, subject, openFor }, context) =>
      wechatCall(account, context.now, '/v3/pay/transactions/native', {
        appid: account.appId,
        mchid: account.externalId,
        description: subject,
        out_trade_no: no,
        time_expire: `${shanghaiTime(endOf(openFor, context)).replace(' ', 'T')}+08:00`,
        notify_url: notifiedAt(context, { zh: '微信支付', en: 'WeChat Pay' }),
        limit_pay: ['no_credit'],
        amount: { total: amount, currency: 'CNY' },
      }),
    read: (status, text) => {
      refuse(status, text);
      const { data } = z.object({ code_url: z.string() }).safeParse(parseJson(text));
      if (!data) throw unknownAnswer();
      return { payText: data.code_url, channelNo: null };
    },
  },
  close: {
    call: (account, { no }, { now }) =>
      wechatCall(account, now, `/v3/pay/transactions/out-trade-no/${no}/close`, {
        mchid: account.externalId,
      }),
    read: (status, text) => refuse(status, text, ['ORDER_CLOSED', 'ORDER_NOT_EXIST']),
  },
  refund: {
    call: (account, { payment, refund }, { now }) =>
      wechatCall(account, now, '/v3/refund/domestic/refunds', {
        out_trade_no: payment.no,
        out_refund_no: refund.no,
        reason: refund.reason,
        amount: { refund: refund.amount, total: payment.amount, currency: 'CNY' },
      }),
    read: (status, text) => {
      refuse(status, text);
      const { data } = z.object({ status: z.string() }).safeParse(parseJson(text));
      if (!data) throw unknownAnswer();
      // Asked again by the same number it says what became of it.
      if (data.status === 'PROCESSING') throw underWay();
      if (data.status !== 'SUCCESS') throw refused(refusals, data.status, '');
    },
  },
};
