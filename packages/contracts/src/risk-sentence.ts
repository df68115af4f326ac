import type {
  RiskAggregate,
  RiskComparison,
  RiskCondition,
  RiskExpression,
  RiskFilter,
} from './compliance-expression.ts';
import { riskFilterPhrase } from './risk-filter-phrase.ts';
import {
  amountWord,
  type Language,
  operatorWords,
  type PayeeName,
  shareWord,
  sourceNouns,
  subjectNouns,
} from './risk-words.ts';

/** Which part of an expression some words are about; `path` leads from the condition to one inside it. */
export type RiskSlot =
  | { kind: 'window' | 'subject' | 'source' }
  | { kind: 'filter'; at: number }
  | { kind: 'comparison' | 'join'; path: readonly number[] };

/** Words of a sentence; those with a slot are what an editor changes. */
export interface RiskPhrase {
  text: string;
  slot?: RiskSlot;
}

const words = {
  zh: { and: ' 且 ', or: ' 或 ', open: '（', close: '）', list: '、' },
  en: { and: ' and ', or: ' or ', open: '(', close: ')', list: ' and ' },
} as const;

/** An expression as one sentence in a language, phrase by phrase. */
export function riskPhrases(
  expression: RiskExpression,
  language: Language,
  payee: PayeeName = (id) => id,
): RiskPhrase[] {
  const { filters, source, subject, when } = expression;
  const isEvent = expression.window.kind === 'EVENT';
  const window: RiskPhrase = { text: windowPhrase(expression.window, language), slot: { kind: 'window' } };
  const about: RiskPhrase = {
    text: subjectNouns[subject][language](isEvent),
    slot: { kind: 'subject' },
  };
  const what: RiskPhrase = { text: sourceNouns[source][language], slot: { kind: 'source' } };
  const kept = filters.map((filter, at): RiskPhrase => {
    return { text: riskFilterPhrase(filter, language, payee), slot: { kind: 'filter', at } };
  });
  const condition = conditionPhrases(expression, when, language, payee, []);
  if (language === 'zh') {
    const between = kept.flatMap((phrase, at) => (at === 0 ? [phrase] : [{ text: '、' }, phrase]));
    return [window, { text: '，' }, about, ...between, { text: '的' }, what, { text: ' ' }, ...condition];
  }
  const between = kept.flatMap((phrase, at) => [{ text: at === 0 ? ' with ' : ' and ' }, phrase]);
  return [window, { text: ', ' }, what, { text: ' ' }, about, ...between, { text: ': ' }, ...condition];
}

/** As `riskPhrases`, in one text. */
export function riskSentence(expression: RiskExpression, language: Language, payee?: PayeeName): string {
  return riskPhrases(expression, language, payee)
    .map(({ text }) => text)
    .join('');
}

/** Over what it is reckoned: 近 24 小时内, 每自然月. */
function windowPhrase(window: RiskExpression['window'], language: Language): string {
  if (window.kind === 'ROLLING') {
    const { minutes } = window;
    const [count, zh, en] =
      minutes % 1_440 === 0 && minutes > 1_440
        ? [minutes / 1_440, '天', 'day']
        : minutes % 60 === 0
          ? [minutes / 60, '小时', 'hour']
          : [minutes, '分钟', 'minute'];
    return language === 'zh' ? `近 ${count} ${zh}内` : `Within ${count} ${en}${count === 1 ? '' : 's'}`;
  }
  const others = {
    EVENT: { zh: '每一次', en: 'Each time' },
    DAY: { zh: '每自然日', en: 'In a day' },
    WEEK: { zh: '每自然周', en: 'In a week' },
    MONTH: { zh: '每自然月', en: 'In a month' },
  } as const;
  return others[window.kind][language];
}

function conditionPhrases(
  expression: RiskExpression,
  condition: RiskCondition,
  language: Language,
  payee: PayeeName,
  path: readonly number[],
): RiskPhrase[] {
  if (!('all' in condition)) {
    const text = comparisonPhrase(expression, condition, language, payee);
    return [{ text, slot: { kind: 'comparison', path } }];
  }
  const { and, or, open, close } = words[language];
  const join: RiskPhrase = { text: condition.op === 'AND' ? and : or, slot: { kind: 'join', path } };
  return condition.all.flatMap((one, at) => {
    const inner = conditionPhrases(expression, one, language, payee, [...path, at]);
    const shown = 'all' in one && one.all.length > 1 ? [{ text: open }, ...inner, { text: close }] : inner;
    return at === 0 ? shown : [join, ...shown];
  });
}

