import { z } from 'zod';
import { approvalMatter } from './approval-matter.ts';
import { bulkResult } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import {
  bulkIds,
  day,
  fenNotNegative,
  id,
  instant,
  keyword,
  label,
  noInput,
  nothing,
  reason,
} from './fields.ts';
import { cursorPageInput, cursorPageOf, sumInput, sumsOf, tenantFilter, withTenant } from './paging.ts';
import { permissions } from './permissions.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** The ways between them stand in `approvalTransitions`. */
export const approvalStateWords = {
  PENDING: { zh: '待审核', en: 'Pending', tone: 'waiting' },
  APPROVED: { zh: '已通过', en: 'Approved', tone: 'good' },
  REJECTED: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  WITHDRAWN: { zh: '已撤回', en: 'Withdrawn', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const approvalStates = valuesOf(approvalStateWords);

/** What happens to an approval. */
export const approvalActions = ['SUBMIT', 'APPROVE', 'REJECT', 'WITHDRAW'] as const;
export type ApprovalAction = (typeof approvalActions)[number];

const person = z.strictObject({ id, name: z.string() });
/** Their own tenant where it is not the record's: a platform administrator at work. */
const visitor = { tenant: person.nullable() };
const count = z.int().min(0).nullable();
/**
 * More than so much waits for a checker, in fen or in records: by one act, or by all that its maker does of the kind on a day in
 * Asia/Shanghai. Kinds that move one record at a time have no counts.
 */
const threshold = { amount: fenNotNegative, dayAmount: fenNotNegative, count, dayCount: count };

/** An act that somebody is about to do, and whether a checker will have to look at it. */
const actForecast = z.strictObject({
  threshold: z.strictObject(threshold),
  /** What the caller has moved today by acts of the kind. */
  dayAmount: fenNotNegative,
  dayCount: z.int().min(0),
  /** Whether it waits for a checker. */
  waits: z.boolean(),
  /** What the company behind the merchant may spend at this moment, or what is free of the account; null without either. */
  fundBalance: fenNotNegative.nullable(),
  /** Who could decide it, by permission, data scope and ceiling, with their roles: the first twenty; empty where it does not wait. */
  mayDecide: z.array(person.extend({ roles: z.array(z.string()) })),
});
export type ActForecast = z.infer<typeof actForecast>;

/** The same of acts on records that say themselves what would move. */
const actsForecast = actForecast.extend({
  /** What would move, in fen, and of how many records: nothing that is spent, or that would be refused. */
  amount: fenNotNegative,
  count: z.int().min(0),
  /** What it gives to the company's fund, in fen; negative: what it takes. */
  fundDelta: z.int(),
  /** How many of the acts would wait, and how many would be refused. */
  waiting: z.int().min(0),
  refused: z.int().min(0),
});
export type ActsForecast = z.infer<typeof actsForecast>;

/** One thing that somebody handed in and somebody else decides. */
const approvalRow = z.strictObject({
  id,
  subjectType: z.string(),
  subjectTypeLabel: label,
  subjectId: id,
  subjectLabel: z.string(),
  /** The console's path of the thing. */
  link: z.string().nullable(),
  amount: fenNotNegative.nullable(),
  state: z.enum(approvalStates),
  /** Without an id: the service itself, as for a monthly bill. */
  maker: person.extend({ id: id.nullable(), ...visitor }),
  reason: z.string().nullable(),
  checker: person.extend(visitor).nullable(),
  decisionReason: z.string().nullable(),
  createdAt: instant,
  decidedAt: instant.nullable(),
  /** Whether the caller may approve or reject it now. */
  canDecide: z.boolean(),
  /** Why not, in the request's language; null when they may, or when it is decided. */
  whyNot: z.string().nullable(),
  canWithdraw: z.boolean(),
});
export type ApprovalRow = z.infer<typeof approvalRow>;

/** What an approval changes of a record: a field as it was when it was handed in, and as it would be. */
const comparedField = z.strictObject({
  field: z.string(),
  label,
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ComparedField = z.infer<typeof comparedField>;

/** An approval with what happened to the thing, also when it was handed in before, and who may decide it now. */
export const approvalDetail = approvalRow.extend({
  history: z.array(
    z.strictObject({
      action: z.enum(approvalActions),
      actor: person,
      reason: z.string().nullable(),
      createdAt: instant,
    }),
  ),
  /** Empty where it is about a thing as a whole; account numbers are masked. */
  changes: z.array(comparedField),
  /** Whether the caller, who may decide it, can have shown what is masked in the changes. */
  canReveal: z.boolean(),
  /** By permission, data scope and ceiling, the first twenty; empty once it is decided. */
  mayDecide: z.array(person),
  /** Whether the caller sees what it is about: with the permission of its kind, or a hand in it. */
  seesMatter: z.boolean(),
});
export type ApprovalDetail = z.infer<typeof approvalDetail>;

/** A kind of thing that waits for a checker, and what it takes. */
export const approvalRule = z.strictObject({
  subjectType: z.string(),
  label,
  /** Who has it may decide. */
  permission: z.enum(permissions),
  /** Who has it does such acts, up to the threshold alone; null: everything of the kind waits. */
  madeWith: z.enum(permissions).nullable(),
  /** Null: everything of the kind waits. */
  threshold: z
    .strictObject({
      ...threshold,
      /** What somebody wants it to be; it waits for a checker itself. */
      proposed: z.strictObject(threshold).nullable(),
      /** 0 while the tenant has set nothing of its own. */
      version: z.int().min(0),
    })
    .nullable(),
});
export type ApprovalRule = z.infer<typeof approvalRule>;

/** So many are decided at once, each by itself. */
export const decidedAtOnce = 100;
const decidedIds = z.array(id).min(1).max(decidedAtOnce);

const sortFields = ['createdAt', 'amount', 'decidedAt'] as const;
const filters = {
  ...tenantFilter,
  subjectType: keyword.optional(),
  keyword: keyword.optional(),
  from: day.optional(),
  to: day.optional(),
};

export const approval = {
  queryTodo: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '我的待审批', en: 'What waits for my decision' },
    input: cursorPageInput(sortFields, filters),
    output: cursorPageOf(withTenant(approvalRow)),
  }),
  sumTodo: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '待审批合计（笔数、金额）', en: 'How many wait for my decision, and what they come to' },
    input: sumInput(filters),
    output: sumsOf({ amount: fenNotNegative }),
  }),
  todoCount: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '待审批数量（按类型）', en: 'How much waits for my decision, by kind' },
    input: noInput,
    output: z.strictObject({
      total: z.int(),
      byType: z.array(z.strictObject({ subjectType: z.string(), subjectTypeLabel: label, count: z.int() })),
    }),
  }),
  queryApproval: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '审批记录', en: 'List approvals' },
    input: cursorPageInput(sortFields, {
      ...filters,
      state: z.array(z.enum(approvalStates)).min(1).optional(),
      subjectId: id.optional(),
      mine: z.enum(['made', 'decided']).optional(),
    }),
    output: cursorPageOf(withTenant(approvalRow)),
  }),
  getApproval: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '审批详情', en: 'One approval with its history' },
    input: z.strictObject({ id }),
    output: approvalDetail,
  }),
  getMatter: endpoint({
    kind: 'query',
    access: 'session',
    summary: {
      zh: '审批事项的内容与风险提示（有审批权限者、经办人）',
      en: 'What an approval is about, and what makes a second look worth while; for those who decide or made it',
    },
    input: z.strictObject({ id }),
    output: approvalMatter,
  }),
  getSubjectApproval: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '某一事项的审批与经过', en: 'The approval of one thing, with its history' },
    input: z.strictObject({ subjectType: keyword, subjectId: id }),
    /** Null: it was never handed in, or is not the caller's to see. */
    output: approvalDetail.nullable(),
  }),
  queryRule: endpoint({
    kind: 'query',
    access: 'session',
    summary: {
      zh: '审批规则：权限与阈值',
      en: 'What waits for a checker, who that is, and from which amount',
    },
    input: noInput,
    output: z.array(approvalRule),
  }),
  editThreshold: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'approval.edit',
    logs: 'approvalThreshold',
    summary: { zh: '调整审批阈值（须他人审批）', en: 'Change a threshold; somebody else approves it' },
    input: z
      .strictObject({
        subjectType: keyword,
        version: z.int().min(0),
        amount: fenNotNegative.max(1_000_000_000_000),
        dayAmount: fenNotNegative.max(1_000_000_000_000),
        /** Null for kinds without counts, and for them alone. */
        count: z.int().min(0).max(1_000_000).nullable(),
        dayCount: z.int().min(0).max(1_000_000).nullable(),
        reason,
      })
      .refine(({ amount, dayAmount }) => dayAmount >= amount, { path: ['dayAmount'] })
      .refine(({ count, dayCount }) => (dayCount ?? 0) >= (count ?? 0), { path: ['dayCount'] }),
    output: approvalRule,
  }),
  forecastAct: endpoint({
    kind: 'query',
    access: 'session',
    summary: {
      zh: '预判一笔操作：是否需要审批、由谁审批、企业资金余额',
      en: "Whether an act would wait for a checker, who that could be, and the company's fund",
    },
    input: z.strictObject({
      subjectType: keyword,
      /** Left out where the act touches no company's fund, or names its account. */
      merchantId: id.optional(),
      /** The account that it takes from, of acts on funds themselves. */
      accountId: id.optional(),
      /** In fen: what it would move. */
      amount: fenNotNegative.max(1_000_000_000_000),
      /** Records that it would move money for. */
      count: z.int().min(1).max(1_000_000).default(1),
    }),
    output: actForecast,
  }),
  forecastActs: endpoint({
    kind: 'query',
    access: 'session',
    summary: {
      zh: '预判对若干记录的操作：实际变动金额、多少须审批、由谁审批',
      en: 'What acts on records would really move, how many would wait, and for whom',
    },
    input: z.strictObject({
      subjectType: keyword,
      /** Of one kind: draws to award, or a batch to undo. */
      ids: bulkIds,
    }),
    output: actsForecast,
  }),
  approve: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'approval',
    summary: { zh: '审批通过', en: 'Approve' },
    input: z.strictObject({
      id,
      reason: reason.optional(),
      /** What was seen of the matter: where that is another by now, nothing is approved. */
      seen: approvalMatter.shape.seen.optional(),
    }),
    output: nothing,
    idempotent: true,
  }),
  approveMany: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'approval',
    loggedAs: 'approve',
    logsDone: false,
    summary: { zh: '批量审批通过（逐条返回结果）', en: 'Approve many, each by itself' },
    input: z.strictObject({ ids: decidedIds, reason: reason.optional() }),
    output: bulkResult,
    idempotent: true,
  }),
  reject: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'approval',
    summary: { zh: '审批驳回', en: 'Reject' },
    input: z.strictObject({ id, reason }),
    output: nothing,
    idempotent: true,
  }),
  rejectMany: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'approval',
    loggedAs: 'reject',
    logsDone: false,
    summary: { zh: '批量审批驳回（逐条返回结果）', en: 'Reject many, each by itself' },
    input: z.strictObject({ ids: decidedIds, reason }),
    output: bulkResult,
    idempotent: true,
  }),
  revealChange: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'approval',
    summary: {
      zh: '查看变更前后的完整内容（留痕）',
      en: 'Reveal what a change is about, old and new; logged',
    },
    input: z.strictObject({ id, reason }),
    output: z.array(comparedField),
  }),
  withdraw: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'approval',
    summary: { zh: '撤回提交', en: 'Withdraw what one submitted' },
    input: z.strictObject({ id, reason: reason.optional() }),
    output: nothing,
    idempotent: true,
  }),
};

