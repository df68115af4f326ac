import { z } from 'zod';
import { attachmentRow, maxAttachmentBytes } from './attachment.ts';
import {
  riskCaseActions,
  riskCaseStates,
  riskCaseTodos,
  riskOutcomes,
  riskReportStates,
} from './compliance-case-kinds.ts';
import { riskFact } from './compliance-fact.ts';
import { caseGraph } from './compliance-graph.ts';
import { riskLists, riskSeverities, riskSubjects } from './compliance-kinds.ts';
import { ruleOf, subjectOf } from './compliance-subject.ts';
import { endpoint } from './endpoint.ts';
import {
  chosenInstant,
  day,
  fenNotNegative,
  id,
  instant,
  keyword,
  noInput,
  reason,
  stamps,
  version,
} from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, pageInput, pageOf } from './paging.ts';
import { waits } from './waits.ts';

declare module './home.ts' {
  interface TodoKinds {
    caseToClaim: true;
    caseDueSoon: true;
    caseToCheck: true;
  }
}

/** So many cases somebody works at a time. */
export const maxCasesAtWork = 10;
/** How often a case may be suspended, and for how many days each time. */
export const maxSuspensions = 3;
export const maxSuspendedDays = 30;
/** Hours without an act after which a case goes back to its inbox. */
export const idleHours = 4;
/** What closing a case needs to say, in characters. */
export const closeReasonLength = { min: 10, max: 500 } as const;

const count = z.int().min(0);
const score = z.int().min(0).max(100);

const caseRow = z.strictObject({
  id,
  no: z.string(),
  subject: subjectOf,
  rule: ruleOf,
  inbox: option,
  /** How many alerts it has. */
  alerts: count,
  /** Of its alerts, in fen. */
  amount: fenNotNegative,
  score,
  severity: z.enum(riskSeverities),
  /** Whether its subject was on the grey list when the last alert came. */
  grey: z.boolean(),
  /** How often it was escalated. */
  level: count,
  assignee: option.nullable(),
  openedAt: instant,
  dueAt: instant,
  /** The business time of the answer: until it is due, so much is left. */
  asOf: instant,
  suspendedUntil: instant.nullable(),
  suspensions: z.int().min(0).max(maxSuspensions),
  /** How often it was opened again. */
  reopened: count,
  state: z.enum(riskCaseStates),
  outcome: z.enum(riskOutcomes).nullable(),
  closedAt: instant.nullable(),
  version,
  ...stamps,
});
export type RiskCaseRow = z.infer<typeof caseRow>;

const verdict = z.strictObject({ outcome: z.enum(riskOutcomes), reason: z.string(), by: z.string() });

const caseDetail = caseRow.extend({
  /** What waits for a second person; null in any other state. */
  proposed: verdict.nullable(),
  verdict: verdict.nullable(),
  /** The approval that its closing waits for. */
  closureId: id.nullable(),
  /** Since when it has been taken for suspicious, and until which day a report is to be handed in. */
  suspectedAt: instant.nullable(),
  reportDueOn: day.nullable(),
  profile: z.strictObject({
    name: z.string(),
    no: z.string().nullable(),
    merchant: option.nullable(),
    company: option.nullable(),
    /** Since when it has been there, and until when. */
    since: day.nullable(),
    until: day.nullable(),
    /** Whether compliance froze it. */
    isFrozen: z.boolean(),
    /** Whether its unfreezing waits for a checker. */
    unfreezeWaits: z.boolean(),
    /** Paid in the last 30 days. */
    payments: z.strictObject({ count, amount: fenNotNegative }),
    lists: z.array(
      z.strictObject({
        list: z.enum(riskLists),
        rule: ruleOf.nullable(),
        from: instant,
        to: instant.nullable(),
      }),
    ),
    cases: z.strictObject({ count, positive: count }),
  }),
  /** Other cases of the subject, and those that somebody linked; the newest first. */
  related: z.array(
    z.strictObject({
      id,
      no: z.string(),
      subject: subjectOf,
      rule: ruleOf,
      state: z.enum(riskCaseStates),
      outcome: z.enum(riskOutcomes).nullable(),
      openedAt: instant,
      isLinked: z.boolean(),
    }),
  ),
  attachments: z.array(attachmentRow),
  /** The newest first. */
  reports: z.array(
    z.strictObject({ id, no: z.string(), state: z.enum(riskReportStates), createdAt: instant }),
  ),
});
export type RiskCaseDetail = z.infer<typeof caseDetail>;

