import type { StatementLineMatch } from '@xyxlx/contracts/statement';
import type { Matched } from '@xyxlx/contracts/top-up-match';
import { matchScores } from '@xyxlx/contracts/top-up-match';
import type { Session } from '../../core/session.ts';
import { iso, named, type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { byId, visibleCompanies } from '../../platform/records/scope.ts';
import { visibleLines } from './line.sql.ts';

/** The most that are proposed of one line or top-up. */
export const mostMatches = 20;

/** SQL for how well a line `l` and what waits for a transfer of the company `o` under a code go together, their amounts being the same: 摘要 counts without what is no letter or digit. */
function scoreBy(code: Sql): Sql {
  return sql`CASE
    WHEN position(${code} IN upper(regexp_replace(l.summary, '[^0-9A-Za-z]', '', 'g'))) > 0 THEN ${matchScores.code}::int
    WHEN l.payer = o.name THEN ${matchScores.payer}::int
    ELSE ${matchScores.amount}::int END`;
}

/** SQL for a line `l` as a proposal has it. */
export const matchedLine = sql`json_build_object('id', l.id, 'bankNo', l.bank_no, 'at', ${iso('l.at')}, 'payer', l.payer, 'summary', l.summary)`;

/** Of a top-up `t`, by the code that it gave its payer. */
export const scoreOf = scoreBy(sql`t.transfer_code`);
/** Of an order of cards `c`, whose number is its code. */
export const scoreOfOrder = scoreBy(sql`c.order_no`);

/** Marks the one that goes together best, where it is more than the amount and no other goes as well; they are ordered by it. */
export function proposed<Row extends Pick<Matched, 'score'>>(
  rows: readonly Row[],
): (Row & Pick<Matched, 'isProposed'>)[] {
  const [best, next] = rows;
  const isClear = best !== undefined && best.score > matchScores.amount && best.score > (next?.score ?? 0);
  return rows.map((row) => ({ ...row, isProposed: isClear && row === best }));
}

/** The top-ups that may wait for a line that nobody has claimed, of the companies that the caller sees; none for a line that they can't see. */
export async function matchesOfLine(
  client: Queryable,
  session: Session,
  lineId: string,
): Promise<StatementLineMatch[]> {
  const rows = await rowsOf<{ row: Omit<StatementLineMatch, 'isProposed'> }>(
    client,
    sql`SELECT json_build_object('score', ${scoreOf}, 'topUp', json_build_object('id', t.id, 'no', t.top_up_no, 'company', ${named('o')},
          'transferCode', t.transfer_code, 'remark', t.remark, 'createdAt', ${iso('t.created_at')}, 'createdBy', t.created_by)) AS row
        FROM statement_lines l
        JOIN top_ups t ON t.tenant_id = l.tenant_id AND t.amount = l.amount AND t.state = 'TO_CLAIM'
        JOIN companies o ON o.tenant_id = t.tenant_id AND o.id = t.company_id
        WHERE ${byId(session, 'l', lineId)} AND ${visibleLines(session, 'l')} AND ${visibleCompanies(session, 't')}
          AND l.state = 'UNCLAIMED' AND l.direction = 'IN'
        ORDER BY ${scoreOf} DESC, t.created_at, t.id LIMIT ${mostMatches}`,
  );
  return proposed(rows.map(({ row }) => row));
}
