import type { Session } from '../../core/session.ts';
import { raw, type Sql } from '../db/sql.ts';

/** JSON of the record that a row's `source_type` and `source_id` name, for who sees all of the tenant: others may not see that record. */
export function sourceJson({ scope }: Session, alias: string): Sql {
  const isSeen = scope.all || scope.tenant;
  return raw(
    isSeen ? `json_build_object('type', ${alias}.source_type, 'id', ${alias}.source_id)` : 'NULL::json',
  );
}
