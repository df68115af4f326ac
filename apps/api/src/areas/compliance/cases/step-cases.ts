import type { RiskCaseAction, RiskCaseState } from '@xyxlx/contracts/compliance-case-kinds';
import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Caller } from '../../../core/caller.ts';
import { empty, raw, rowOf, type Sql, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';

/** One step of cases. */
export interface CaseStep {
  action: RiskCaseAction;
  /** The state that they come to; left out where the step changes none. */
  to?: RiskCaseState;
  /** SQL of what else of case `c` changes, such as `assignee_id = NULL`. */
  columns?: Sql;
  note?: string;
  /** What else belongs to it, such as whom it was assigned to. */
  detail?: Prisma.InputJsonObject | undefined;
}

/** Who takes a step; without an id the service itself, whose steps are no acts of a person. */
export interface Stepper {
  session: Pick<Caller['session'], 'userName'> & { userId: string | null };
  now: Date;
}

/** Takes a step with locked cases of one tenant, any number in one statement: their states and an event for each. */
export async function stepCases(
  tx: Transaction,
  { session, now }: Stepper,
  tenantId: string,
  ids: readonly string[],
  { action, to, columns, note = '', detail }: CaseStep,
): Promise<void> {
  if (ids.length === 0) return;
  const { userId, userName } = session;
  const act =
    userId === null
      ? empty
      : sql`last_act_at = ${now}::timestamptz, first_act_at = coalesce(c.first_act_at, ${now}::timestamptz),`;
  const { stepped } = await rowOf<{ stepped: number }>(
    tx,
    sql`
    WITH given AS MATERIALIZED (
      SELECT c.id, c.state FROM risk_cases c WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ANY(${[...ids]}::uuid[])),
    stepped AS (
      UPDATE risk_cases c SET ${act} ${columns ? sql`${columns},` : empty} state = ${to ? sql`${to}` : raw('c.state')},
        event_seq = c.event_seq + 1, version = c.version + 1, updated_at = ${now}::timestamptz, updated_by = ${userName}
      FROM given g WHERE c.tenant_id = ${tenantId}::uuid AND c.id = g.id
      RETURNING c.id, c.event_seq, g.state AS before, c.state AS after),
    written AS (
      INSERT INTO risk_case_events (tenant_id, case_id, seq, action, actor_id, actor, before, after, note, detail, at)
      SELECT ${tenantId}::uuid, id, event_seq, ${action}, ${userId}::uuid, ${userName}, before, after, ${note},
        ${detail ? JSON.stringify(detail) : null}::jsonb, ${now}::timestamptz
      FROM stepped)
    SELECT count(*)::int AS stepped FROM stepped`,
  );
  if (stepped !== ids.length) throw new Error('A step was to be taken with a case that is not there');
}

/** The service itself, for its steps. */
export function byItself(now: Date): Stepper {
  return { session: { userId: null, userName: systemActor.zh }, now };
}
