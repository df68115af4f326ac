import { raw } from '../platform/db/sql.ts';
import { legsOf, type PostingRule } from '../platform/ledger/posting-rule.ts';
import type { Invariant } from './area.ts';

/** What a posting is besides its source, leg and place. */
const facts = [
  ...[
    'kind',
    'doc_type',
    'doc_id',
    'debit_role',
    'credit_role',
    'amount',
    'company_id',
    'counter_company_id',
    'merchant_id',
  ],
  ...['employee_id', 'card_id', 'counter_card_id', 'platform_account_id', 'occurred_at'],
];

/**
 * That every row of a source has exactly the postings that its area says, in the slots that they belong in. A leg and its opposite, which is
 * four later, are what was taken back together with its row: of them nothing is left.
 */
export function postingsOnce(rules: readonly PostingRule[]): Invariant {
  const of = (alias: string) => facts.map((name) => `${alias}.${name}`).join();
  const wanted = rules.map((rule) => legsOf(rule, raw('r.tenant_id = $1')).text);
  const sources = rules.map(({ source }) => `'${source}'`);
  return {
    name: 'postingsOnce',
    label: {
      zh: '每笔资金事件恰有其应有的分录，无多无少',
      en: 'Every money event has exactly its postings, and there are no others',
    },
    violations: `WITH wanted AS MATERIALIZED (${wanted.join('\nUNION ALL\n')}),
      slots AS MATERIALIZED (SELECT id, kind, doc_type, doc_id FROM ledger_slots WHERE tenant_id = $1),
      posted AS MATERIALIZED (
        SELECT p.*, count(*) OVER pair AS same, sum(sign(p.leg - 4.5)) OVER pair AS sides, sum(CASE WHEN p.debit_role < p.credit_role THEN 1 ELSE -1 END) OVER pair AS way
        FROM ledger_postings p WHERE p.tenant_id = $1 AND p.source_type IN (${sources})
        WINDOW pair AS (PARTITION BY p.source_type, p.source_id, p.leg % 4, p.amount, least(p.debit_role, p.credit_role),
          greatest(p.debit_role, p.credit_role))),
      there AS (
        SELECT p.*, s.kind AS slot_kind, s.doc_type, s.doc_id FROM posted p JOIN slots s ON s.id = p.slot_id
        WHERE NOT (p.same = 2 AND p.sides = 0 AND p.way = 0))
      SELECT coalesce(w.source_type, t.source_type) || ' ' || coalesce(w.source_id, t.source_id) || ' #' || coalesce(w.leg, t.leg) AS what
      FROM wanted w FULL JOIN there t ON t.source_type = w.source_type AND t.source_id = w.source_id AND t.leg = w.leg
      WHERE (${of('w')}) IS DISTINCT FROM (${of('t')}) OR t.slot_kind <> t.kind
        OR t.book_date <> w.day AND (t.book_date < w.day OR extract(day FROM t.book_date) <> 1)`,
  };
}
