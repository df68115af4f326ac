import { z } from 'zod';
import { cardForms, cardNamings, cardProductStates, cardProductStateWords } from './card-kinds.ts';
import { endpoint, type Label } from './endpoint.ts';
import {
  digits,
  fenNotNegative,
  fenPositive,
  formats,
  id,
  keyword,
  line,
  reason,
  stamps,
  version,
} from './fields.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';
import { waits } from './waits.ts';

/** The largest picture that a product's art may be sent as, in bytes. */
export const maxArtBytes = 2 * 1024 * 1024;

/** The most that making one card may cost, in fen. */
const maxMakingFee = 100_000;

const code = z
  .string()
  .regex(/^[A-Z0-9]{3,12}$/)
  .register(formats, {
    zh: '3–12 位大写字母或数字',
    en: '3–12 capital letters or digits',
    maxLength: 12,
  });

/** The most of one payment, of a day, of a month in Asia/Shanghai, and how many payments a day; amounts in fen. */
export const cardLimits = {
  singleLimit: fenPositive.optional(),
  dayLimit: fenPositive.optional(),
  monthLimit: fenPositive.optional(),
  dayCount: z.int().min(1).max(1_000).optional(),
};

/** What a product says of each of its cards; amounts in fen. */
const terms = {
  name: line(40),
  form: z.enum(cardForms),
  naming: z.enum(cardNamings),
  /** The face values that it is sold with; without them any from `faceMin` to `faceMax`. */
  faces: z.array(fenPositive).min(1).max(20).optional(),
  faceMin: fenPositive.optional(),
  faceMax: fenPositive.optional(),
  makingFee: fenNotNegative.max(maxMakingFee),
  /** How long a card is valid from its activation on; without it a card does not end. */
  months: z.int().min(1).max(600).optional(),
  /** Whether its balance can be topped up. */
  reloadable: z.boolean(),
  /** The kinds of merchants that it pays at, by their category codes; none: all. */
  mcc: z.array(digits(4)).max(100),
  ...cardLimits,
};

/** What of a product a checker compares: all of its terms. */
export const cardProductFields = {
  name: { zh: '名称', en: 'Name' },
  form: { zh: '形态', en: 'Form' },
  naming: { zh: '记名方式', en: 'Naming' },
  faces: { zh: '面值', en: 'Face values' },
  faceMin: { zh: '最低面值', en: 'Lowest face value' },
  faceMax: { zh: '最高面值', en: 'Highest face value' },
  makingFee: { zh: '工本费', en: 'Making fee' },
  months: { zh: '有效期（月）', en: 'Valid for (months)' },
  reloadable: { zh: '可充值', en: 'Reloadable' },
  mcc: { zh: '可用商户类别', en: 'Merchant categories' },
  singleLimit: { zh: '单笔限额', en: 'Most of one payment' },
  dayLimit: { zh: '单日限额', en: 'Most of a day' },
  monthLimit: { zh: '单月限额', en: 'Most of a month' },
  dayCount: { zh: '单日笔数', en: 'Payments a day' },
} as const satisfies Record<keyof typeof terms, Label>;

/** A product has listed face values, or a range that is one. */
const hasFaces = (product: {
  faces?: unknown;
  faceMin?: number | undefined;
  faceMax?: number | undefined;
}) =>
  product.faces === undefined
    ? product.faceMin !== undefined && product.faceMax !== undefined && product.faceMin <= product.faceMax
    : product.faceMin === undefined && product.faceMax === undefined;
const faceless = {
  path: ['faces'],
  params: { zh: '填写面值列表，或最低与最高面值', en: 'list face values, or give a lowest and a highest' },
};

const productRow = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  form: z.enum(cardForms),
  naming: z.enum(cardNamings),
  /** In ascending order; empty where any from `faceMin` to `faceMax` is sold. */
  faces: z.array(fenPositive),
  faceMin: fenPositive.nullable(),
  faceMax: fenPositive.nullable(),
  makingFee: fenNotNegative,
  months: z.int().nullable(),
  reloadable: z.boolean(),
  mcc: z.array(z.string()),
  singleLimit: fenPositive.nullable(),
  dayLimit: fenPositive.nullable(),
  monthLimit: fenPositive.nullable(),
  dayCount: z.int().nullable(),
  artUrl: z.string().nullable(),
  state: z.enum(cardProductStates),
  version,
  ...stamps,
});
export type CardProductRow = z.infer<typeof productRow>;

