import type { Deps } from '../../core/deps.ts';
import type { Session } from '../../core/session.ts';
import { join, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Home } from './home.sql.ts';

type Todo = Home['todos'][number];

/** The caller's to-dos of all areas: only kinds they may act on, only where there is something; approvals are `approval/todoCount`. */
export async function todosOf(
  { database, registry }: Pick<Deps, 'database' | 'registry'>,
  session: Session,
  today: string,
): Promise<Todo[]> {
  const counts = [...registry.todos.values()].flatMap(({ kind, permission, count }) => {
    if (!session.permissions.has(permission)) return [];
    const { from, since = null } = count(session, today);
    return sql`SELECT ${kind}::text AS kind, ${since}::text AS since, count(*)::int AS count ${from}`;
  });
  if (counts.length === 0) return [];
  const rows = await rowsOf<Todo>(database.pool, sql`${join(counts, ' UNION ALL ')}`);
  return rows.filter(({ count }) => count > 0);
}
