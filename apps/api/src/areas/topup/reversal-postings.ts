import type { PostingRule } from '../../platform/ledger/posting-rule.ts';

/**
 * A top-up that was taken back: its legs the other way, with the tax that was in its fee then. What is refunded of a transfer goes out of the bank
 * that it came to; what is reversed is unclaimed again.
 */
export const reversalPostings: PostingRule = {
  source: 'topUpReversal',
  from: `top_up_reversals r
    JOIN top_ups t ON t.tenant_id = r.tenant_id AND t.id = r.top_up_id
    LEFT JOIN fund_flows w ON w.tenant_id = t.tenant_id AND w.source_id = t.id AND w.kind = 'TOP_UP'
    LEFT JOIN card_flows y ON y.tenant_id = t.tenant_id AND y.source_id = t.id AND y.kind = 'TOP_UP'
    LEFT JOIN statement_lines l ON l.tenant_id = t.tenant_id AND l.id = t.statement_line_id
    LEFT JOIN platform_accounts a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
    CROSS JOIN LATERAL (SELECT CASE WHEN y.card_id IS NULL THEN 'FUND' ELSE 'CARD' END AS role) x
    CROSS JOIN LATERAL ledger_setting_at(t.tenant_id, coalesce(w.created_at, y.created_at)) s
    CROSS JOIN LATERAL (VALUES
      (1, x.role, CASE WHEN a.kind = 'BANK' THEN CASE r.kind WHEN 'REFUND' THEN 'BANK' ELSE 'UNCLAIMED' END WHEN t.channel = 'TRANSFER'
        THEN 'CHANNEL_OTHER' ELSE 'CHANNEL_' || t.channel END, t.amount),
      (2, 'SERVICE', x.role, t.fee - tax_within(t.fee, s.vat_bps)),
      (3, 'VAT', x.role, tax_within(t.fee, s.vat_bps)),
      (4, x.role, 'BONUS', t.bonus)) k(leg, debit, credit, amount)`,
  where: `r.state = 'DONE'`,
  leg: 'k.leg',
  kind: `'TOP_UP_BACK'`,
  debit: 'k.debit',
  credit: 'k.credit',
  amount: 'k.amount',
  at: 'r.done_at',
  document: { type: `'topUpReversal'`, id: 'r.id' },
  company: 't.company_id',
  counterCompany: 'CASE k.leg WHEN 1 THEN nullif(a.company_id, t.company_id) END',
  card: 'y.card_id',
  platformAccount: 'CASE k.leg WHEN 1 THEN a.id END',
};