const byAnother = {
  zh: '由经办人以外、有该类事项审批权限的人；在其数据范围与金额上限内',
  en: 'By another than its makers, with the permission of its kind, within scope and ceiling',
};

export const approvalTransitions = transitions({
  area: 'approval',
  record: { zh: '审批', en: 'Approval' },
  words: approvalStateWords,
  initial: ['PENDING'],
  endpoints: approval,
  actions: {
    approve: {
      from: ['PENDING'],
      to: ['APPROVED'],
      guard: byAnother,
      effect: { zh: '同时执行该事项', en: 'What it is about is carried out' },
    },
    reject: {
      from: ['PENDING'],
      to: ['REJECTED'],
      guard: byAnother,
      effect: { zh: '该事项回到驳回状态', en: 'What it is about is rejected' },
    },
    withdraw: {
      from: ['PENDING'],
      to: ['WITHDRAWN'],
      guard: { zh: '由经办人本人，且该类事项可撤回', en: 'By its maker, where its kind can be withdrawn' },
      effect: { zh: '该事项回到经办人手中', en: 'What it is about is its maker’s again' },
    },
  },
  automatic: {
    supersede: {
      by: { zh: '事项已变更，另行提交', en: 'What it was about changed and is submitted again' },
      from: ['PENDING'],
      to: ['WITHDRAWN'],
    },
  },
});
