import type { PostingRule } from '../../platform/ledger/posting-rule.ts';

/** What was asked of a card and done: its money goes on to the new card, with the fee out of the fund; or back to the fund. */
export const cardRequestPostings: PostingRule = {
  source: 'cardRequest',
  from: `card_requests r
    JOIN cards c ON c.tenant_id = r.tenant_id AND c.id = r.card_id
    LEFT JOIN cards n ON n.tenant_id = r.tenant_id AND n.replaces_id = r.card_id
    CROSS JOIN LATERAL ledger_setting_at(r.tenant_id, r.done_at) s
    CROSS JOIN LATERAL (VALUES
      (1, CASE r.kind WHEN 'REPLACE' THEN 'CARD_MOVE' ELSE 'CARD_REDEEM' END, 'CARD', CASE r.kind WHEN 'REPLACE' THEN 'CARD' ELSE 'FUND' END,
        r.amount),
      (2, 'CARD_FEE', 'FUND', 'CARD_INCOME', r.fee - tax_within(r.fee, s.vat_bps)),
      (3, 'CARD_FEE', 'FUND', 'VAT', tax_within(r.fee, s.vat_bps))) k(leg, kind, debit, credit, amount)`,
  where: `r.state = 'DONE' AND r.kind IN ('REPLACE', 'REDEEM')`,
  leg: 'k.leg',
  kind: 'k.kind',
  debit: 'k.debit',
  credit: 'k.credit',
  amount: 'k.amount',
  at: 'r.done_at',
  document: {
    type: `CASE r.kind WHEN 'REDEEM' THEN 'cardRequest' END`,
    id: `CASE r.kind WHEN 'REDEEM' THEN r.id END`,
  },
  company: 'r.company_id',
  merchant: 'c.merchant_id',
  employee: 'c.employee_id',
  card: 'r.card_id',
  counterCard: `CASE WHEN r.kind = 'REPLACE' AND k.leg = 1 THEN n.id END`,
};
