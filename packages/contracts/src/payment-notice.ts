import { z } from 'zod';
import { consumptionCategories } from './consumption.ts';
import { employeeNo } from './employee.ts';
import { endpoint } from './endpoint.ts';
import { channelNumber, digits, fenNotNegative, fenPositive, namedNumber, reason } from './fields.ts';
import { cityCode } from './rule-condition.ts';
import { decision, decisionReason, reasonCodes } from './rule-decision.ts';

/** UNUSABLE: the merchant, the payee or the employee can't pay, whatever the policies say. */
const reasons = z.array(decisionReason.extend({ code: z.enum([...reasonCodes, 'UNUSABLE']) }));

/** What channels tell of payments, in calls that they sign; a part of the area of payments. */
export const paymentNotice = {
  notifyPayment: endpoint({
    kind: 'mutation',
    access: 'signed',
    // A payment is a record of its own, and names the binding that told of it.
    logs: null,
    summary: {
      zh: '渠道通知一笔支付，答复制度的判断；拒付也是答复，不必重试',
      en: 'A channel tells of a payment and is answered what the policies decide; a decline is an answer too, not to be retried',
    },
    input: z.strictObject({
      /** Told again with the same body it is the same payment. */
      paymentNo: channelNumber,
      merchantNo: namedNumber,
      employeeNo,
      amount: fenPositive,
      personalAmount: fenNotNegative.default(0),
      category: z.enum(consumptionCategories),
      /** The employee's own merchant where it is left out; so are its MCC and city. */
      payeeMerchantNo: namedNumber.optional(),
      mcc: digits(4).optional(),
      city: cityCode.optional(),
    }),
    output: z.strictObject({ approved: z.boolean(), decision: decision.extend({ reasons }) }),
  }),
  notifyRefund: endpoint({
    kind: 'mutation',
    access: 'signed',
    logs: 'consumption',
    // Told again it changes nothing.
    logsDone: false,
    summary: {
      zh: '渠道通知一笔退款：先退企业支付部分，无需复核',
      en: "A channel tells of a refund: the company's part first, without a checker",
    },
    input: z.strictObject({
      refundNo: channelNumber,
      paymentNo: channelNumber,
      amount: fenPositive,
      reason,
    }),
    /** All that was refunded of the payment, this refund included. */
    output: z.strictObject({ refundedAmount: fenPositive }),
  }),
};
