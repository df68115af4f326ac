import type { complianceCase as contract } from '@xyxlx/contracts/compliance-case';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import type { Session } from '../../../core/session.ts';
import { rowOf, sql } from '../../../platform/db/sql.ts';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import { visibleCases } from './case-scope.ts';
import { casesOfTodo } from './case-todos.ts';

/** How many cases wait for the caller, and how many they closed on the business day. */
export function getDesk({
  session,
  deps,
  now,
}: Call<unknown, Session>): Promise<z.output<typeof contract.getDesk.output>> {
  const { tenantId, userId } = session;
  const today = shanghaiDay(now);
  return rowOf(
    deps.database.pool,
    sql`SELECT
          (SELECT count(*)::int FROM risk_cases c WHERE ${casesOfTodo('TO_CLAIM', session, today)} AND ${visibleCases(session, 'c')}) AS "toClaim",
          (SELECT coalesce(sum(d.closed), 0)::int FROM risk_person_days d
            WHERE d.tenant_id = ${tenantId}::uuid AND d.day = ${today}::date AND d.user_id = ${userId}::uuid) AS "closedToday"`,
  );
}
