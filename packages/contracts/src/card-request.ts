import { z } from 'zod';
import { bulkActResult, bulkResult } from './bulk.ts';
import { cardRequestStateWords } from './card-kinds.ts';
import { endpoint } from './endpoint.ts';
import { bulkIds, id, reason, version } from './fields.ts';
import { transitions } from './transitions.ts';
import { waits } from './waits.ts';

/** What a new card or a longer validity costs, with the tax in it. */
const feeAmount = z.int().min(0).max(100_000);
const bulk = { ids: bulkIds, reason };

/** What is done with a card besides using it: replaced, extended, redeemed, cancelled. */
export const cardRequests = {
  replaceCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.edit',
    logs: 'card',
    idempotent: true,
    summary: {
      zh: '补卡：余额与未结授权转到新卡，超过阈值交复核',
      en: 'Replace a lost card: what is on it and its open authorizations go to a new one; over the threshold it waits',
    },
    input: z.strictObject({ id, version, feeAmount, reason }),
    output: z.strictObject({ ...waits, replacementId: id.nullable() }),
  }),
  extendCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.edit',
    logs: 'card',
    idempotent: true,
    summary: {
      zh: '延期：自有效期止或今日起顺延，手续费从余额扣（逐条返回结果）',
      en: 'Extend cards, row by row: so many months from their end or from today, the fee out of the balance',
    },
    input: z.strictObject({ ...bulk, months: z.int().min(1).max(120), feeAmount }),
    output: bulkResult,
  }),
  redeemCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.edit',
    logs: 'card',
    idempotent: true,
    summary: {
      zh: '赎回：复核后余额退回企业资金（逐条返回结果）',
      en: "Redeem cards, row by row: once a checker agrees, what is on them is their company's again",
    },
    input: z.strictObject(bulk),
    output: bulkActResult,
  }),
  cancelCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.edit',
    logs: 'card',
    summary: {
      zh: '注销：复核后不再可用（逐条返回结果）',
      en: 'Cancel empty cards, row by row, once a checker agrees',
    },
    input: z.strictObject(bulk),
    output: bulkActResult,
  }),
};

export const cardRequestTransitions = transitions({
  area: 'card',
  record: { zh: '卡申请', en: 'Request about a card' },
  words: cardRequestStateWords,
  initial: ['SUBMITTED'],
  endpoints: {},
  actions: {},
  automatic: {
    complete: {
      by: { zh: '补卡在阈值以内', en: 'A replacement within the threshold' },
      from: ['SUBMITTED'],
      to: ['DONE'],
      effect: { zh: '余额转到新卡', en: 'What is on the card is on the new one' },
    },
    approve: {
      by: { zh: '审批通过', en: 'Approval' },
      from: ['SUBMITTED'],
      to: ['DONE'],
      effect: { zh: '卡变为已补卡、已赎回或已注销', en: 'The card is replaced, redeemed or cancelled' },
    },
    reject: {
      by: { zh: '审批驳回', en: 'Rejection' },
      from: ['SUBMITTED'],
      to: ['REJECTED'],
      effect: { zh: '卡恢复可用', en: 'The card can be used again' },
    },
    withdraw: {
      by: { zh: '提交人撤回', en: 'Its maker withdrew it' },
      from: ['SUBMITTED'],
      to: ['WITHDRAWN'],
      effect: { zh: '卡恢复可用', en: 'The card can be used again' },
    },
  },
});
