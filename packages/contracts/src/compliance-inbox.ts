import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, keyword, line, stamps, version } from './fields.ts';
import { option } from './option.ts';
import { pageInput, pageOf } from './paging.ts';

/** In whole hours, at most a year. */
const hours = z.int().min(1).max(8760);

/** Hours from a case's opening until it is due, by its severity. */
const sla = z.strictObject({ urgent: hours, high: hours, medium: hours, low: hours });

const inboxFields = {
  name: line(40),
  /** Users of the tenant; those who are told, and who may claim. */
  memberIds: z.array(id).min(1).max(100),
  sla,
  /** Where its cases go that are escalated; null: it is the top. */
  escalateToId: id.nullable(),
};

const inboxRow = z.strictObject({
  id,
  name: z.string(),
  members: z.array(option),
  sla,
  escalateTo: option.nullable(),
  /** Cases in it that are not closed. */
  openCount: z.int().min(0),
  version,
  ...stamps,
});
export type InboxRow = z.infer<typeof inboxRow>;

/** What a new inbox starts from. */
export const usualSla = { urgent: 4, high: 24, medium: 72, low: 168 } as const;
/** The severities as an inbox has hours for them, the soonest due first. */
export const slaSeverities = ['urgent', 'high', 'medium', 'low'] as const;

/** 收件箱: who works the cases of some rules, and how soon. */
export const complianceInbox = {
  queryMemberOption: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.settings',
    summary: { zh: '用户选项（前 50 个）', en: 'Users for a picker, the first 50' },
    input: z.strictObject({ keyword: keyword.optional() }),
    output: z.array(option),
  }),
  queryInbox: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '收件箱列表', en: 'List inboxes' },
    input: pageInput(['createdAt'], { keyword: keyword.optional() }),
    output: pageOf(inboxRow),
  }),
  addInbox: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'riskInbox',
    summary: { zh: '新增收件箱', en: 'Add an inbox' },
    input: z.strictObject(inboxFields),
    output: inboxRow,
  }),
  editInbox: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'riskInbox',
    summary: { zh: '修改收件箱', en: 'Edit an inbox' },
    input: z.strictObject({ id, version, ...inboxFields }),
    output: inboxRow,
  }),
};