const payment = z.strictObject({
  id,
  no: z.string(),
  at: instant,
  amount: fenNotNegative,
  payee: option,
  /** Whether the payment came through. */
  isDeclined: z.boolean(),
  /** Whether it went back: the payee is who gave it. */
  isRefund: z.boolean(),
  isHit: z.boolean(),
});

const explanation = z.strictObject({
  /** Of its newest 200 alerts: what the rule saw. */
  hits: z.array(
    z.strictObject({
      id,
      at: instant,
      score,
      severity: z.enum(riskSeverities),
      amount: fenNotNegative,
      /** The number of the version that found it. */
      versionNo: z.int().min(1),
      declined: z.boolean(),
      eventType: z.string().nullable(),
      eventId: id.nullable(),
      /** The numbers by which it was found. */
      facts: z.array(riskFact),
      outcome: z.enum(riskOutcomes).nullable(),
    }),
  ),
  /** The subject's newest 200 payments, refunds and what was only asked of its cards, of the 31 days until the newest hit; the oldest first. */
  payments: z.array(payment),
  /** Whom they were paid to, the most first; shares in basis points. */
  payees: z.array(
    z.strictObject({ payee: option, count, amount: fenNotNegative, share: z.int().min(0).max(10_000) }),
  ),
});
export type CaseExplanation = z.infer<typeof explanation>;

const filters = {
  /** Its number. */
  keyword: keyword.optional(),
  state: z.array(z.enum(riskCaseStates)).min(1).optional(),
  ruleIds: z.array(id).min(1).max(50).optional(),
  severity: z.array(z.enum(riskSeverities)).min(1).optional(),
  inboxId: id.optional(),
  /** Only those that the caller works. */
  mine: z.boolean().optional(),
  /** Only those that are open and past their time. */
  overdue: z.boolean().optional(),
  /** Only those that one of the caller's to-dos counts. */
  todo: z.enum(riskCaseTodos).optional(),
  subjectId: id.optional(),
  minScore: score.optional(),
  /** Days in Asia/Shanghai, both included. */
  createdFrom: day.optional(),
  createdTo: day.optional(),
};

const which = { id, version };

const desk = z.strictObject({
  /** Cases that the caller may claim. */
  toClaim: count,
  /** Cases that they closed today, by the business day of Asia/Shanghai. */
  closedToday: count,
});

