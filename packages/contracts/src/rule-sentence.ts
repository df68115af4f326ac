import { consumptionCategoryWords, payChannelWords } from './consumption.ts';
import type { Label } from './endpoint.ts';
import {
  amountCapWords,
  type Condition,
  countCapWords,
  dayKindWords,
  matchFactorWords,
  weekdayWords,
} from './rule-condition.ts';

/** How a sentence writes what a condition alone does not say. */
export interface Spelling {
  /** Fen as yuan. */
  yuan(fen: number): string;
  /** What a merchant or a brand is called; undefined where that is not known. */
  nameOf?(id: string): string | undefined;
}

/** So many merchants or brands are named; of the others it is said how many they are. */
const namedAtMost = 3;

/** A rule as one sentence: what must match, then what the company pays at most. */
export function ruleSentence(conditions: readonly Condition[], spelling: Spelling): Label {
  const parts = conditions.map((condition) => conditionWords(condition, spelling));
  return {
    zh: parts.map(({ zh }) => zh).join('，'),
    en: parts.map(({ en }) => en).join(', '),
  };
}

/** The allowed values of a condition in words, such as 11:00–14:00 or 工作日. */
export function valueWords(condition: Condition, { yuan, nameOf }: Spelling): Label {
  switch (condition.factor) {
    case 'CATEGORY':
      return listed(condition.value.map((value) => consumptionCategoryWords[value]));
    case 'CHANNEL':
      return listed(condition.value.map((value) => payChannelWords[value]));
    case 'DAY_KIND':
      return listed(condition.value.map((value) => dayKindWords[value]));
    case 'WEEKDAY':
      return listed(condition.value.map(weekdayLabel));
    case 'TIME':
      return listed(condition.value.map(({ from, to }) => alike(`${from}–${to}`)));
    case 'MCC':
    case 'CITY':
      return listed(condition.value.map(alike));
    case 'MERCHANT':
    case 'BRAND':
      return namedWords(condition.value, nameOf);
    case 'COUNT_DAY':
    case 'COUNT_WEEK':
    case 'COUNT_MONTH':
      return { zh: `${condition.value} 次`, en: `${condition.value}` };
    default:
      return { zh: `${yuan(condition.value)} 元`, en: `¥${yuan(condition.value)}` };
  }
}

/** A weekday in words; 1 is Monday. */
export function weekdayLabel(weekday: number): Label {
  return weekdayWords[weekday as keyof typeof weekdayWords];
}

function namedWords(ids: readonly string[], nameOf: Spelling['nameOf']): Label {
  const total = ids.length;
  const names = ids.slice(0, namedAtMost).flatMap((id) => nameOf?.(id) ?? []);
  if (names.length === 0) return { zh: `指定的 ${total} 个`, en: `${total} named` };
  const { zh, en } = listed(names.map(alike));
  if (names.length === total) return { zh, en };
  return { zh: `${zh} 等 ${total} 个`, en: `${en} and ${total - names.length} more` };
}

function conditionWords(condition: Condition, spelling: Spelling): Label {
  const value = valueWords(condition, spelling);
  switch (condition.factor) {
    case 'TIME':
      return { zh: `${value.zh}可用`, en: `during ${value.en}` };
    case 'WEEKDAY':
    case 'DAY_KIND':
      return { zh: `${value.zh}可用`, en: `on ${value.en}` };
    case 'COUNT_DAY':
    case 'COUNT_WEEK':
    case 'COUNT_MONTH':
      return capWords(countCapWords[condition.factor], value);
    case 'PER_PAYMENT':
    case 'PER_DAY':
    case 'PER_WEEK':
    case 'PER_MONTH':
    case 'TOTAL':
      return capWords(amountCapWords[condition.factor], value);
    default: {
      const factor = matchFactorWords[condition.factor];
      const isIn = condition.operator === 'IN';
      return {
        zh: `${factor.zh}${isIn ? '限' : '不含'}${value.zh}`,
        en: `${inSentence(factor.en)} ${isIn ? 'in' : 'not in'} ${value.en}`,
      };
    }
  }
}

function capWords(factor: Label, value: Label): Label {
  return { zh: `${factor.zh}不超过 ${value.zh}`, en: `${inSentence(factor.en)} at most ${value.en}` };
}

/** Words that don't begin the sentence; an abbreviation keeps its capitals. */
function inSentence(words: string): string {
  return words === words.toUpperCase() ? words : words.toLowerCase();
}

function listed(words: readonly Label[]): Label {
  return { zh: words.map(({ zh }) => zh).join('、'), en: words.map(({ en }) => en).join(', ') };
}

function alike(text: string): Label {
  return { zh: text, en: text };
}
