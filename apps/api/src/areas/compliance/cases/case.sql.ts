import { complianceCase as contract } from '@xyxlx/contracts/compliance-case';
import { riskCaseStateWords } from '@xyxlx/contracts/compliance-case-kinds';
import type { Session } from '../../../core/session.ts';
import { iso, named, type Queryable, raw, sql } from '../../../platform/db/sql.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../../platform/lists/conditions.ts';
import { findIn, numbered } from '../../../platform/lists/find.ts';
import { listOf } from '../../../platform/lists/list.ts';
import { mustSee } from '../../../platform/records/must-see.ts';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import { visibleCases } from './case-scope.ts';
import { casesOfTodo } from './case-todos.ts';
import { subjectJson } from './subject.sql.ts';

export const caseJoins = raw(`
  JOIN risk_rules u ON u.tenant_id = c.tenant_id AND u.id = c.rule_id
  JOIN risk_inboxes i ON i.tenant_id = c.tenant_id AND i.id = c.inbox_id
  LEFT JOIN users a ON a.id = c.assignee_id`);

export const ruleJson = raw(`json_build_object('id', u.id, 'code', u.code, 'name', u.name)`);

/** A case as lists show it, with the business time of the answer. */
export const caseRow = (
  now: Date,
) => sql`json_build_object('id', c.id, 'no', c.case_no, 'subject', ${subjectJson('c')}, 'rule', ${ruleJson},
  'inbox', ${named('i')}, 'alerts', c.alert_count, 'amount', c.amount, 'score', c.score, 'severity', c.severity, 'grey', c.grey,
  'level', c.level, 'assignee', ${named('a')}, 'openedAt', ${iso('c.opened_at')}, 'dueAt', ${iso('c.due_at')}, 'asOf', ${now.toISOString()}::text,
  'suspendedUntil', ${iso('c.suspended_until')}, 'suspensions', c.suspensions, 'reopened', c.reopened, 'state', c.state,
  'outcome', c.outcome, 'closedAt', ${iso('c.closed_at')}, 'version', c.version, 'createdAt', ${iso('c.created_at')},
  'createdBy', c.created_by, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;

/** SQL for whether somebody works a case. */
export const workedBy = (alias: 'b' | 'c', { userId }: Session) =>
  sql`${raw(alias)}.assignee_id = ${userId}::uuid`;

/** SQL for whether a case is open and past its time. */
export const isOverdue = (alias: 'b' | 'c', now: Date) =>
  sql`${raw(alias)}.state <> 'CLOSED' AND ${raw(alias)}.due_at < ${now}::timestamptz`;

/** The cases that one may see, as they are to be worked. */
export const cases = listOf(contract.queryCase, {
  from: 'risk_cases',
  alias: 'c',
  scope: visibleCases,
  filters: {
    keyword: (text) => sql`c.case_no = ${text.toUpperCase()}`,
    state: oneOf('c.state'),
    ruleIds: (ids) => sql`c.rule_id = ANY(${ids}::uuid[])`,
    severity: oneOf('c.severity'),
    inboxId: hasId('c.inbox_id'),
    mine: (only, { session }) => only && workedBy('c', session),
    overdue: (only, { deps }) => only && isOverdue('c', deps.clock.businessNow()),
    todo: (kind, { session, deps }) => casesOfTodo(kind, session, shanghaiDay(deps.clock.businessNow())),
    subjectId: hasId('c.subject_id'),
    minScore: (score) => sql`c.score >= ${score}::int`,
    createdFrom: fromDay('c.created_at'),
    createdTo: untilDay('c.created_at'),
  },
  sort: {
    queue: { column: 'c.queue_key', type: 'bigint' },
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
  },
  usual: ['queue', 'asc'],
  joins: caseJoins,
  row: ({ now }) => caseRow(now),
});

/** Any of them by what is typed. */
export const foundCases = findIn(cases, {
  kind: 'riskCase',
  by: [numbered('c.case_no')],
  number: 'c.case_no',
  title: '(SELECT u.name FROM risk_rules u WHERE u.tenant_id = c.tenant_id AND u.id = c.rule_id)',
  state: ['c.state', riskCaseStateWords],
  amount: 'c.amount',
});

/** The steps of a case. */
export const caseEvents = listOf(contract.queryCaseEvent, {
  from: 'risk_case_events',
  alias: 'v',
  primaryKey: ['tenant_id', 'case_id', 'seq'],
  // A step's number is its own within the case: nothing has to end ties.
  id: 'case_id',
  scope: ({ tenantId }, alias) => sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`,
  filters: { id: hasId('v.case_id'), action: oneOf('v.action') },
  sort: { seq: { column: 'v.seq', type: 'int' } },
  usual: ['seq', 'desc'],
  row: sql`json_build_object('seq', v.seq, 'action', v.action, 'actorId', v.actor_id, 'actor', v.actor, 'before', v.before, 'after', v.after,
    'note', v.note, 'at', ${iso('v.at')})`,
});

/** Throws 406 when the caller can't see the case. */
export function mustSeeCase(client: Queryable, session: Session, id: string): Promise<void> {
  return mustSee(client, sql`risk_cases c WHERE c.id = ${id}::uuid AND ${visibleCases(session, 'c')}`);
}
