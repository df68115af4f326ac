import { z } from 'zod';
import { parseJson } from './account.ts';
import { alipayCall } from './alipay-call.ts';
import type { PaymentProtocol } from './payment-channel.ts';
import { alreadyPaid, busy, type Refusals, refused, unknownAnswer, wrongSecret } from './refusals.ts';

/** Every way to pay on credit: cards, 花呗 and their instalments. */
const onCredit = 'credit_group,creditCard,creditCardExpress,creditCardCartoon,pcredit,pcreditpayInstallment';

const refusals: Refusals = {
  'isv.invalid-signature': wrongSecret,
  'isv.invalid-app-id': {
    zh: '支付宝应用不存在：请在渠道账号中核对 AppID',
    en: 'Alipay does not know the app: check the AppID of the account',
  },
  'isv.insufficient-isv-permissions': {
    zh: '支付宝应用未开通当面付：请在支付宝开放平台签约后重试',
    en: 'The Alipay app may not ask for payments by code: sign up for it at Alipay and try again',
  },
  'ACQ.ACCESS_FORBIDDEN': {
    zh: '支付宝商户未签约当面付：请在支付宝签约后重试',
    en: 'The Alipay merchant may not ask for payments by code: sign up for it at Alipay and try again',
  },
  'ACQ.TRADE_HAS_SUCCESS': alreadyPaid,
  'ACQ.TOTAL_FEE_EXCEED': {
    zh: '金额超过支付宝限额：请分笔或改用转账',
    en: 'The amount is over Alipay’s limit: split it, or pay by transfer',
  },
  'ACQ.SELLER_BALANCE_NOT_ENOUGH': {
    zh: '支付宝商户余额不足，不能退款：请充值后重试',
    en: 'The balance of the Alipay merchant does not cover the refund: fund it and try again',
  },
};

/** Alipay asks to be asked again. */
const itsFaults = ['ACQ.SYSTEM_ERROR', 'isp.unknow-error', 'aop.ACQ.SYSTEM_ERROR'];

const said = z.looseObject({
  code: z.string(),
  msg: z.string().default(''),
  sub_code: z.string().default(''),
  sub_msg: z.string().default(''),
});

/** What is answered to a method; throws for all but success, and for the codes in `fine`. */
function read(method: string, text: string, fine: readonly string[] = []): Record<string, unknown> {
  const name = `${method.replaceAll('.', '_')}_response`;
  const { data } = z.record(z.string(), z.unknown()).safeParse(parseJson(text));
  const answer = said.safeParse(data?.[name] ?? data?.error_response);
  if (!answer.success) throw unknownAnswer();
  const { code, msg, sub_code, sub_msg, ...rest } = answer.data;
  if (code === '10000' || fine.includes(sub_code)) return rest;
  if (code === '20000' || itsFaults.includes(sub_code)) throw busy(sub_code || code);
  throw refused(refusals, sub_code || code, sub_msg || msg);
}

const yuan = (fen: number) => (fen / 100).toFixed(2);

/** 支付宝 当面付, without credit; what nobody has scanned yet Alipay doesn't know, so that closing it is done. */
export const alipayPayments: PaymentProtocol = {
  precreate: {
    call: (account, { no, amount, subject, openFor }, { now, notifyUrl }) =>
      alipayCall(
        account,
        now,
        'alipay.trade.precreate',
        {
          out_trade_no: no,
          total_amount: yuan(amount),
          subject,
          timeout_express: `${Math.max(1, Math.floor(openFor / 60_000))}m`,
          disable_pay_channels: onCredit,
        },
        notifyUrl === undefined ? {} : { notify_url: notifyUrl },
      ),
    read: (_status, text) => {
      const { data } = z.object({ qr_code: z.string() }).safeParse(read('alipay.trade.precreate', text));
      if (!data) throw unknownAnswer();
      return { payText: data.qr_code, channelNo: null };
    },
  },
  close: {
    call: (account, { no }, { now }) => alipayCall(account, now, 'alipay.trade.close', { out_trade_no: no }),
    read: (_status, text) => {
      read('alipay.trade.close', text, ['ACQ.TRADE_NOT_EXIST']);
    },
  },
  refund: {
    call: (account, { payment, refund }, { now }) =>
      alipayCall(account, now, 'alipay.trade.refund', {
        out_trade_no: payment.no,
        refund_amount: yuan(refund.amount),
        refund_reason: refund.reason,
        out_request_no: refund.no,
      }),
    read: (_status, text) => {
      read('alipay.trade.refund', text);
    },
  },
};
