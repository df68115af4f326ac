import { z } from 'zod';
import { bulkResult } from './bulk.ts';
import {
  cardActions,
  cardFlowKinds,
  cardForms,
  cardNamings,
  cardRequestKinds,
  cardRequestStates,
  cardSides,
  cardStates,
  cardStateWords,
} from './card-kinds.ts';
import { cardLimits } from './card-product.ts';
import { cardRequests } from './card-request.ts';
import { endpoint } from './endpoint.ts';
import {
  bulkIds,
  day,
  fen,
  fenNotNegative,
  fenPositive,
  id,
  instant,
  keyword,
  reason,
  stamps,
  version,
} from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { jobStates } from './job.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, sumInput, sumsOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';

/** How often somebody may see a whole number in a day of Asia/Shanghai. */
export const revealsADay = 20;

/** The product as a card's face shows it. */
const face = z.strictObject({ id, code: z.string(), name: z.string(), artUrl: z.string().nullable() });

/** A card as lists show one; amounts in fen, its number masked. */
const cardRow = z.strictObject({
  id,
  cardNo: z.string(),
  /** As 999900******0012. */
  maskedPan: z.string(),
  product: face,
  form: z.enum(cardForms),
  naming: z.enum(cardNamings),
  merchant: option,
  /** Null of an anonymous card, and of a named one in stock. */
  holder: option.extend({ employeeNo: z.string() }).nullable(),
  faceAmount: fenNotNegative,
  balance: fenNotNegative,
  /** What open authorizations hold of it. */
  heldBalance: fenNotNegative,
  availableBalance: fenNotNegative,
  activatedAt: instant.nullable(),
  /** From then on nothing can be spent; null: it does not end. */
  expiresAt: instant.nullable(),
  state: z.enum(cardStates),
  stateReason: z.string(),
  frozenBy: z.enum(cardSides).nullable(),
  /** What is asked of it and waits for a checker: until then nothing new is authorized. */
  waitsFor: z.enum(cardRequestKinds).nullable(),
  version,
  ...stamps,
});
export type CardRow = z.infer<typeof cardRow>;

/** Another card that one is a part of the story of. */
const neighbour = z.strictObject({ id, cardNo: z.string(), maskedPan: z.string() });

/** A step of a card's life. */
const cardEvent = z.strictObject({
  seq: z.int().min(1),
  action: z.enum(cardActions),
  fromState: z.enum(cardStates),
  toState: z.enum(cardStates),
  side: z.enum(cardSides),
  reason: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
});

/** What was asked of a card, and what became of it. */
const request = z.strictObject({
  id,
  requestNo: z.string(),
  kind: z.enum(cardRequestKinds),
  /** What is to move, and what did once it is done. */
  amount: fenNotNegative,
  feeAmount: fenNotNegative,
  state: z.enum(cardRequestStates),
  reason: z.string(),
  /** Null where nobody had to be asked. */
  approvalId: id.nullable(),
  createdAt: instant,
  createdBy: z.string(),
});

/** The most that a card may pay at once, in a day and a month of Asia/Shanghai, in fen, and how often a day. */
const limits = z.strictObject({
  singleLimit: fenPositive.nullable(),
  dayLimit: fenPositive.nullable(),
  monthLimit: fenPositive.nullable(),
  dayCount: z.int().nullable(),
});

const cardDetail = cardRow.extend({
  /** The most that it may pay, by its product and by its own limits; null: as much as is on it. */
  limits,
  /** What of that was set for this card alone; null: as its product has it. */
  ownLimits: limits,
  /** The most that it may hold by the policy, where its product lets it be topped up; null where not. */
  reloadableTo: fenPositive.nullable(),
  /** The card whose place it takes, and the one that took its. */
  replaces: neighbour.nullable(),
  replacedBy: neighbour.nullable(),
  /** The order that it was made for; null of an imported card, and of one that replaces another. */
  order: z.strictObject({ id, no: z.string() }).nullable(),
  /** The newest first. */
  events: z.array(cardEvent),
  requests: z.array(request),
});
export type CardDetail = z.infer<typeof cardDetail>;

