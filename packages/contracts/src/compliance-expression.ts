import { z } from 'zod';
import { riskSources, riskSubjects } from './compliance-kinds.ts';
import { consumptionCategories, payChannels } from './consumption.ts';
import type { Label } from './endpoint.ts';
import { formats, id } from './fields.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** What of a record is a whole number: amounts in fen, days and hours in Asia/Shanghai, shares in bp. */
export const riskNumberWords = {
  amount: { zh: '单笔金额', en: 'Amount' },
  enterprise: { zh: '企业支付', en: 'Paid by the company' },
  personal: { zh: '个人支付', en: 'Paid by the employee' },
  hourOfDay: { zh: '小时', en: 'Hour of the day' },
  weekday: { zh: '星期', en: 'Weekday' },
  hiredDays: { zh: '入职天数', en: 'Days since joining' },
  leftDays: { zh: '离职天数', en: 'Days since leaving' },
  cardAgeDays: { zh: '开卡天数', en: 'Days since activation' },
  refundedShare: { zh: '已退占比', en: 'Share refunded' },
} as const satisfies WordsOf<string>;
export const riskNumbers = valuesOf(riskNumberWords);
export type RiskNumber = keyof typeof riskNumberWords;

/** What of a record is one of several values. */
export const riskTextWords = {
  channel: { zh: '支付渠道', en: 'Channel' },
  category: { zh: '消费类别', en: 'Category' },
  mcc: { zh: '商户类别码', en: 'MCC' },
  city: { zh: '城市', en: 'City' },
  payee: { zh: '收款商户', en: 'Payee' },
  outcome: { zh: '结果', en: 'Outcome' },
} as const satisfies WordsOf<string>;
export const riskTexts = valuesOf(riskTextWords);
export type RiskText = keyof typeof riskTextWords;

/** Without a word about it only what was paid counts. */
export const riskRecordOutcomeWords = {
  PAID: { zh: '成功', en: 'Paid' },
  FAILED: { zh: '失败', en: 'Declined' },
} as const satisfies WordsOf<string>;
export const riskRecordOutcomes = valuesOf(riskRecordOutcomeWords);

const texts = {
  channel: z.enum(payChannels),
  category: z.enum(consumptionCategories),
  mcc: z.string().regex(/^\d{4}$/),
  city: z.string().regex(/^\d{6}$/),
  payee: id,
  outcome: z.enum(riskRecordOutcomes),
} as const satisfies Record<RiskText, z.ZodType>;

/** Of one aggregate or number: enough for any sum of fen. */
const whole = z.int().min(0).max(1_000_000_000_000);
export const compareOps = ['EQ', 'NE', 'LT', 'LE', 'GE'] as const;
export type CompareOp = (typeof compareOps)[number];

const numberFilters = [
  z.strictObject({ field: z.enum(riskNumbers), op: z.enum(compareOps), value: whole }),
  z.strictObject({
    field: z.enum(riskNumbers),
    op: z.enum(['IN', 'NOT_IN']),
    value: z.array(whole).min(1).max(200),
  }),
  /** Both ends included; from 23 to 4 the hours pass midnight. */
  z.strictObject({ field: z.enum(riskNumbers), op: z.literal('BETWEEN'), value: z.tuple([whole, whole]) }),
] as const;

const textFilter = <Field extends RiskText>(field: Field) => [
  z.strictObject({ field: z.literal(field), op: z.enum(['EQ', 'NE']), value: texts[field] }),
  z.strictObject({
    field: z.literal(field),
    op: z.enum(['IN', 'NOT_IN']),
    value: z.array(texts[field]).min(1).max(200),
  }),
];

const filterWords = {
  zh: '完整的表达式（筛选有字段、比较方式和 1 至 200 个值）',
  en: 'a whole expression (a filter has a field, how it is compared and 1–200 values)',
};
const filter = z
  .union([
    ...numberFilters,
    ...textFilter('channel'),
    ...textFilter('category'),
    ...textFilter('mcc'),
    ...textFilter('city'),
    ...textFilter('payee'),
    ...textFilter('outcome'),
  ])
  .register(formats, filterWords);
const filters = z.array(filter).max(10);
export type RiskFilter = z.output<typeof filter>;

/** The longest ROLLING window: ninety days, in minutes. */
export const longestWindow = 129_600;

