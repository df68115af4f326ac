import { shanghaiStamp } from '../time/shanghai.ts';
import { endOf, notifiedAt } from './call-context.ts';
import type { PaymentProtocol } from './payment-channel.ts';
import { alreadyPaid, busy, type Refusals, refused, unknownAnswer, wrongSecret } from './refusals.ts';
import { unionPayAnswer, unionPayCall } from './union-pay-call.ts';

const refusals: Refusals = {
  '11': wrongSecret,
  '12': alreadyPaid,
  '31': {
    zh: '银联商户状态不正确：请联系收单机构核实商户号',
    en: 'UnionPay does not let the merchant trade: have the acquirer check the merchant number',
  },
  '33': {
    zh: '银联商户未开通二维码支付：请联系收单机构开通后重试',
    en: 'The UnionPay merchant may not ask for payments by code: have the acquirer switch it on and try again',
  },
  '39': {
    zh: '金额超过银联限额：请分笔或改用转账',
    en: 'The amount is over UnionPay’s limit: split it, or pay by transfer',
  },
};
/** UnionPay asks to be asked again: timeouts, nothing known yet, too much to do. */
const itsFaults = ['01', '03', '04', '05', '06'];

/** The answer's fields where it is 成功, or a code in `fine`; throws for all else. */
function read(text: string, fine: readonly string[] = []) {
  const { code, said, field } = unionPayAnswer(text);
  if (code === undefined) throw unknownAnswer();
  if (code === '00' || fine.includes(code)) return field;
  if (itsFaults.includes(code)) throw busy(code);
  throw refused(refusals, code, said);
}

const unionPay = { zh: '银联', en: 'UnionPay' };
const byCode = { bizType: '000000', channelType: '08', currencyCode: '156' };

/**
 * 银联二维码 (主扫, 全渠道 5.1.0). Its request has no field against credit cards: they are switched off for the merchant number. A code
 * ends at its time alone, and UnionPay is never asked to close one.
 */
export const unionPayPayments: PaymentProtocol = {
  precreate: {
    call: (account, { no, amount, openFor }, context) =>
      unionPayCall(account, 'backTransReq.do', {
        ...byCode,
        txnType: '01',
        txnSubType: '07',
        orderId: no,
        txnTime: shanghaiStamp(context.now),
        txnAmt: String(amount),
        payTimeout: shanghaiStamp(endOf(openFor, context)),
        backUrl: notifiedAt(context, unionPay),
      }),
    read: (_status, text) => {
      const field = read(text);
      const payText = field('qrCode');
      if (!payText) throw unknownAnswer();
      return { payText, channelNo: field('queryId') ?? null };
    },
  },
  close: null,
  refund: {
    call: (account, { refund }, context) =>
      unionPayCall(account, 'backTransReq.do', {
        ...byCode,
        txnType: '04',
        txnSubType: '00',
        orderId: refund.no,
        // The same each time: with the number it is what UnionPay knows a refund again by.
        txnTime: shanghaiStamp(refund.at),
        txnAmt: String(refund.amount),
        origQryId: refund.flowNo,
        backUrl: notifiedAt(context, unionPay),
      }),
    read: (_status, text) => {
      read(text, ['12']);
    },
  },
};