/** One comparison: 合计 ≥ 10,000 元. */
function comparisonPhrase(
  expression: RiskExpression,
  { of, op, value }: RiskComparison,
  language: Language,
  payee: PayeeName,
): string {
  const aggregate = expression.aggregates.find(({ name }) => name === of);
  // Of one event its own numbers are compared.
  if (!aggregate) return riskFilterPhrase({ field: of, op, value } as RiskFilter, language, payee);
  const measure = riskMeasurePhrase(expression, aggregate, language, payee);
  const compared = `${operatorWords[op]} ${valueWord(aggregate, value, language)}`;
  return measure === '' ? compared : `${measure} ${compared}`;
}

function valueWord({ kind }: RiskAggregate, value: number, language: Language): string {
  if (kind === 'SUM' || kind === 'MAX') return amountWord(value, language);
  if (kind === 'TOP_SHARE' || kind === 'RATIO') return shareWord(value);
  if (language === 'en') return kind === 'COUNT' ? `${value} ${value === 1 ? 'time' : 'times'}` : `${value}`;
  return kind === 'COUNT' ? `${value} 笔` : `${value} 个`;
}

const distinctWords = {
  channel: { zh: '支付渠道', en: 'channels' },
  category: { zh: '消费类别', en: 'categories' },
  mcc: { zh: '商户类别码', en: 'MCCs' },
  city: { zh: '城市', en: 'cities' },
  payee: { zh: '收款商户', en: 'payees' },
} as const;

/** What an aggregate measures: 合计, 退款笔数占消费笔数. Empty of how often the expression's own records came. */
export function riskMeasurePhrase(
  expression: RiskExpression,
  aggregate: RiskAggregate,
  language: Language,
  payee: PayeeName = (id) => id,
): string {
  if (aggregate.kind === 'RATIO') {
    const named = (name: string) => {
      const one = expression.aggregates.find((other) => other.name === name);
      return one ? wholePhrase(expression, one, language, payee) : name;
    };
    const [part, whole] = [named(aggregate.part), named(aggregate.whole)];
    return language === 'zh' ? `${part}占${whole}` : `${part} as a share of ${whole}`;
  }
  const own = ownRecords(expression, aggregate, language, payee);
  if (aggregate.kind === 'COUNT') return own ?? '';
  const what = measureWord(aggregate, language);
  if (own === null) return what;
  return language === 'zh' ? `${own}${what}` : `${what} of ${own}`;
}

function measureWord(aggregate: Exclude<RiskAggregate, { kind: 'RATIO' }>, language: Language): string {
  if (aggregate.kind === 'DISTINCT') {
    const { zh, en } = distinctWords[aggregate.field];
    return language === 'zh' ? `不同${zh}` : `different ${en}`;
  }
  const others = {
    COUNT: { zh: '笔数', en: 'number' },
    SUM: { zh: '合计', en: 'total' },
    MAX: { zh: '最大一笔', en: 'largest' },
    TOP_SHARE: { zh: '最大收款商户占比', en: 'share of the largest payee' },
  } as const;
  return others[aggregate.kind][language];
}

/** An aggregate by itself, as a part of a ratio: 退款笔数. */
function wholePhrase(
  expression: RiskExpression,
  aggregate: RiskAggregate,
  language: Language,
  payee: PayeeName,
): string {
  if (aggregate.kind === 'RATIO') return aggregate.name;
  const records =
    ownRecords(expression, aggregate, language, payee) ?? sourceNouns[expression.source][language];
  const what = measureWord(aggregate, language);
  if (language === 'zh') return `${records}${what}`;
  return aggregate.kind === 'COUNT' ? records : `${what} of ${records}`;
}

/** The records of an aggregate that looks at others than the expression does: 夜间的退款; null: at the same ones. */
function ownRecords(
  expression: RiskExpression,
  aggregate: Exclude<RiskAggregate, { kind: 'RATIO' }>,
  language: Language,
  payee: PayeeName,
): string | null {
  const { source = expression.source, filters = [] } = aggregate;
  if (source === expression.source && filters.length === 0) return null;
  const noun = sourceNouns[source][language];
  if (filters.length === 0) return noun;
  const kept = filters.map((filter) => riskFilterPhrase(filter, language, payee));
  const { list } = words[language];
  return language === 'zh' ? `${kept.join(list)}的${noun}` : `${noun} with ${kept.join(list)}`;
}
