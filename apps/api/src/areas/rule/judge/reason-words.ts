import { consumptionCategoryWords, payChannelWords } from '@xyxlx/contracts/consumption';
import type { Label } from '@xyxlx/contracts/endpoint';
import { dayKindWords } from '@xyxlx/contracts/rule-condition';
import { valueWords, weekdayLabel } from '@xyxlx/contracts/rule-sentence';
import type { ConsumptionRecord } from '@xyxlx/database/client/client';
import { yuanText } from '../../../platform/money/yuan-text.ts';
import type { Remainder } from './caps.ts';
import type { Reason } from './judge.ts';
import type { Miss } from './matches.ts';

/** Why the company does not pay all of it: `name` is the 制度's, `asked` in fen. */
export function reasonWords(reason: Reason, name: string, asked: number): Label {
  switch (reason.code) {
    case 'NO_RULE':
      return { zh: '未配置适用的制度', en: 'No policy covers the employee' };
    case 'BALANCE':
      return {
        zh: `可用额度余额不足${name && `，该制度下可用 ${yuanText(reason.left)} 元`}`,
        en: `The available limit does not cover it: ¥${yuanText(reason.left)} left (insufficient balance)`,
      };
    case 'CATEGORY': {
      const category = consumptionCategoryWords[reason.actual];
      return {
        zh: `制度「${name}」不支持该类目（${category.zh}）`,
        en: `Policy "${name}" is not for this category (${category.en})`,
      };
    }
    case 'CAP':
      return capWords(reason.remainder, asked);
    case 'MISS':
      return missWords(reason.miss, name);
  }
}

const spans = {
  PER_DAY: { zh: '今日', en: 'Today' },
  PER_WEEK: { zh: '本周', en: 'This week' },
  PER_MONTH: { zh: '本月', en: 'This month' },
  TOTAL: { zh: '累计', en: 'In total' },
  COUNT_DAY: { zh: '今日', en: 'Today' },
  COUNT_WEEK: { zh: '本周', en: 'This week' },
  COUNT_MONTH: { zh: '本月', en: 'This month' },
} as const;

function capWords({ cap, used, left }: Remainder, asked: number): Label {
  const now = yuanText(asked);
  switch (cap.factor) {
    case 'PER_PAYMENT': {
      const limit = yuanText(cap.value);
      return {
        zh: `单笔上限 ${limit} 元，本次 ${now} 元`,
        en: `At most ¥${limit} per payment, this one is ¥${now}`,
      };
    }
    case 'COUNT_DAY':
    case 'COUNT_WEEK':
    case 'COUNT_MONTH': {
      const span = spans[cap.factor];
      return {
        zh: `${span.zh}已用 ${used} 次，上限 ${cap.value} 次`,
        en: `${span.en} ${used} payments of at most ${cap.value}`,
      };
    }
    default: {
      const span = spans[cap.factor];
      const [was, limit, rest] = [used, cap.value, left].map(yuanText);
      return {
        zh: `${span.zh}已用 ${was} 元，上限 ${limit} 元，剩余 ${rest} 元，本次 ${now} 元`,
        en: `${span.en} ¥${was} of at most ¥${limit} is used, ¥${rest} left, this one is ¥${now}`,
      };
    }
  }
}

function missWords({ condition, actual, day }: Miss, name: string): Label {
  const allowed = valueWords(condition, { yuan: yuanText });
  switch (condition.factor) {
    case 'TIME': {
      const at = clock(Number(actual));
      return {
        zh: `制度「${name}」仅 ${allowed.zh} 可用，本次 ${at}`,
        en: `Policy "${name}" is for ${allowed.en} alone, this is ${at}`,
      };
    }
    case 'DAY_KIND': {
      const kind = dayKindWords[day.kind];
      return {
        zh: `制度「${name}」仅${allowed.zh}可用，${day.day} 为${day.name ?? kind.zh}`,
        en: `Policy "${name}" is for ${allowed.en} alone, ${day.day} is ${day.name ?? kind.en}`,
      };
    }
    case 'WEEKDAY': {
      const weekday = weekdayLabel(Number(actual));
      return {
        zh: `制度「${name}」仅${allowed.zh}可用，${day.day} 为${weekday.zh}`,
        en: `Policy "${name}" is for ${allowed.en} alone, ${day.day} is ${weekday.en}`,
      };
    }
    case 'CATEGORY':
      return notSupported(
        name,
        { zh: '类目', en: 'category' },
        consumptionCategoryWords[actual as ConsumptionRecord['category']],
      );
    case 'CHANNEL':
      return notSupported(
        name,
        { zh: '渠道', en: 'channel' },
        payChannelWords[actual as ConsumptionRecord['channel']],
      );
    case 'MCC':
      return notSupported(name, { zh: '商户类别', en: 'kind of merchant' }, alike(actual));
    case 'CITY':
      return notSupported(name, { zh: '城市', en: 'city' }, alike(actual));
    case 'MERCHANT':
      return notSupported(name, { zh: '商户', en: 'merchant' });
    case 'BRAND':
      return notSupported(name, { zh: '品牌', en: 'brand' });
  }
}

function notSupported(name: string, what: Label, actual?: Label): Label {
  const which = (language: keyof Label) => {
    if (!actual?.[language]) return '';
    return language === 'zh' ? `（${actual.zh}）` : ` (${actual.en})`;
  };
  return {
    zh: `制度「${name}」不支持该${what.zh}${which('zh')}`,
    en: `Policy "${name}" is not for this ${what.en}${which('en')}`,
  };
}

function alike(value: string | number | null): Label {
  const text = value === null ? '' : String(value);
  return { zh: text, en: text };
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
