import type { CaseExplanation } from '@xyxlx/contracts/compliance-case';
import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import type { Call } from '../../../core/call.ts';
import { recordMissing } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { iso, named, rowsOf, sql } from '../../../platform/db/sql.ts';
import { factsOf } from '../facts/hit-facts.ts';
import { visibleCases } from './case-scope.ts';
import { foundEvents, isFound } from './found-events.sql.ts';
import { newestMovements, paidBefore } from './subject-payments.sql.ts';

/** A hit as it is kept, with what its version says. */
type ReadHit = Omit<CaseExplanation['hits'][number], 'facts'> & {
  key: string;
  expression: RiskExpression;
  facts: Record<string, number | null>;
};

/** What the rules saw of a case, and what its subject paid around it; throws 406 when the caller can't see it. */
export async function explain(call: Call<{ id: string }, Session>): Promise<CaseExplanation> {
  const { input, session, deps, now } = call;
  const { pool } = deps.database;
  const { tenantId } = session;
  const [row] = await rowsOf<{ type: RiskSubject; id: string; hits: ReadHit[] }>(
    pool,
    sql`SELECT c.subject_type AS type, c.subject_id AS id,
          (SELECT coalesce(json_agg(json_build_object('id', h.id, 'at', ${iso('h.at')}, 'score', h.score, 'severity', h.severity,
              'amount', h.amount, 'versionNo', v.no, 'key', h.key, 'declined', h.declined, 'eventType', h.event_type, 'eventId', h.event_id,
              'facts', h.facts, 'expression', v.expression, 'outcome', (SELECT b.outcome FROM risk_labels b WHERE b.tenant_id = h.tenant_id AND b.hit_id = h.id
                ORDER BY b.labelled_at DESC, b.id DESC LIMIT 1)) ORDER BY n.at DESC, n.id DESC), '[]')
            FROM (SELECT a.* FROM risk_alerts a WHERE a.tenant_id = c.tenant_id AND a.case_id = c.id ORDER BY a.at DESC, a.id DESC LIMIT 200) n
            JOIN risk_hits h ON h.tenant_id = c.tenant_id AND h.id = n.hit_id
            JOIN risk_rule_versions v ON v.tenant_id = c.tenant_id AND v.id = h.version_id) AS hits
        FROM risk_cases c WHERE c.id = ${input.id}::uuid AND ${visibleCases(session, 'c')}`,
  );
  if (!row) throw recordMissing();
  const { hits: read, ...subject } = row;
  const hits = read.map(({ expression, facts, key: _key, ...hit }) => ({
    ...hit,
    facts: factsOf(expression, facts),
  }));
  const span = paidBefore(hits[0] ? new Date(hits[0].at) : now);
  const events = await foundEvents(
    pool,
    tenantId,
    subject,
    read.map((hit) => ({ ...hit, at: new Date(hit.at) })),
  );
  const payments = await rowsOf<{ row: CaseExplanation['payments'][number]; isPaid: boolean }>(
    pool,
    sql`SELECT json_build_object('id', p.id, 'no', p.payment_no, 'at', ${iso('p.paid_at')}, 'amount', p.amount, 'payee', ${named('y')},
          'isDeclined', p.state IN ('FAILED', 'DECLINED'), 'isRefund', p.type = 'REFUND', 'isHit', ${isFound(events)}) AS row,
          p.type = 'CONSUME' AND p.state NOT IN ('FAILED', 'DECLINED', 'REVERSED', 'EXPIRED') AS "isPaid"
        FROM ${newestMovements(tenantId, subject, span, 200)} p
        JOIN merchants y ON y.tenant_id = p.tenant_id AND y.id = p.payee_merchant_id ORDER BY p.paid_at, p.id`,
  );
  const paid = payments.filter(({ isPaid }) => isPaid).map(({ row: payment }) => payment);
  return { hits, payments: payments.map(({ row: payment }) => payment), payees: payeesOf(paid) };
}

/** Whom payments that came through went to, the most first. */
function payeesOf(paid: CaseExplanation['payments']): CaseExplanation['payees'] {
  const whole = paid.reduce((sum, { amount }) => sum + amount, 0);
  return [...Map.groupBy(paid, ({ payee }) => payee.id).values()]
    .map((of) => {
      const amount = of.reduce((sum, one) => sum + one.amount, 0);
      const { payee } = of[0] as CaseExplanation['payments'][number];
      return {
        payee,
        count: of.length,
        amount,
        share: whole === 0 ? 0 : Math.floor((amount * 10_000) / whole),
      };
    })
    .sort((one, other) => other.amount - one.amount);
}