const window = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('EVENT') }),
  z.strictObject({ kind: z.literal('ROLLING'), minutes: z.int().min(1).max(longestWindow) }),
  z.strictObject({ kind: z.enum(['DAY', 'WEEK', 'MONTH']) }),
]);

/** By which an aggregate is compared, and shown among the facts of a hit. */
const aggregateName = z.string().regex(/^[a-z][A-Za-z0-9]{0,19}$/);
const distinctFields = ['channel', 'category', 'mcc', 'city', 'payee'] as const;
/** Of another source it has no other filters than its own; of the expression's it has that one's besides. */
const counted = { name: aggregateName, source: z.enum(riskSources).optional(), filters: filters.optional() };

const aggregate = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['COUNT', 'SUM', 'MAX', 'TOP_SHARE']), ...counted }),
  z.strictObject({ kind: z.literal('DISTINCT'), field: z.enum(distinctFields), ...counted }),
  /** Of two aggregates before it, in bp. */
  z.strictObject({
    kind: z.literal('RATIO'),
    name: aggregateName,
    part: aggregateName,
    whole: aggregateName,
  }),
]);
export type RiskAggregate = z.output<typeof aggregate>;

const comparison = z.strictObject({
  /** A number of the event, or the name of an aggregate. */
  of: z.string().regex(/^[a-z][A-Za-z0-9]{0,19}$/),
  op: z.enum(compareOps),
  value: whole,
});
export type RiskComparison = z.output<typeof comparison>;
const group = <Node extends z.ZodType>(node: Node) =>
  z.strictObject({ op: z.enum(['AND', 'OR']), all: z.array(node).min(1).max(10) });
const low = z.union([comparison, group(comparison)]);
const whenWords = {
  zh: '完整的表达式（条件至多三层，只与整数比较）',
  en: 'a whole expression (comparisons with whole numbers, three deep at most)',
};
const when = z.union([comparison, group(z.union([comparison, group(low)]))]).register(formats, whenWords);

/** What is wrong with an expression as a whole, where no part of it is wrong by itself. */
const wrongWords = {
  sameNames: { zh: '计算项不得重名', en: 'two aggregates have the same name' },
  ratio: {
    zh: '两项之比须由排在其前的笔数或合计相除',
    en: 'a ratio is of two counts or sums that stand before it',
  },
  tooMany: { zh: '条件至多 10 项', en: 'at most 10 comparisons' },
  unknown: {
    zh: '条件比较的不是所选时间窗的数字',
    en: 'what is compared is no number of the window',
  },
  ofEvent: { zh: '逐次判断没有计算项', en: 'of one event there is nothing to add up' },
} as const satisfies Record<string, Label>;

export type RiskCondition = RiskComparison | { op: 'AND' | 'OR'; all: RiskCondition[] };

/** The comparisons of a condition, from left to right. */
export function comparisonsOf(condition: RiskCondition): RiskComparison[] {
  return 'all' in condition ? condition.all.flatMap(comparisonsOf) : [condition];
}

/** What a rule looks for: of the records of a source about a subject, those that pass all filters within a window, and what must be true of them. */
export const riskExpression = z
  .strictObject({
    source: z.enum(riskSources),
    subject: z.enum(riskSubjects),
    filters,
    window,
    aggregates: z.array(aggregate).max(4),
    when,
  })
  .superRefine((given, context) => {
    const wrong = (said: Label, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', path, params: { said } });
    const names = given.aggregates.map(({ name }) => name);
    if (new Set(names).size < names.length) wrong(wrongWords.sameNames, 'aggregates');
    given.aggregates.forEach((one, place) => {
      if (one.kind !== 'RATIO') return;
      const before = given.aggregates
        .slice(0, place)
        .flatMap(({ kind, name }) => (kind === 'COUNT' || kind === 'SUM' ? [name] : []));
      if (!before.includes(one.part) || !before.includes(one.whole))
        wrong(wrongWords.ratio, 'aggregates', place);
    });
    const compared = comparisonsOf(given.when);
    const known: readonly string[] = given.window.kind === 'EVENT' ? riskNumbers : names;
    if (compared.length > 10) wrong(wrongWords.tooMany, 'when');
    else if (compared.some(({ of }) => !known.includes(of))) wrong(wrongWords.unknown, 'when');
    if (given.window.kind === 'EVENT' && names.length > 0) wrong(wrongWords.ofEvent, 'aggregates');
  });
export type RiskExpression = z.output<typeof riskExpression>;
