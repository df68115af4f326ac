import { z } from 'zod';
import { cards } from './card.ts';
import { cardActions, cardStates } from './card-kinds.ts';
import { cardSpending } from './card-spending.ts';
import { consumptionCategories, consumptionStates, consumptionTypes, payChannels } from './consumption.ts';
import { employeeStates, limits } from './employee.ts';
import { endpoint } from './endpoint.ts';
import { day, digits, fenNotNegative, id, instant, noInput } from './fields.ts';
import { limit } from './limit.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, pageInput, pageOf } from './paging.ts';

/** What its holder sees of a card; who froze it and why is told of what they did themselves alone. */
const ownCard = cards.getCard.output
  .pick({
    ...{ id: true, cardNo: true, maskedPan: true, product: true, form: true, naming: true, faceAmount: true },
    ...{ balance: true, heldBalance: true, availableBalance: true, activatedAt: true, expiresAt: true },
    ...{ state: true, limits: true, version: true },
  })
  .extend({ frozenByHolder: z.boolean() });
export type OwnCard = z.infer<typeof ownCard>;

const ownCardDetail = ownCard.extend({
  /** The steps of its life, the newest first. */
  events: z.array(
    z.strictObject({
      seq: z.int().min(1),
      action: z.enum(cardActions),
      toState: z.enum(cardStates),
      byHolder: z.boolean(),
      createdAt: instant,
    }),
  ),
});
export type OwnCardDetail = z.infer<typeof ownCardDetail>;

const ownFlow = cards.queryCardFlow.output.shape.list.element.omit({ createdBy: true });
export type OwnFlow = z.infer<typeof ownFlow>;

const ownAuthorization = cardSpending.queryAuthorization.output.shape.list.element.omit({
  ...{ reference: true, reversedAmount: true, mcc: true, binding: true },
});
export type OwnAuthorization = z.infer<typeof ownAuthorization>;

/** A payment of one's own out of the limit, or a refund of one. */
const ownPayment = z.strictObject({
  id,
  paymentNo: z.string(),
  type: z.enum(consumptionTypes),
  state: z.enum(consumptionStates),
  amount: fenNotNegative,
  enterpriseAmount: fenNotNegative,
  personalAmount: fenNotNegative,
  refundedAmount: fenNotNegative,
  category: z.enum(consumptionCategories),
  channel: z.enum(payChannels),
  payee: option,
  paidAt: instant,
  /** Why it was declined, in words of the request's language; null of one that was not. */
  declined: z.string().nullable(),
});
export type OwnPayment = z.infer<typeof ownPayment>;

/** Why somebody who signs in is nobody's employee: their mobile isn't proved with a code, or no employee of the tenant has it. */
export const unlinkedReasons = ['UNPROVED', 'NO_EMPLOYEE'] as const;

const ownAccount = z.strictObject({
  employee: z
    .strictObject({
      name: z.string(),
      employeeNo: z.string(),
      merchant: option,
      state: z.enum(employeeStates),
    })
    .nullable(),
  /** Null where there is an employee. */
  unlinked: z.enum(unlinkedReasons).nullable(),
  limits: limits.extend({
    /** What is available and of no lot. */
    generalLimit: fenNotNegative,
    /** Until when the whole can be spent; null: for good. */
    expiresAt: instant.nullable(),
  }),
  /** The parts that hold something, the soonest end first. */
  lots: limit.queryLot.output.shape.lots,
});
export type OwnAccount = z.infer<typeof ownAccount>;

/** Days in Asia/Shanghai, both included. */
const span = { from: day.optional(), to: day.optional() };
/** The last four digits on the card: somebody has it in their hand, or knows which one is gone. */
const lastFour = digits(4);

/** 我的账户: an employee's own cards, limits and payments; what is another's is as if it were missing. */
export const own = {
  getAccount: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'own.card',
    summary: { zh: '本人的员工档案与额度', en: 'Who one is as an employee, and one’s own limits' },
    input: noInput,
    output: ownAccount,
  }),
  queryCard: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'own.card',
    summary: { zh: '本人的卡', en: 'List one’s own cards' },
    input: pageInput(['createdAt'], {}),
    output: pageOf(ownCard),
  }),
  getCard: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'own.card',
    summary: { zh: '本人的一张卡', en: 'One of one’s own cards with its life' },
    input: z.strictObject({ id }),
    output: ownCardDetail,
  }),
  queryFlow: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'own.card',
    summary: { zh: '本人卡的流水', en: 'List what moved one of one’s own cards' },
    input: cursorPageInput(['seq'], { cardId: id, ...span }),
    output: cursorPageOf(ownFlow),
  }),
  queryAuthorization: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'own.card',
    summary: {
      zh: '本人卡的支付请求与拒绝原因',
      en: 'List what was asked of one of one’s own cards, and why not',
    },
    input: cursorPageInput(['createdAt'], { cardId: id, ...span }),
    output: cursorPageOf(ownAuthorization),
  }),
  queryPayment: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'own.card',
    summary: { zh: '本人的消费与拒绝原因', en: 'List one’s own payments, and why one was declined' },
    input: cursorPageInput(['paidAt'], span),
    output: cursorPageOf(ownPayment),
  }),
  activate: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'own.card',
    logs: 'card',
    idempotent: true,
    summary: {
      zh: '持卡人激活（凭卡号后四位）',
      en: 'Activate one of one’s own cards, by its last four digits: the face value is on it',
    },
    input: z.strictObject({ id, lastFour }),
    output: ownCardDetail,
  }),
  freeze: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'own.card',
    logs: 'card',
    summary: { zh: '持卡人冻结', en: 'Freeze one of one’s own cards' },
    input: z.strictObject({ id }),
    output: ownCardDetail,
  }),
  unfreeze: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'own.card',
    logs: 'card',
    summary: { zh: '持卡人解冻（本人冻结的卡）', en: 'Unfreeze a card that one froze oneself' },
    input: z.strictObject({ id }),
    output: ownCardDetail,
  }),
  reportLoss: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'own.card',
    logs: 'card',
    summary: {
      zh: '持卡人挂失（凭卡号后四位）',
      en: 'Report one of one’s own cards lost, by its last four digits',
    },
    input: z.strictObject({ id, lastFour }),
    output: ownCardDetail,
  }),
};
