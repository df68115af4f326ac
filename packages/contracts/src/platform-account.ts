import { z } from 'zod';
import { endpoint, type Label } from './endpoint.ts';
import {
  digits,
  fen,
  fenNotNegative,
  id,
  keyword,
  line,
  noInput,
  reason,
  stamps,
  version,
} from './fields.ts';
import { option, tenantOption } from './option.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';
import { waits } from './waits.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** 银行账户 渠道账户. */
export const platformAccountKindWords = {
  BANK: { zh: '银行账户', en: 'Bank account' },
  CHANNEL: { zh: '渠道账户', en: 'Channel account' },
} as const satisfies WordsOf<string>;
export const platformAccountKinds = valuesOf(platformAccountKindWords);

/** The ways between them stand in `platformAccountTransitions`. */
export const platformAccountStateWords = {
  PENDING: { zh: '待审核', en: 'Pending', tone: 'waiting' },
  ACTIVE: { zh: '正常', en: 'Active', tone: 'good' },
  REJECTED: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  WITHDRAWN: { zh: '已撤回', en: 'Withdrawn', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const platformAccountStates = valuesOf(platformAccountStateWords);

/** What of an account only a checker changes: all of it. */
export const platformAccountGuarded = {
  platformId: { zh: '平台', en: 'Platform' },
  companyId: { zh: '公司', en: 'Company' },
  kind: { zh: '类型', en: 'Kind' },
  name: { zh: '户名', en: 'Account name' },
  bank: { zh: '开户机构', en: 'Bank' },
  accountNo: { zh: '账号', en: 'Account no.' },
} as const satisfies Record<string, Label>;

const accountRow = z.strictObject({
  id,
  platform: option,
  company: option,
  kind: z.enum(platformAccountKinds),
  name: z.string(),
  bank: z.string(),
  /** Masked: the last four digits. */
  accountNo: z.string(),
  state: z.enum(platformAccountStates),
  /** What the books have of it: what its statement began with, and what has come and gone through it since, as flows say. */
  bookBalance: fen,
  /** What transfers that wait will take of it, and the rest. */
  frozenBalance: fenNotNegative,
  availableBalance: fen,
  /** The balance after the last line of its statements; null while there are none. */
  statementBalance: fen.nullable(),
  /** Statement less book; null without a statement. */
  differenceAmount: fen.nullable(),
  version,
  ...stamps,
});
export type PlatformAccountRow = z.infer<typeof accountRow>;

export const platformAccountSortFields = ['name', 'createdAt'] as const;

const accountNo = digits(8, 30);
const fields = { platformId: id, companyId: id, name: line(60), bank: line(60) };
/** What was handed in, with the approval that it waits for. */
const handedIn = accountRow.extend(waits);

/** 平台账户: an account at a bank or a channel through which a company's money comes and goes at a platform. */
export const platformAccount = {
  queryAccount: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'platform.view',
    summary: { zh: '平台账户列表', en: 'List accounts at platforms' },
    input: cursorPageInput(platformAccountSortFields, {
      ...tenantFilter,
      keyword: keyword.optional(),
      platformId: id.optional(),
      companyId: id.optional(),
      kind: z.array(z.enum(platformAccountKinds)).min(1).optional(),
      state: z.array(z.enum(platformAccountStates)).min(1).optional(),
    }),
    output: cursorPageOf(withTenant(accountRow)),
  }),
  getAccount: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'platform.view',
    summary: { zh: '平台账户详情', en: 'One account at a platform' },
    input: z.strictObject({ id }),
    output: accountRow,
  }),
  addAccount: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'platform.edit',
    logs: 'platformAccount',
    summary: { zh: '添加平台账户（待审核）', en: 'Add an account (to be approved)' },
    input: z.strictObject({ ...fields, kind: z.enum(platformAccountKinds), accountNo }),
    output: handedIn,
  }),
  editAccount: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'platform.edit',
    logs: 'platformAccount',
    summary: {
      zh: '修改平台账户，审核后生效；未传的账号保持不变，已驳回或撤回的重新提交',
      en: 'Edit an account, in force once approved; an omitted number stays, and one that was rejected or withdrawn is submitted again',
    },
    input: z.strictObject({
      id,
      version,
      ...fields,
      accountNo: accountNo.optional(),
      /** Why, for the checker. */
      reason: reason.optional(),
    }),
    output: handedIn,
  }),
  queryAccountPlatform: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'platform.view',
    summary: { zh: '平台账户可选的平台', en: 'Platforms for a picker' },
    input: noInput,
    output: z.array(tenantOption),
  }),
  queryAccountCompany: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'platform.view',
    summary: { zh: '平台账户可选的公司', en: 'Companies for a picker' },
    input: noInput,
    output: z.array(tenantOption),
  }),
};

export const platformAccountTransitions = transitions({
  area: 'platform',
  record: { zh: '平台账户', en: 'Platform account' },
  words: platformAccountStateWords,
  initial: ['PENDING'],
  endpoints: platformAccount,
  actions: {},
  automatic: {
    approveAccount: {
      by: { zh: '由他人审核', en: 'Approved by another than who submitted it' },
      from: ['PENDING'],
      to: ['ACTIVE'],
    },
    rejectAccount: {
      by: { zh: '由他人审核', en: 'Rejected by another than who submitted it' },
      from: ['PENDING'],
      to: ['REJECTED'],
    },
    withdrawAccount: {
      by: { zh: '由提交人撤回', en: 'Withdrawn by who submitted it' },
      from: ['PENDING'],
      to: ['WITHDRAWN'],
    },
    submitAgain: {
      by: { zh: '修改后重新送审', en: 'Edited, and submitted again' },
      from: ['REJECTED', 'WITHDRAWN'],
      to: ['PENDING'],
    },
  },
});