const flowRow = z.strictObject({
  /** Counts from 1 within the card. */
  seq: z.int().min(1),
  kind: z.enum(cardFlowKinds),
  deltaAmount: fen,
  balanceAfter: fenNotNegative,
  remark: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
});

/** A file of cards that was imported, by whom, and what became of it. */
const importRow = z.strictObject({
  /** The job's. */
  id,
  merchant: option.nullable(),
  fileName: z.string(),
  sha256: z.string(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  state: z.enum(jobStates),
  createdAt: instant,
  createdBy: z.string(),
});

export const cardSortFields = ['createdAt', 'cardNo'] as const;

const filters = {
  ...tenantFilter,
  merchantId: id.optional(),
  companyId: id.optional(),
  /** A card's own number, the last four digits, or a part of the holder's name. */
  keyword: keyword.optional(),
  productId: id.optional(),
  /** The number of the order that they were made for. */
  orderNo: keyword.optional(),
  employeeId: id.optional(),
  state: z.array(z.enum(cardStates)).min(1).optional(),
  naming: z.array(z.enum(cardNamings)).min(1).optional(),
  form: z.array(z.enum(cardForms)).min(1).optional(),
  /** Days in Asia/Shanghai, both included. */
  expiresFrom: day.optional(),
  expiresTo: day.optional(),
  minBalance: fenNotNegative.optional(),
  maxBalance: fenNotNegative.optional(),
};

const bulk = z.strictObject({ ids: bulkIds, reason });

/** 支付卡: cards with money of their own. */
export const cards = {
  queryCard: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'card.view',
    summary: { zh: '支付卡列表', en: 'List cards' },
    input: cursorPageInput(cardSortFields, filters),
    output: cursorPageOf(withTenant(cardRow)),
  }),
  sumCard: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'card.view',
    summary: { zh: '支付卡合计', en: 'Sums of cards' },
    input: sumInput(filters),
    output: sumsOf({ faceAmount: fenNotNegative, balance: fenNotNegative, heldBalance: fenNotNegative }),
  }),
  getCard: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'card.view',
    summary: { zh: '支付卡详情', en: 'One card with its life' },
    input: z.strictObject({ id }),
    output: cardDetail,
  }),
  queryCardFlow: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'card.view',
    summary: { zh: '卡流水', en: 'List what moved a card' },
    input: cursorPageInput(['seq'], { cardId: id, kind: z.array(z.enum(cardFlowKinds)).min(1).optional() }),
    output: cursorPageOf(flowRow),
  }),
  queryCardTrend: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'card.view',
    summary: { zh: '近 90 天余额', en: "A card's balance at the end of each of the last 90 days" },
    input: z.strictObject({ cardId: id }),
    output: z.array(z.strictObject({ day, balance: fenNotNegative })).max(90),
  }),
  assignCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.edit',
    logs: 'card',
    summary: { zh: '分配持有人（待激活）', en: 'Give a named card to an employee, who is to activate it' },
    input: z.strictObject({ id, version, employeeId: id, reason }),
    output: cardDetail,
  }),
  shipCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.edit',
    logs: 'card',
    summary: {
      zh: '发出不记名卡（待激活，逐条返回结果）；订单的卡随订单发货',
      en: 'Send anonymous cards out, row by row, to be activated; those of an order go with it',
    },
    input: bulk,
    output: bulkResult,
  }),
  activateCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.edit',
    logs: 'card',
    idempotent: true,
    summary: {
      zh: '激活：面值入账，有效期开始（逐条返回结果）',
      en: 'Activate cards, row by row: the face value is on them, their months begin',
    },
    input: bulk,
    output: bulkResult,
  }),
  freezeCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.freeze',
    logs: 'card',
    summary: {
      zh: '冻结：不再接受新的授权（逐条返回结果）',
      en: 'Freeze cards, row by row: no new authorization',
    },
    input: bulk,
    output: bulkResult,
  }),
  unfreezeCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.edit',
    logs: 'card',
    summary: { zh: '解冻（逐条返回结果）', en: 'Unfreeze cards, row by row' },
    input: bulk,
    output: bulkResult,
  }),
  reportLossCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.freeze',
    logs: 'card',
    summary: { zh: '挂失（逐条返回结果）', en: 'Report named cards lost, row by row' },
    input: bulk,
    output: bulkResult,
  }),
  cancelLossCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.edit',
    logs: 'card',
    summary: { zh: '解除挂失（逐条返回结果）', en: 'Cancel the loss of cards, row by row' },
    input: bulk,
    output: bulkResult,
  }),
  limitCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.edit',
    logs: 'card',
    summary: {
      zh: '设置单卡消费限额：在产品限额之外另行限制，留空的以产品为准',
      en: "Limit what one card may pay, beside its product's limits; what is left out is as the product has it",
    },
    input: z.strictObject({ id, version, ...cardLimits, reason }),
    output: cardDetail,
  }),
  revealCard: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'card.reveal',
    logs: 'card',
    summary: {
      zh: '查看完整卡号（留痕，每人每日 20 次）',
      en: 'Reveal a whole number; logged, 20 a day and user',
    },
    input: z.strictObject({ id, reason }),
    output: z.strictObject({ pan: z.string() }),
  }),
  importCards: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'card.import',
    logs: 'merchant',
    logsDone: false,
    idempotent: true,
    summary: { zh: '导入已有的卡', en: 'Import cards that exist already' },
    input: z.strictObject({ merchantId: id }),
    output: z.strictObject({ jobId: id }),
  }),
  cardTemplate: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'card.import',
    logs: 'export',
    logsDone: false,
    summary: { zh: '卡导入模板', en: 'The sheet that importCards takes' },
    input: z.strictObject({ format: fileFormat }),
    output: z.null(),
  }),
  queryCardImport: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'card.import',
    summary: { zh: '卡导入记录', en: 'List imports of cards' },
    input: cursorPageInput(['createdAt'], {
      ...tenantFilter,
      merchantId: id.optional(),
      state: z.array(z.enum(jobStates)).min(1).optional(),
    }),
    output: cursorPageOf(withTenant(importRow)),
  }),
  exportCard: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'card.export',
    logs: 'export',
    summary: { zh: '导出支付卡', en: 'Export cards' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
};

