import { z } from 'zod';
import { authorizationStates, responseCodes } from './card-spending-kinds.ts';
import { endpoint } from './endpoint.ts';
import { channelNumber, digits, fenNotNegative, fenPositive, id, instant, namedNumber } from './fields.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf } from './paging.ts';

/** Money that is asked of a card. */
export const authorizeInput = z
  .strictObject({
    /** The whole number on the card, or the tenant's own number of it. */
    pan: digits(16).optional(),
    cardNo: namedNumber.optional(),
    /** Asked again with the same body it is the same authorization. */
    reference: channelNumber,
    amount: fenPositive,
    mcc: digits(4),
    payeeMerchantNo: namedNumber,
    /** Whether less than the amount is good enough. */
    partialAllowed: z.boolean().default(false),
  })
  .refine(({ pan, cardNo }) => (pan === undefined) !== (cardNo === undefined), {
    path: ['pan'],
    params: { zh: '卡号与卡编号填写其一', en: 'give the card by one of its two numbers' },
  });

/** The answer: a decline, too, with the reason in words. */
export const authorizeAnswer = z.strictObject({
  approved: z.boolean(),
  responseCode: z.enum(responseCodes),
  reason: z.string(),
  approvedAmount: fenNotNegative,
  /** What is left to spend; null without a card. */
  availableBalance: fenNotNegative.nullable(),
  /** Null where the reference is another authorization's. */
  authorizationId: id.nullable(),
  /** Until when it can be captured; null where nothing is held. */
  expiresAt: instant.nullable(),
});

/** What a channel asked of a card, and the answer. */
const authorizationRow = z.strictObject({
  id,
  /** The channel's own number of it. */
  reference: z.string(),
  amount: fenPositive,
  approvedAmount: fenNotNegative,
  capturedAmount: fenNotNegative,
  reversedAmount: fenNotNegative,
  state: z.enum(authorizationStates),
  responseCode: z.enum(responseCodes),
  /** What could be spent after it. */
  availableBalance: fenNotNegative.nullable(),
  mcc: z.string(),
  /** Null where no merchant has the number that was named. */
  payee: option.nullable(),
  /** Who asked. */
  binding: option,
  createdAt: instant,
  /** Until when what it holds can be taken. */
  expiresAt: instant.nullable(),
});

/** What channels ask of cards, in calls that they sign, and what came of it; a part of the area of cards. */
export const cardSpending = {
  queryAuthorization: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'card.view',
    summary: { zh: '卡授权与拒绝原因', en: 'List what channels asked of a card, and why not' },
    input: cursorPageInput(['createdAt'], {
      cardId: id,
      state: z.array(z.enum(authorizationStates)).min(1).optional(),
    }),
    output: cursorPageOf(authorizationRow),
  }),
  authorize: endpoint({
    kind: 'mutation',
    access: 'signed',
    // An authorization is a record of its own, and names the binding that asked.
    logs: null,
    summary: {
      zh: '授权：冻结卡内金额；拒绝也是答复，不必重试',
      en: 'Hold money of a card; a decline is an answer too, not to be retried',
    },
    input: authorizeInput,
    output: authorizeAnswer,
  }),
  capture: endpoint({
    kind: 'mutation',
    access: 'signed',
    // A capture is a payment, and names the binding that told of it.
    logs: null,
    summary: {
      zh: '请款：从授权扣款，可多次；最后一次解除其余冻结',
      en: 'Take money of an authorization, in several parts if need be; the last one frees the rest',
    },
    input: z.strictObject({
      /** The authorization's. */
      reference: channelNumber,
      /** Told again with the same amount it is the same capture. */
      captureNo: channelNumber,
      amount: fenPositive,
      /** Whether no other capture follows. */
      final: z.boolean().default(false),
    }),
    output: z.strictObject({
      paymentNo: z.string(),
      capturedAmount: fenPositive,
      leftAmount: fenNotNegative,
    }),
  }),
  reverse: endpoint({
    kind: 'mutation',
    access: 'signed',
    // A reversal is a record of its own.
    logs: null,
    summary: {
      zh: '撤销授权：全部或部分金额解除冻结',
      en: 'Give up an authorization: all or a part of what it holds is free again',
    },
    input: z.strictObject({
      /** The authorization's. */
      reference: channelNumber,
      /** Told again with the same amount it is the same reversal. */
      reverseNo: channelNumber,
      /** All that is held where it is left out. */
      amount: fenPositive.optional(),
    }),
    output: z.strictObject({ reversedAmount: fenPositive, leftAmount: fenNotNegative }),
  }),
};