export const cardProductSortFields = ['code', 'name', 'createdAt'] as const;

const handedIn = productRow.extend(waits);
const seen = z.strictObject({ id, version });

/** 卡产品: what cards are sold as. */
export const cardProduct = {
  queryProduct: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'card.view',
    summary: { zh: '卡产品列表', en: 'List card products' },
    input: cursorPageInput(cardProductSortFields, {
      ...tenantFilter,
      keyword: keyword.optional(),
      form: z.array(z.enum(cardForms)).min(1).optional(),
      naming: z.array(z.enum(cardNamings)).min(1).optional(),
      state: z.array(z.enum(cardProductStates)).min(1).optional(),
    }),
    output: cursorPageOf(withTenant(productRow)),
  }),
  getProduct: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'card.view',
    summary: { zh: '卡产品详情', en: 'One card product' },
    input: z.strictObject({ id }),
    output: productRow,
  }),
  addProduct: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.product',
    logs: 'cardProduct',
    summary: { zh: '新增卡产品（草稿）', en: 'Add a card product as a draft' },
    input: z.strictObject({ code, ...terms }).refine(hasFaces, faceless),
    output: productRow,
  }),
  editProduct: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.product',
    logs: 'cardProduct',
    summary: {
      zh: '修改卡产品：草稿直接修改，已启用或停用的须他人审核后生效',
      en: 'Edit a card product: a draft at once, one that was approved once another has agreed',
    },
    input: z
      .strictObject({
        id,
        version,
        ...terms,
        /** Why, for the checker. */
        reason: reason.optional(),
      })
      .refine(hasFaces, faceless),
    output: handedIn,
  }),
  submitProduct: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.product',
    logs: 'cardProduct',
    summary: { zh: '提交审核', en: 'Submit a draft for approval' },
    input: seen.extend({ reason: reason.optional() }),
    output: handedIn,
  }),
  enableProduct: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.product',
    logs: 'cardProduct',
    summary: { zh: '启用（恢复销售）', en: 'Sell it again' },
    input: seen.extend({ reason }),
    output: productRow,
  }),
  disableProduct: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.product',
    logs: 'cardProduct',
    summary: {
      zh: '停用：不再销售，已发出的卡照常使用',
      en: 'Sell it no more; cards that there are go on',
    },
    input: seen.extend({ reason }),
    output: productRow,
  }),
  uploadArt: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'card.product',
    logs: 'cardProduct',
    summary: { zh: '上传卡面（png、jpeg，至多 2 MiB）', en: 'Upload card art (png, jpeg; at most 2 MiB)' },
    maxFileBytes: maxArtBytes,
    input: z.strictObject({ id }),
    output: productRow,
  }),
};

export const cardProductTransitions = transitions({
  area: 'card',
  record: { zh: '卡产品', en: 'Card product' },
  words: cardProductStateWords,
  initial: ['DRAFT'],
  endpoints: cardProduct,
  actions: {
    submitProduct: {
      from: ['DRAFT'],
      to: ['SUBMITTED'],
      guard: { zh: '符合卡政策', en: 'It keeps to the policy' },
    },
    enableProduct: {
      from: ['DISABLED'],
      to: ['ENABLED'],
      guard: { zh: '符合卡政策', en: 'It keeps to the policy' },
    },
    disableProduct: { from: ['ENABLED'], to: ['DISABLED'] },
  },
  automatic: {
    approveProduct: {
      by: { zh: '审批通过', en: 'Approved' },
      from: ['SUBMITTED'],
      to: ['ENABLED'],
    },
    sendProductBack: {
      by: { zh: '审批驳回或撤回', en: 'Rejected or withdrawn' },
      from: ['SUBMITTED'],
      to: ['DRAFT'],
    },
  },
});
