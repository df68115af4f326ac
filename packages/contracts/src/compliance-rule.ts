import { z } from 'zod';
import { riskExpression } from './compliance-expression.ts';
import { riskActions, riskRuleStates, riskRuleStateWords, riskSeverities } from './compliance-kinds.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, keyword, line, reason, stamps, version } from './fields.ts';
import { option } from './option.ts';
import { pageInput, pageOf } from './paging.ts';
import { transitions } from './transitions.ts';

/** Hours on trial before a version can be handed in, of one that declines, and how many versions payments ask at most. */
export const shadowHours = 24;
export const shadowHoursOfDecline = 168;
export const mostOnline = 50;

const score = z.int().min(1).max(100);

const terms = {
  name: line(40),
  expression: riskExpression,
  score,
  severity: z.enum(riskSeverities),
  action: z.enum(riskActions),
  inboxId: id,
};

/** How often a rule was right, by the verdicts on what it found; shares in bp. Null: there is no verdict yet. */
export const precision = z
  .strictObject({
    labelled: z.int().min(1),
    positive: z.int().min(0),
    share: z.int().min(0).max(10_000),
    low: z.int().min(0).max(10_000),
    high: z.int().min(0).max(10_000),
  })
  .nullable();

const versionRow = z.strictObject({
  id,
  no: z.int().min(1),
  state: z.enum(riskRuleStates),
  score,
  severity: z.enum(riskSeverities),
  action: z.enum(riskActions),
  /** Whether payments ask it themselves. */
  online: z.boolean(),
  expression: riskExpression,
  shadowSince: instant.nullable(),
  enabledAt: instant.nullable(),
  disabledAt: instant.nullable(),
  disableReason: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
});

const ruleRow = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  inbox: option,
  /** The newest first. */
  versions: z.array(versionRow).min(1),
  /** The merchants that their filters name. */
  payees: z.array(option),
  /** Hits of the last thirty days that count. */
  hitCount: z.int().min(0),
  precision,
  /** How long its running versions took to judge a payment, in µs: 95 of 100 no longer. Null: none was asked. */
  p95Micros: z.int().nullable(),
  version,
  ...stamps,
});
export type RiskRuleRow = z.infer<typeof ruleRow>;

const ruleDetail = ruleRow.extend({
  /** With the hits of each of the last thirty days, of one on trial those that don't count too. */
  versions: z.array(versionRow.extend({ hitCount: z.int().min(0), precision })).min(1),
});
export type RiskRuleDetail = z.infer<typeof ruleDetail>;
export type RiskRuleVersionRow = RiskRuleDetail['versions'][number];

/** `id` is the version's, `version` the rule's. */
const step = { id, version };

/** 监控规则: what compliance looks for. */
export const complianceRule = {
  queryRule: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '监控规则列表', en: 'List monitoring rules' },
    input: pageInput(['code', 'createdAt'], {
      keyword: keyword.optional(),
      /** Rules that have a version in one of these states. */
      state: z.array(z.enum(riskRuleStates)).min(1).optional(),
      severity: z.array(z.enum(riskSeverities)).min(1).optional(),
    }),
    output: pageOf(ruleRow),
  }),
  getRule: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '监控规则详情', en: 'One monitoring rule' },
    input: z.strictObject({ id }),
    output: ruleDetail,
  }),
  addRule: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'riskRule',
    summary: { zh: '新增监控规则', en: 'Add a monitoring rule' },
    input: z.strictObject({ code: z.string().regex(/^[A-Z]{2,12}$/), ...terms }),
    output: ruleDetail,
  }),
  addTemplateRules: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'riskRule',
    summary: {
      zh: '从模板新增监控规则（已有的编码不变）',
      en: 'Add rules from the templates; what has the code of one stays',
    },
    input: z.strictObject({ inboxId: id }),
    output: z.strictObject({
      /** The codes of the rules that were made, and of those that were there. */
      added: z.array(z.string()),
      present: z.array(z.string()),
    }),
  }),
  editRule: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'riskRule',
    summary: {
      zh: '修改监控规则（已试运行的版本不变，另起新版本）',
      en: 'Edit a rule: what was tried stays, another version begins',
    },
    input: z.strictObject({ id, version, ...terms }),
    output: ruleDetail,
  }),
  startShadow: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'riskRule',
    summary: { zh: '开始试运行', en: 'Put a version on trial' },
    input: z.strictObject(step),
    output: ruleDetail,
  }),
  submitRule: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'riskRule',
    summary: { zh: '提交启用', en: 'Hand a version in to be enabled' },
    input: z.strictObject({ ...step, reason }),
    output: ruleDetail,
  }),
  disableRule: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'riskRule',
    summary: { zh: '停用监控规则', en: 'Disable a version' },
    input: z.strictObject({ ...step, reason }),
    output: ruleDetail,
  }),
};

/** Of the versions of a rule: one is enabled and one on trial at most. */
export const riskRuleTransitions = transitions({
  area: 'compliance',
  record: { zh: '监控规则', en: 'Monitoring rule' },
  words: riskRuleStateWords,
  initial: ['DRAFT'],
  endpoints: complianceRule,
  actions: {
    startShadow: {
      from: ['DRAFT', 'DISABLED'],
      to: ['SHADOW'],
      guard: {
        zh: '同一规则无其他试运行版本；在线规则不超过 50 条',
        en: 'No other on trial; 50 online at most',
      },
    },
    submitRule: {
      from: ['SHADOW'],
      to: ['SUBMITTED'],
      guard: {
        zh: '试运行满 24 小时（拒付 7 天），已完成回测',
        en: '24 hours on trial (7 days to decline), backtested',
      },
    },
    disableRule: { from: ['SHADOW', 'ENABLED'], to: ['DISABLED'] },
  },
  automatic: {
    approve: {
      from: ['SUBMITTED'],
      to: ['ENABLED'],
      by: { zh: '审批通过', en: 'Approval' },
      effect: { zh: '原启用版本停用', en: 'The one before is disabled' },
    },
    reject: { from: ['SUBMITTED'], to: ['DRAFT'], by: { zh: '审批驳回', en: 'Rejection' } },
    withdraw: { from: ['SUBMITTED'], to: ['SHADOW'], by: { zh: '撤回', en: 'Withdrawal' } },
    replace: {
      from: ['ENABLED', 'DRAFT'],
      to: ['DISABLED'],
      by: { zh: '新版本取代', en: 'A newer version' },
    },
    suspend: {
      from: ['ENABLED'],
      to: ['SHADOW'],
      by: { zh: '一小时内出错 10 次', en: 'Ten errors in an hour' },
    },
  },
});
