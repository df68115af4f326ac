import { type CaseGraph, graphMost } from '@xyxlx/contracts/compliance-graph';
import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import type { Call } from '../../../core/call.ts';
import { recordMissing } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { iso, rowsOf, sql } from '../../../platform/db/sql.ts';
import { visibleCases } from './case-scope.ts';
import { namesOf } from './graph-names.sql.ts';
import { type Pair, pairsAround } from './pairs-around.sql.ts';
import { paidBefore } from './subject-payments.sql.ts';

/** Whom the subject of a case pays and who else pays them, or who pays it and whom they pay besides; throws 406 when the caller can't see it. */
export async function getCaseGraph(call: Call<{ id: string }, Session>): Promise<CaseGraph> {
  const { input, session, deps, now } = call;
  const { pool } = deps.database;
  const [row] = await rowsOf<{ type: RiskSubject; id: string; at: string | null }>(
    pool,
    sql`SELECT c.subject_type AS type, c.subject_id AS id, (SELECT ${iso('max(a.at)')} FROM risk_alerts a
          WHERE a.tenant_id = c.tenant_id AND a.case_id = c.id) AS at
        FROM risk_cases c WHERE c.id = ${input.id}::uuid AND ${visibleCases(session, 'c')}`,
  );
  if (!row) throw recordMissing();
  const statement = pairsAround(session, row, paidBefore(row.at === null ? now : new Date(row.at)));
  const pairs = statement ? await rowsOf<Pair>(pool, statement) : [];
  const shown = picked(pairs, row.id);
  const names = await namesOf(pool, session.tenantId, shown);
  const payers = shown.payers.map(({ id, isCard, isOwn }) => {
    const { name, holder } = names.get(id) ?? { name: id, holder: null };
    return { id, kind: isCard ? ('CARD' as const) : ('EMPLOYEE' as const), name, holder, isOwn };
  });
  const payees = shown.payeeIds.map((id) => ({
    id,
    name: names.get(id)?.name ?? id,
    isSubject: id === row.id,
  }));
  return { payers, payees, links: shown.links };
}

/** Who is shown of all that were found, and what goes between them. */
export interface Picked {
  payers: { id: string; isCard: boolean; isOwn: boolean }[];
  payeeIds: string[];
  links: CaseGraph['links'];
}

/** Those who share the most, and of as many the ones with the largest amounts. */
function picked(pairs: readonly Pair[], subjectId: string): Picked {
  const payers = ranked(
    pairs,
    ({ payerId }) => payerId,
    ({ payeeId }) => payeeId,
  );
  const ids = (of: (pair: Pair) => boolean) => new Set(pairs.filter(of).map(({ payerId }) => payerId));
  const owns = ids(({ isOwn }) => isOwn);
  const cards = ids(({ isCard }) => isCard);
  const others = payers.filter((id) => !owns.has(id)).slice(0, graphMost.others);
  // Of a payee or a merchant everybody is its own: there is room for more of them.
  const own = payers
    .filter((id) => owns.has(id))
    .slice(0, others.length > 0 ? graphMost.own : graphMost.others);
  const payeeIds = ranked(
    pairs,
    ({ payeeId }) => payeeId,
    ({ payerId }) => payerId,
  )
    .sort((one, other) => Number(other === subjectId) - Number(one === subjectId))
    .slice(0, graphMost.payees);
  const payerIds = [...own, ...others];
  // In one order, whatever order the database found them in: so the drawing stays as it is.
  const links = payerIds.flatMap((payerId) =>
    payeeIds.flatMap((payeeId) =>
      pairs
        .filter((pair) => pair.payerId === payerId && pair.payeeId === payeeId)
        .map(({ count, amount }) => ({ payerId, payeeId, count, amount })),
    ),
  );
  return {
    payers: payerIds.map((id) => ({ id, isCard: cards.has(id), isOwn: owns.has(id) })),
    payeeIds,
    links,
  };
}

function ranked(
  pairs: readonly Pair[],
  keyOf: (pair: Pair) => string,
  otherOf: (pair: Pair) => string,
): string[] {
  return [...Map.groupBy(pairs, keyOf)]
    .map(([id, of]) => ({
      id,
      shared: new Set(of.map(otherOf)).size,
      amount: of.reduce((sum, { amount }) => sum + amount, 0),
    }))
    .sort(
      (one, other) => other.shared - one.shared || other.amount - one.amount || (one.id < other.id ? -1 : 1),
    )
    .map(({ id }) => id);
}
