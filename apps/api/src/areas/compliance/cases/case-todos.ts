import type { Session } from '../../../core/session.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Todo } from '../../area.ts';
import { visibleCases } from './case-scope.ts';

/** In an inbox of the caller's. */
const ofMyInboxes = ({ tenantId, userId }: Session) => sql`c.inbox_id IN (
  SELECT m.inbox_id FROM risk_inbox_members m WHERE m.tenant_id = ${tenantId}::uuid AND m.user_id = ${userId}::uuid)`;

/** 待领取, 将超时, 待复核结案: what of the cases waits for somebody. */
export const caseTodos: readonly Todo[] = [
  {
    kind: 'caseToClaim',
    permission: 'compliance.audit',
    count: (session) => ({
      from: sql`FROM risk_cases c WHERE c.state = 'NEW' AND ${ofMyInboxes(session)}
        AND NOT ${session.userId}::uuid = ANY (c.closer_ids) AND ${visibleCases(session, 'c')}`,
    }),
  },
  {
    // Due by the end of the day, or past it.
    kind: 'caseDueSoon',
    permission: 'compliance.audit',
    count: (session, today) => ({
      from: sql`FROM risk_cases c WHERE c.state IN ('NEW', 'WORKING') AND (c.assignee_id = ${session.userId}::uuid OR c.assignee_id IS NULL
          AND ${ofMyInboxes(session)})
        AND c.due_at < (${today}::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' AND ${visibleCases(session, 'c')}`,
    }),
  },
  {
    kind: 'caseToCheck',
    permission: 'compliance.decide',
    count: (session) => ({
      from: sql`FROM risk_cases c WHERE c.state = 'CLOSING' AND c.assignee_id <> ${session.userId}::uuid AND ${visibleCases(session, 'c')}`,
    }),
  },
];
