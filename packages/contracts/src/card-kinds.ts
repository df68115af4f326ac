import { valuesOf, type WordsOf } from './words.ts';

/** 实体卡 虚拟卡. */
export const cardFormWords = {
  PHYSICAL: { zh: '实体卡', en: 'Physical' },
  VIRTUAL: { zh: '虚拟卡', en: 'Virtual' },
} as const satisfies WordsOf<string>;
export const cardForms = valuesOf(cardFormWords);
export type CardForm = keyof typeof cardFormWords;

/** 记名 不记名: whether a card has a holder who is known. */
export const cardNamingWords = {
  NAMED: { zh: '记名', en: 'Named' },
  ANONYMOUS: { zh: '不记名', en: 'Anonymous' },
} as const satisfies WordsOf<string>;
export const cardNamings = valuesOf(cardNamingWords);
export type CardNaming = keyof typeof cardNamingWords;

/** 卡产品; the ways between them stand in `cardProductTransitions`. */
export const cardProductStateWords = {
  DRAFT: { zh: '草稿', en: 'Draft', tone: 'quiet' },
  SUBMITTED: { zh: '待审核', en: 'Pending', tone: 'waiting' },
  ENABLED: { zh: '启用', en: 'Enabled', tone: 'good' },
  DISABLED: { zh: '停用', en: 'Disabled', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const cardProductStates = valuesOf(cardProductStateWords);
export type CardProductState = keyof typeof cardProductStateWords;
