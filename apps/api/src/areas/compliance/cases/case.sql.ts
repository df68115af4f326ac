import { complianceCase as contract, type RiskCaseRow } from '@xyxlx/contracts/compliance-case';
import { riskCaseStates, riskCaseStateWords } from '@xyxlx/contracts/compliance-case-kinds';
import type { Session } from '../../../core/session.ts';
import { iso, type Queryable, raw, sql } from '../../../platform/db/sql.ts';
import { fromDay, hasId, oneOf, oneOfIndexed, untilDay } from '../../../platform/lists/conditions.ts';
import { findIn, numbered } from '../../../platform/lists/find.ts';
import { listOf } from '../../../platform/lists/list.ts';
import {
  instant,
  json,
  namedPart,
  number,
  part,
  shape,
  text,
  word,
} from '../../../platform/lists/row-shape.ts';
import { mustSee } from '../../../platform/records/must-see.ts';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import { visibleCases } from './case-scope.ts';
import { casesOfTodo } from './case-todos.ts';
import { subjectName } from './subject.sql.ts';

export const caseJoins = raw(`
  JOIN risk_rules u ON u.tenant_id = c.tenant_id AND u.id = c.rule_id
  JOIN risk_inboxes i ON i.tenant_id = c.tenant_id AND i.id = c.inbox_id
  LEFT JOIN users a ON a.id = c.assignee_id`);

export const ruleJson = raw(`json_build_object('id', u.id, 'code', u.code, 'name', u.name)`);

/** A case as lists show it, with the business time of the answer. */
export const caseShape = (now: Date) =>
  shape<RiskCaseRow>({
    id: word('c.id'),
    no: word('c.case_no'),
    subject: part({
      type: word('c.subject_type'),
      id: word('c.subject_id'),
      name: { column: subjectName('c'), write: JSON.stringify },
    }),
    rule: part({ id: word('u.id'), code: word('u.code'), name: text('u.name') }),
    inbox: part({ id: word('i.id'), name: text('i.name') }),
    alerts: number('c.alert_count'),
    amount: number('c.amount'),
    score: number('c.score'),
    severity: word('c.severity'),
    grey: json(raw('c.grey')),
    level: number('c.level'),
    assignee: namedPart('a'),
    openedAt: instant('c.opened_at'),
    dueAt: instant('c.due_at'),
    asOf: { column: sql`${now.toISOString()}::text`, write: (moment) => `"${moment}"` },
    suspendedUntil: instant('c.suspended_until'),
    suspensions: number('c.suspensions'),
    reopened: number('c.reopened'),
    state: word('c.state'),
    outcome: word('c.outcome'),
    closedAt: instant('c.closed_at'),
    version: number('c.version'),
    createdAt: instant('c.created_at'),
    createdBy: text('c.created_by'),
    updatedAt: instant('c.updated_at'),
    updatedBy: text('c.updated_by'),
  });

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
    state: oneOfIndexed('c.state', riskCaseStates),
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
  row: ({ now }) => caseShape(now),
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
