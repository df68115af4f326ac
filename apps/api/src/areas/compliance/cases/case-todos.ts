import type { RiskCaseTodo } from '@xyxlx/contracts/compliance-case-kinds';
import type { Session } from '../../../core/session.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import type { Todo } from '../../area.ts';
import { visibleCases } from './case-scope.ts';

/** In an inbox of the caller's. */
const ofMyInboxes = ({ tenantId, userId }: Session) => sql`c.inbox_id IN (
  SELECT m.inbox_id FROM risk_inbox_members m WHERE m.tenant_id = ${tenantId}::uuid AND m.user_id = ${userId}::uuid)`;

/** Which of the cases `c` that a caller sees one of their to-dos counts; `today` is a day in Asia/Shanghai. */
export function casesOfTodo(todo: RiskCaseTodo, session: Session, today: string): Sql {
  const me = sql`${session.userId}::uuid`;
  switch (todo) {
    case 'TO_CLAIM':
      return sql`c.state = 'NEW' AND ${ofMyInboxes(session)} AND NOT ${me} = ANY (c.closer_ids)`;
    case 'DUE_SOON':
      // Due by the end of the day, or past it.
      return sql`c.state IN ('NEW', 'WORKING') AND (c.assignee_id = ${me} OR c.assignee_id IS NULL AND ${ofMyInboxes(session)})
        AND c.due_at < (${today}::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'`;
    case 'TO_CHECK':
      return sql`c.state = 'CLOSING' AND c.assignee_id <> ${me}`;
  }
}

const counted = (todo: RiskCaseTodo) => (session: Session, today: string) => ({
  from: sql`FROM risk_cases c WHERE ${casesOfTodo(todo, session, today)} AND ${visibleCases(session, 'c')}`,
});

/** 待领取, 将超时, 待复核结案: what of the cases waits for somebody. */
export const caseTodos: readonly Todo[] = [
  { kind: 'caseToClaim', permission: 'compliance.audit', count: counted('TO_CLAIM') },
  { kind: 'caseDueSoon', permission: 'compliance.audit', count: counted('DUE_SOON') },
  { kind: 'caseToCheck', permission: 'compliance.decide', count: counted('TO_CHECK') },
];
