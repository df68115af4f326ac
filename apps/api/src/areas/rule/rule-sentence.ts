import { consumptionCategoryWords, payChannelWords } from '@xyxlx/contracts/consumption';
import type { Label } from '@xyxlx/contracts/endpoint';
import {
  amountCapWords,
  type Condition,
  countCapWords,
  dayKindWords,
  matchFactorWords,
} from '@xyxlx/contracts/rule-condition';
import { yuanText } from '../../platform/money/yuan-text.ts';

const weekdays: readonly Label[] = [
  { zh: '周一', en: 'Mon' },
  { zh: '周二', en: 'Tue' },
  { zh: '周三', en: 'Wed' },
  { zh: '周四', en: 'Thu' },
  { zh: '周五', en: 'Fri' },
  { zh: '周六', en: 'Sat' },
  { zh: '周日', en: 'Sun' },
];

/** A weekday in words; 1 is Monday. */
export function weekdayLabel(weekday: number): Label {
  return weekdays[weekday - 1] as Label;
}

/** A rule as one sentence: what must match, then what the company pays at most. */
export function ruleSentence(conditions: readonly Condition[]): Label {
  const parts = conditions.map(conditionWords);
  return {
    zh: parts.map(({ zh }) => zh).join('，'),
    en: parts.map(({ en }) => en).join(', '),
  };
}

/** The allowed values of a condition in words, such as 11:00–14:00 or 工作日. */
export function valueWords(condition: Condition): Label {
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
    case 'BRAND': {
      const count = condition.value.length;
      return { zh: `指定的 ${count} 个`, en: `${count} named` };
    }
    case 'COUNT_DAY':
    case 'COUNT_WEEK':
    case 'COUNT_MONTH':
      return { zh: `${condition.value} 次`, en: `${condition.value}` };
    default:
      return { zh: `${yuanText(condition.value)} 元`, en: `¥${yuanText(condition.value)}` };
  }
}

function conditionWords(condition: Condition): Label {
  const value = valueWords(condition);
  switch (condition.factor) {
    case 'TIME':
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
        en: `${factor.en.toLowerCase()} ${isIn ? 'in' : 'not in'} ${value.en}`,
      };
    }
  }
}

function capWords(factor: Label, value: Label): Label {
  return { zh: `${factor.zh}不超过 ${value.zh}`, en: `${factor.en.toLowerCase()} at most ${value.en}` };
}

function listed(words: readonly Label[]): Label {
  return { zh: words.map(({ zh }) => zh).join('、'), en: words.map(({ en }) => en).join(', ') };
}

function alike(text: string): Label {
  return { zh: text, en: text };
}
