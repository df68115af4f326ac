import type { MatchedLine } from '@xyxlx/contracts/top-up-match';
import type { Session } from '../../core/session.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { byId, visibleCompanies } from '../../platform/records/scope.ts';
import { visibleLines } from '../fund/line.sql.ts';
import { matchedLine, mostMatches, proposed, scoreOf } from '../fund/match.sql.ts';

/** The lines that may be the transfer that a top-up waits for, of the accounts that the caller sees; none for a top-up that they can't see. */
export async function matchesOfTopUp(
  client: Queryable,
  session: Session,
  topUpId: string,
): Promise<MatchedLine[]> {
  const rows = await rowsOf<{ row: Omit<MatchedLine, 'isProposed'> }>(
    client,
    sql`SELECT json_build_object('score', ${scoreOf}, 'line', ${matchedLine}) AS row
        FROM top_ups t
        JOIN companies o ON o.tenant_id = t.tenant_id AND o.id = t.company_id
        JOIN statement_lines l ON l.tenant_id = t.tenant_id AND l.amount = t.amount AND l.state = 'UNCLAIMED' AND l.direction = 'IN'
        WHERE ${byId(session, 't', topUpId)} AND ${visibleCompanies(session, 't')} AND t.state = 'TO_CLAIM' AND ${visibleLines(session, 'l')}
        ORDER BY ${scoreOf} DESC, l.at DESC, l.id LIMIT ${mostMatches}`,
  );
  return proposed(rows.map(({ row }) => row));
}
