import type { Session } from '../../../core/session.ts';
import { raw, type Sql, sql } from '../../../platform/db/sql.ts';
import { ownSubjects } from '../cases/case-scope.ts';
import { visibleSubjects } from '../subjects/subject-name.sql.ts';

/** Whether the caller sees what was found in the past about a subject: whom they see, and never themselves. */
export function visibleFound(session: Session, alias: string): Sql {
  return sql`${visibleSubjects(session, alias)} AND ${raw(alias)}.subject_id <> ALL (${ownSubjects(session)})`;
}