/** 案件: work about one subject and one rule. */
export const complianceCase = {
  queryCase: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '案件列表', en: 'List cases' },
    input: cursorPageInput(['queue', 'createdAt'], filters),
    output: cursorPageOf(caseRow),
  }),
  getCase: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '案件详情', en: 'One case' },
    input: z.strictObject({ id }),
    output: caseDetail,
  }),
  queryCaseEvent: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '案件记录', en: 'The steps of a case' },
    input: pageInput(['seq'], { id, action: z.array(z.enum(riskCaseActions)).min(1).optional() }),
    output: pageOf(
      z.strictObject({
        seq: z.int().min(1),
        action: z.enum(riskCaseActions),
        /** Null: the service itself. */
        actorId: id.nullable(),
        actor: z.string(),
        before: z.enum(riskCaseStates).nullable(),
        after: z.enum(riskCaseStates),
        note: z.string(),
        at: instant,
      }),
    ),
  }),
  explain: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '案件的命中事实与主体的消费', en: 'What was found of a case, and what its subject paid' },
    input: z.strictObject({ id }),
    output: explanation,
  }),
  getCaseGraph: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '案件主体与共用收款商户的人和卡', en: 'Who shares the payees of a case’s subject' },
    input: z.strictObject({ id }),
    output: caseGraph,
  }),
  getDesk: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.audit',
    summary: {
      zh: '我的案件台：待领取与今日已结案',
      en: 'How many cases wait for one, and were closed today',
    },
    input: noInput,
    output: desk,
  }),
  openCase: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    summary: { zh: '人工立案', en: 'Open a case by hand' },
    input: z.strictObject({
      ruleId: id,
      subjectType: z.enum(riskSubjects),
      subjectId: id,
      severity: z.enum(riskSeverities),
      reason,
    }),
    output: caseDetail,
  }),
  claimNext: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    logsDone: false,
    idempotent: true,
    summary: { zh: '领取下一条案件，没有则为空', en: 'Claim the next case; null where there is none' },
    input: noInput,
    output: caseDetail.nullable(),
  }),
  claimCase: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    summary: { zh: '领取案件', en: 'Claim a case' },
    input: z.strictObject(which),
    output: caseDetail,
  }),
  releaseCase: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    summary: { zh: '释放案件', en: 'Give a case back' },
    input: z.strictObject(which),
    output: caseDetail,
  }),
  assignCase: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    summary: { zh: '转派案件', en: 'Assign a case' },
    input: z.strictObject({ ...which, assigneeId: id, reason: reason.optional() }),
    output: caseDetail,
  }),
  escalateCase: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    summary: { zh: '升级案件', en: 'Escalate a case' },
    input: z.strictObject({ ...which, reason }),
    output: caseDetail,
  }),
  suspendCase: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    summary: { zh: '挂起案件', en: 'Suspend a case' },
    input: z.strictObject({ ...which, until: chosenInstant, reason }),
    output: caseDetail,
  }),
  addNote: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    summary: { zh: '添加备注，可确认可疑', en: 'Add a note; it may say that the case is suspicious' },
    input: z.strictObject({
      id,
      /** Checked where it is given: a note contradicts nobody. */
      version: version.optional(),
      text: z.string().min(1).max(2000),
      isSuspicious: z.boolean().optional(),
    }),
    output: caseDetail,
  }),
  addAttachment: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    maxFileBytes: maxAttachmentBytes,
    summary: {
      zh: '上传案件附件（png、jpeg、webp、pdf）',
      en: 'Add a file to a case (png, jpeg, webp, pdf)',
    },
    input: z.strictObject({ id, version: version.optional() }),
    output: caseDetail,
  }),
  downloadAttachment: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'compliance.view',
    logs: 'attachment',
    summary: { zh: '下载案件附件', en: 'A file of a case' },
    input: z.strictObject({ id }),
    output: z.null(),
  }),
  closeCase: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    summary: {
      zh: '结案：高、紧急、已上报及抽查的须复核',
      en: 'Close a case; what is high, urgent, reported or drawn is checked by another',
    },
    input: z.strictObject({
      ...which,
      outcome: z.enum(riskOutcomes).optional(),
      reason: z.string().max(closeReasonLength.max).optional(),
    }),
    output: caseDetail.extend(waits),
  }),
  reopenCase: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.reopen',
    logs: 'riskCase',
    summary: { zh: '重开案件', en: 'Open a closed case again' },
    input: z.strictObject({ ...which, reason }),
    output: caseDetail,
  }),
  linkCase: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    summary: { zh: '关联案件', en: 'Link two cases' },
    input: z.strictObject({ id, otherId: id }),
    output: caseDetail,
  }),
  freezeSubject: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    summary: {
      zh: '冻结案件主体（卡、员工），即时生效',
      en: 'Freeze the card or employee of a case, at once',
    },
    input: z.strictObject({ id, reason }),
    output: caseDetail,
  }),
  unfreezeSubject: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskCase',
    summary: {
      zh: '申请解冻案件主体，须复核',
      en: 'Ask for the subject of a case to be unfrozen; checked by another',
    },
    input: z.strictObject({ id, reason }),
    output: caseDetail.extend(waits),
  }),
  exportCase: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'compliance.export',
    logs: 'export',
    summary: { zh: '导出案件', en: 'Export cases' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
};
