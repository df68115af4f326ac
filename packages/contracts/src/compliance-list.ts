import { z } from 'zod';
import {
  type RiskList,
  type RiskSubject,
  riskEntryStates,
  riskLists,
  riskSubjects,
} from './compliance-kinds.ts';
import { endpoint } from './endpoint.ts';
import { chosenInstant, id, instant, noInput, reason, version } from './fields.ts';
import { fileFormat } from './file-format.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf } from './paging.ts';

/** The most days that a white entry spares a subject. */
export const longestWhite = 180;

/** The most rules that one white entry spares a subject. */
export const mostSpared = 20;

/** Whom or what a list takes: payments and money acts refuse those of the black one. */
export const listableSubjects: Readonly<Record<RiskList, readonly RiskSubject[]>> = {
  BLACK: ['EMPLOYEE', 'CARD', 'PAYEE', 'OPERATOR'],
  WHITE: riskSubjects,
  GREY: riskSubjects,
};

const entryRow = z.strictObject({
  id,
  /** What the entries have in common that were asked for at once: what a checker decides on before they begin. */
  requestId: id,
  list: z.enum(riskLists),
  subjectType: z.enum(riskSubjects),
  subjectId: id,
  /** What the subject is called now. */
  subjectName: z.string(),
  /** Of a white entry: the rule that it suppresses. */
  rule: option.extend({ code: z.string() }).nullable(),
  validFrom: instant,
  /** Excluded; null: until it is removed. */
  validTo: instant.nullable(),
  reason: z.string(),
  state: z.enum(riskEntryStates),
  /** The case that it was added from. */
  caseId: id.nullable(),
  removeReason: z.string().nullable(),
  version,
  createdAt: instant,
  createdBy: z.string().nullable(),
});
export type RiskEntryRow = z.infer<typeof entryRow>;

/** 名单: whom compliance refuses, watches or, for one rule, leaves in peace. */
export const complianceList = {
  queryList: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '名单列表', en: 'List the entries of lists' },
    input: cursorPageInput(['createdAt'], {
      list: z.enum(riskLists).optional(),
      state: z.array(z.enum(riskEntryStates)).min(1).optional(),
      subjectType: z.array(z.enum(riskSubjects)).min(1).optional(),
      subjectId: id.optional(),
    }),
    output: cursorPageOf(entryRow),
  }),
  addEntry: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'riskEntry',
    summary: { zh: '列入名单（白名单须复核）', en: 'Put on a list; a white one waits for a checker' },
    input: z.strictObject({
      list: z.enum(riskLists),
      subjectType: z.enum(riskSubjects),
      subjectId: id,
      /** Of a white entry alone, which needs them. */
      ruleIds: z.array(id).min(1).max(mostSpared).optional(),
      /** Left out: from now on. */
      from: chosenInstant.optional(),
      /** Excluded; left out: until it is removed. A white entry needs it. */
      to: chosenInstant.optional(),
      reason,
      caseId: id.optional(),
    }),
    output: z.strictObject({ entries: z.array(entryRow) }),
  }),
  removeEntry: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'riskEntry',
    summary: { zh: '移出名单（黑名单须复核）', en: 'Take off a list; a black one waits for a checker' },
    input: z.strictObject({ id, version, reason }),
    output: entryRow,
  }),
  importEntries: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'riskEntry',
    logsDone: false,
    idempotent: true,
    summary: {
      zh: '导入名单（白名单须复核）',
      en: 'Put on lists from a file; white ones wait for a checker',
    },
    input: noInput,
    output: z.strictObject({ jobId: id }),
  }),
  entryTemplate: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'export',
    logsDone: false,
    summary: { zh: '名单导入模板', en: 'The sheet that importEntries takes' },
    input: z.strictObject({ format: fileFormat }),
    output: z.null(),
  }),
};
