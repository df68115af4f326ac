import { valuesOf, type WordsOf } from './words.ts';

/** 授权: what became of what a channel asked of a card. */
export const authorizationStateWords = {
  OPEN: { zh: '待请款', en: 'Open', tone: 'waiting' },
  DECLINED: { zh: '已拒绝', en: 'Declined', tone: 'bad' },
  CAPTURED: { zh: '已请款', en: 'Captured', tone: 'good' },
  REVERSED: { zh: '已撤销', en: 'Reversed', tone: 'quiet' },
  EXPIRED: { zh: '已过期', en: 'Expired', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const authorizationStates = valuesOf(authorizationStateWords);
export type AuthorizationState = keyof typeof authorizationStateWords;

/** What a channel is answered when it asks for money of a card. */
export const responseWords = {
  '00': { zh: '承兑', en: 'Approved' },
  '05': { zh: '不予承兑', en: 'Not approved' },
  '10': { zh: '部分承兑', en: 'Approved in part' },
  '94': { zh: '重复交易', en: 'The reference was used before' },
  '14': { zh: '无效卡号', en: 'No such card' },
  '78': { zh: '未激活', en: 'The card is not activated' },
  '41': { zh: '已挂失', en: 'The card was reported lost' },
  '62': { zh: '已冻结', en: 'The card is frozen' },
  '54': { zh: '已过期', en: 'The card has expired' },
  '46': { zh: '已销户', en: 'The card is closed' },
  '03': { zh: '无效商户', en: 'No such merchant' },
  '57': { zh: '不支持该类商户', en: 'Not at merchants of this kind' },
  '61': { zh: '超单笔、单日或单月金额', en: 'Over what the card may pay at once, in a day or in a month' },
  '65': { zh: '超单日次数', en: 'Too many payments in a day' },
  '51': { zh: '可用余额不足', en: 'Not enough on the card' },
  '96': { zh: '系统繁忙', en: 'Busy: ask again with the same reference' },
} as const satisfies WordsOf<string>;
export const responseCodes = valuesOf(responseWords);
export type ResponseCode = keyof typeof responseWords;

/** Categories of merchants (lodging, car rental) at which a payment is captured long after it was asked for. */
export const longHeldMcc: ReadonlySet<string> = new Set(['7011', '7512']);
