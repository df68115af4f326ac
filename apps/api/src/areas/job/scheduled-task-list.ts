import type { Label } from '@xyxlx/contracts/endpoint';
import {
  scheduledTask as contract,
  type ScheduledTaskRow,
  type ScheduledTaskState,
} from '@xyxlx/contracts/scheduled-task';
import type { Deps } from '../../core/deps.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { allOf, iso, type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { listOf } from '../../platform/lists/list.ts';
import { ofService } from '../../platform/records/scope.ts';

/** So long nobody has begun a task that is begun every minute, or has not ended it, in minutes. */
const lateAfter = 5;
const endlessAfter = 15;

/** What the database has of a task; what it is called stands in the code. */
type Kept = Omit<ScheduledTaskRow, 'title' | 'due' | 'nextAt'>;

/** SQL of how the newest run of `s` stands. */
function stateOf({ clock }: Pick<Deps, 'clock'>): Sql {
  const now = sql`${clock.now()}::timestamptz`;
  const before = (minutes: number) => sql`${now} - make_interval(mins => ${minutes}::int)`;
  return sql`CASE
    WHEN s.asked_at > coalesce(s.started_at, '-infinity') AND s.asked_at > ${before(lateAfter)} THEN 'ASKED'
    WHEN s.started_at IS NULL THEN 'NEVER'
    WHEN s.finished_at IS NULL AND s.started_at > ${before(endlessAfter)} THEN 'RUNNING'
    WHEN s.finished_at IS NULL OR s.started_at < ${before(lateAfter)} THEN 'LATE'
    ELSE s.outcome END`;
}

/** Those that the service still has: a row of an older version's stays behind. */
function declared({ registry }: Pick<Deps, 'registry'>): Sql {
  return sql`s.name = ANY(${registry.schedule.map(({ name }) => name)}::text[])`;
}

function taskJson(deps: Deps): Sql {
  return sql`json_build_object('id', s.id, 'name', s.name, 'state', ${stateOf(deps)}, 'startedAt', ${iso('s.started_at')}, 'tookMs', s.took_ms,
    'failuresInRow', s.failures_in_row, 'failedAt', ${iso('s.failed_at')}, 'failure', s.failure, 'askedAt', ${iso('s.asked_at')}, 'askedBy', s.asked_by)`;
}

/** The tasks that the service has. */
export const scheduledTasks = listOf(contract.queryScheduledTask, {
  from: 'scheduled_tasks',
  alias: 's',
  primaryKey: ['id'],
  scope: (session, _alias, deps) => allOf([ofService(session), declared(deps)]),
  filters: {
    keyword: (text, { deps }) => sql`s.name = ANY(${called(deps, text)}::text[])`,
    state: (states, { deps }) => sql`${stateOf(deps)} = ANY(${states}::text[])`,
  },
  sort: {
    place: { column: 's.place', type: 'int' },
    startedAt: { column: "coalesce(s.started_at, 'epoch')", type: 'timestamptz' },
    tookMs: { column: 'coalesce(s.took_ms, -1)', type: 'int' },
    failedAt: { column: "coalesce(s.failed_at, 'epoch')", type: 'timestamptz' },
  },
  usual: ['place', 'asc'],
  row: ({ deps }) => taskJson(deps),
  present: (rows: Kept[], { deps }) => rows.map((row) => presented(deps, row)),
});

/** One of them; throws 406 where there is none, or nobody but the platform sees it. */
export async function foundScheduledTask(
  client: Queryable,
  { session, deps }: { session: Session; deps: Deps },
  id: string,
): Promise<ScheduledTaskRow> {
  const [found] = await rowsOf<{ task: Kept }>(
    client,
    sql`SELECT ${taskJson(deps)} AS task FROM scheduled_tasks s
      WHERE s.id = ${id}::uuid AND ${declared(deps)} AND ${ofService(session)}`,
  );
  if (!found) throw recordMissing();
  return presented(deps, found.task);
}

/** The names of those whose words have a text. */
function called({ registry }: Deps, text: string): string[] {
  const wanted = text.toLowerCase();
  return registry.schedule
    .filter(({ name, title }) =>
      [name, title.zh, title.en].some((words) => words.toLowerCase().includes(wanted)),
    )
    .map(({ name }) => name);
}

function presented({ registry, clock }: Deps, row: Kept): ScheduledTaskRow {
  const task = registry.schedule.find(({ name }) => name === row.name);
  const unnamed: Label = { zh: row.name, en: row.name };
  return {
    ...row,
    title: task?.title ?? unnamed,
    due: task?.due ?? unnamed,
    nextAt: nextAt(row.state, clock.now()),
  };
}

/** The next full minute, in which a replica begins all of them; nobody knows of one that is late. */
function nextAt(state: ScheduledTaskState, now: Date): string | null {
  const minute = 60_000;
  return state === 'LATE' ? null : new Date(Math.floor(now.getTime() / minute + 1) * minute).toISOString();
}
