import { z } from 'zod';
import { authorizeAnswer, authorizeInput } from './card-spending.ts';
import { consumptionCategories, consumptionDetail, payChannels } from './consumption.ts';
import { endpoint } from './endpoint.ts';
import { digits, fenNotNegative, fenPositive, id, instant, label, noInput, nothing } from './fields.ts';
import { cityCode } from './rule-condition.ts';

/** Developer endpoints: only where `DEV_TOOLS=on`, 404 elsewhere. */
export const dev = {
  expireToken: endpoint({
    kind: 'mutation',
    access: 'refreshable',
    summary: { zh: '令本会话的访问令牌立即过期', en: "Expire the caller's access token now" },
    input: noInput,
    output: nothing,
  }),
  revokeSession: endpoint({
    kind: 'mutation',
    access: 'refreshable',
    summary: { zh: '撤销本会话', en: "Revoke the caller's session" },
    input: noInput,
    output: nothing,
  }),
  failNext: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '令某接口接下来的调用失败', en: 'Make the next calls of an endpoint fail' },
    input: z.strictObject({
      endpoint: z.string().min(1).max(200),
      code: z.int().optional(),
      status: z.int().min(400).max(599).optional(),
      times: z.int().min(1).max(1000).default(1),
      delayMs: z.int().min(0).max(60_000).default(0),
    }),
    output: nothing,
  }),
  outbox: endpoint({
    kind: 'query',
    access: 'public',
    summary: { zh: '已发送的短信与邮件', en: 'Messages sent' },
    input: z.strictObject({ mobile: z.string().max(120).optional() }),
    output: z.strictObject({
      list: z.array(
        z.strictObject({
          id: z.uuid(),
          mobile: z.string(),
          scene: z.string(),
          /** Null in a message that tells of something and asks for no code. */
          code: z.string().nullable(),
          text: z.string(),
          createdAt: instant,
        }),
      ),
    }),
  }),
  invariants: endpoint({
    kind: 'query',
    access: 'public',
    summary: { zh: '检查必须始终成立的规则', en: 'Check what must always hold' },
    input: noInput,
    output: z.strictObject({
      ok: z.boolean(),
      list: z.array(
        z.strictObject({
          name: z.string(),
          label,
          ok: z.boolean(),
          violations: z.int(),
          /** The first of them, in a few words. */
          examples: z.array(z.string()),
        }),
      ),
    }),
  }),
  reset: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '恢复到初始数据（所有会话结束）', en: 'Back to the seeded state; every session ends' },
    input: z.strictObject({ seed: z.enum(['none', 'small', 'demo']).optional() }),
    output: z.strictObject({ seed: z.string(), elapsedMs: z.int() }),
  }),
  clock: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '移动业务时钟', en: 'Move the business clock' },
    input: z.strictObject({ offsetSeconds: z.int().min(-315_360_000).max(315_360_000) }),
    output: z.strictObject({ now: instant }),
  }),
  pay: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: null,
    summary: { zh: '模拟一笔渠道支付', en: 'A payment as a channel would report it' },
    input: z.strictObject({
      employeeId: id,
      storeId: id.optional(),
      /** Given again, it is the same payment. */
      paymentNo: z
        .string()
        .regex(/^P[0-9A-Z]{8,40}$/)
        .optional(),
      amount: fenPositive,
      personalAmount: fenNotNegative.default(0),
      category: z.enum(consumptionCategories).default('MEAL'),
      channel: z.enum(payChannels).default('ALIPAY'),
      /** The employee's own merchant where it is left out; so are its MCC and city. */
      payeeMerchantId: id.optional(),
      mcc: digits(4).optional(),
      city: cityCode.optional(),
    }),
    output: consumptionDetail,
  }),
  cardPay: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: null,
    summary: {
      zh: '模拟一笔刷卡：授权并立即请款，免签名；拒绝时给出应答码',
      en: 'A payment by card as a channel would ask for it: held and taken at once, unsigned; a decline says its code',
    },
    input: authorizeInput,
    output: authorizeAnswer.extend({
      /** Null where it was declined. */
      paymentNo: z.string().nullable(),
    }),
  }),
};