export const cardTransitions = transitions({
  area: 'card',
  record: { zh: '支付卡', en: 'Card' },
  words: cardStateWords,
  initial: ['STOCK', 'PENDING'],
  endpoints: { ...cards, ...cardRequests },
  actions: {
    assignCard: {
      from: ['STOCK'],
      to: ['PENDING'],
      guard: { zh: '记名卡，员工已激活', en: 'A named card, an active employee' },
    },
    shipCard: {
      from: ['STOCK'],
      to: ['PENDING'],
      guard: { zh: '不记名卡，非订单所制', en: 'An anonymous card, of no order' },
    },
    activateCard: {
      from: ['PENDING'],
      to: ['ACTIVE'],
      effect: { zh: '面值入账，有效期开始', en: 'The face value is on it, its months begin' },
    },
    limitCard: {
      from: ['STOCK', 'PENDING', 'ACTIVE', 'FROZEN', 'LOST', 'EXPIRED'],
      to: ['STOCK', 'PENDING', 'ACTIVE', 'FROZEN', 'LOST', 'EXPIRED'],
      effect: {
        zh: '新的授权先看产品限额，再看单卡限额',
        en: "New authorizations are held to its product's limits, then to its own",
      },
    },
    freezeCard: { from: ['ACTIVE'], to: ['FROZEN'] },
    unfreezeCard: {
      from: ['FROZEN'],
      to: ['ACTIVE'],
      guard: { zh: '由运营或持卡人冻结', en: 'Staff or the holder froze it' },
    },
    reportLossCard: {
      from: ['ACTIVE', 'FROZEN'],
      to: ['LOST'],
      guard: { zh: '记名卡，或政策允许', en: 'A named card, or the policy lets it' },
    },
    cancelLossCard: {
      from: ['LOST'],
      to: ['ACTIVE', 'FROZEN'],
      effect: { zh: '回到挂失前的状态', en: 'As it was before' },
    },
    replaceCard: {
      from: ['LOST'],
      to: ['REPLACED', 'LOST'],
      guard: {
        zh: '合规未冻结，持卡人在职，无待审申请',
        en: 'Not held by compliance, the holder has not left, nothing waits',
      },
      effect: {
        zh: '余额与未结授权转到新卡（待激活）；超过阈值交复核',
        en: 'What is on it and its open authorizations go to a new card; over the threshold it waits for a checker',
      },
    },
    extendCard: {
      from: ['ACTIVE', 'FROZEN', 'EXPIRED'],
      to: ['ACTIVE', 'FROZEN'],
      guard: { zh: '设有有效期，合规未冻结', en: 'It ends some day, and compliance does not hold it' },
      effect: { zh: '有效期顺延，手续费从余额扣', en: 'Its end is later, the fee is out of its balance' },
    },
    redeemCard: {
      from: ['ACTIVE', 'FROZEN', 'LOST', 'EXPIRED'],
      to: ['ACTIVE', 'FROZEN', 'LOST', 'EXPIRED'],
      guard: {
        zh: '记名卡，激活满政策月数，无未完成授权，合规未冻结',
        en: "A named card, active for the policy's months, nothing held, not held by compliance",
      },
      effect: { zh: '交复核，期间不接受新授权', en: 'A checker decides; no new authorization meanwhile' },
    },
    cancelCard: {
      from: ['STOCK', 'PENDING', 'ACTIVE', 'FROZEN', 'LOST', 'EXPIRED'],
      to: ['STOCK', 'PENDING', 'ACTIVE', 'FROZEN', 'LOST', 'EXPIRED'],
      guard: { zh: '余额与冻结金额均为 0，合规未冻结', en: 'Nothing on it or held, not held by compliance' },
      effect: { zh: '交复核，期间不接受新授权', en: 'A checker decides; no new authorization meanwhile' },
    },
  },
  automatic: {
    replace: {
      by: { zh: '补卡审批通过', en: 'A checker approved the replacement' },
      from: ['LOST'],
      to: ['REPLACED'],
      effect: {
        zh: '余额与未结授权转到新卡',
        en: 'What is on it and its open authorizations go to the new card',
      },
    },
    redeem: {
      by: { zh: '赎回审批通过', en: 'A checker approved the redemption' },
      from: ['ACTIVE', 'FROZEN', 'LOST', 'EXPIRED'],
      to: ['REDEEMED'],
      effect: { zh: '余额退回企业资金', en: "What is on it is its company's again" },
    },
    cancel: {
      by: { zh: '注销审批通过', en: 'A checker approved the cancellation' },
      from: ['STOCK', 'PENDING', 'ACTIVE', 'FROZEN', 'LOST', 'EXPIRED'],
      to: ['CANCELLED'],
      effect: { zh: '占用的企业资金释放', en: 'What was held of the fund for it is free' },
    },
    expire: {
      by: { zh: '到期（每分钟）', en: 'Its end has come' },
      from: ['PENDING', 'ACTIVE', 'FROZEN', 'LOST'],
      to: ['EXPIRED'],
    },
    leave: {
      by: { zh: '持卡人离职', en: 'The holder left' },
      from: ['PENDING', 'ACTIVE', 'FROZEN', 'LOST', 'EXPIRED'],
      to: ['FROZEN', 'LOST', 'EXPIRED'],
      effect: {
        zh: '不能解冻、补卡、延期；可赎回',
        en: 'Never unfrozen, replaced or extended; it can be redeemed',
      },
    },
  },
});
