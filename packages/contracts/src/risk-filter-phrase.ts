import {
  type RiskFilter,
  type RiskNumber,
  type RiskText,
  riskRecordOutcomeWords,
} from './compliance-expression.ts';
import { consumptionCategoryWords, payChannelWords } from './consumption.ts';
import {
  amountWord,
  type Language,
  operatorWords,
  type PayeeName,
  shareWord,
  yuanWord,
} from './risk-words.ts';
import type { WordsOf } from './words.ts';

const fieldWords: Record<RiskNumber | RiskText, { zh: string; en: string }> = {
  amount: { zh: '单笔', en: 'amount' },
  enterprise: { zh: '企业支付', en: 'paid by the company' },
  personal: { zh: '个人支付', en: 'paid by the employee' },
  hourOfDay: { zh: '时间', en: 'hour' },
  weekday: { zh: '星期', en: 'weekday' },
  hiredDays: { zh: '入职', en: 'days since joining' },
  leftDays: { zh: '离职', en: 'days since leaving' },
  cardAgeDays: { zh: '开卡', en: 'days since activation' },
  refundedShare: { zh: '已退占比', en: 'share refunded' },
  channel: { zh: '渠道', en: 'channel' },
  category: { zh: '类别', en: 'category' },
  mcc: { zh: '商户类别码', en: 'MCC' },
  city: { zh: '城市', en: 'city' },
  payee: { zh: '收款商户', en: 'payee' },
  outcome: { zh: '结果', en: 'outcome' },
};

const weekdays = {
  zh: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
} as const;

/** One filter, or a comparison with a number of one event, in words: 单笔 3,500–4,999.99 元. */
export function riskFilterPhrase(filter: RiskFilter, language: Language, payee: PayeeName): string {
  const field = fieldWords[filter.field][language];
  const { op } = filter;
  if (op === 'BETWEEN') return `${field} ${betweenWord(filter, language)}`;
  const values = [filter.value].flat().map((value) => valueWord(filter.field, value, language, payee));
  const listed = values.join(language === 'zh' ? '、' : ', ');
  if (op === 'IN') return language === 'zh' ? `${field}为 ${listed}` : `${field} among ${listed}`;
  if (op === 'NOT_IN') return language === 'zh' ? `${field}非 ${listed}` : `${field} not among ${listed}`;
  return `${field} ${operatorWords[op]} ${listed}`;
}

function betweenWord(
  { field, value: [from, to] }: Extract<RiskFilter, { op: 'BETWEEN' }>,
  language: Language,
) {
  switch (field) {
    case 'amount':
    case 'enterprise':
    case 'personal':
      return language === 'zh'
        ? `${yuanWord(from)}–${amountWord(to, language)}`
        : `¥${yuanWord(from)}–${yuanWord(to)}`;
    // Both hours are in it as a whole.
    case 'hourOfDay':
      return `${from}:00–${from > to && language === 'zh' ? '次日 ' : ''}${to}:59`;
    case 'refundedShare':
      return `${from / 100}–${shareWord(to)}`;
    case 'weekday':
      return `${dayName(from, language)}–${dayName(to, language)}`;
    default:
      return language === 'zh' ? `${from}–${to} 天` : `${from}–${to}`;
  }
}

function valueWord(
  field: RiskFilter['field'],
  value: number | string,
  language: Language,
  payee: PayeeName,
): string {
  const among = (words: WordsOf<string>) => words[value]?.[language] ?? String(value);
  switch (field) {
    case 'amount':
    case 'enterprise':
    case 'personal':
      return amountWord(Number(value), language);
    case 'refundedShare':
      return shareWord(Number(value));
    case 'hourOfDay':
      return language === 'zh' ? `${value} 时` : `${value}:00`;
    case 'weekday':
      return dayName(Number(value), language);
    case 'hiredDays':
    case 'leftDays':
    case 'cardAgeDays':
      return language === 'zh' ? `${value} 天` : String(value);
    case 'channel':
      return among(payChannelWords);
    case 'category':
      return among(consumptionCategoryWords);
    case 'outcome':
      return among(riskRecordOutcomeWords);
    case 'payee':
      return payee(String(value));
    case 'mcc':
    case 'city':
      return String(value);
  }
}

const dayName = (day: number, language: Language) => weekdays[language][day - 1] ?? String(day);
