import type { PostingRule } from '../../platform/ledger/posting-rule.ts';

/**
 * What moves a card and no payment, top-up or request tells of: a card that was ordered is loaded out of its order, an imported one from its
 * company's fund; a longer validity is paid out of the card, and what comes back and has no room on it goes to the fund.
 */
export const cardPostings: PostingRule = {
  source: 'cardFlow',
  from: `card_flows r
    JOIN cards c ON c.tenant_id = r.tenant_id AND c.id = r.card_id
    CROSS JOIN LATERAL ledger_setting_at(r.tenant_id, r.created_at) s
    CROSS JOIN LATERAL (SELECT CASE r.kind WHEN 'FEE' THEN -r.delta END AS fee, CASE r.kind WHEN 'LOAD' THEN r.delta END AS face,
      CASE r.kind WHEN 'OVERFLOW' THEN -r.delta END AS back) x
    CROSS JOIN LATERAL (VALUES
      (1, 'CARD_LOAD', CASE WHEN c.order_line_id IS NULL THEN 'FUND' ELSE 'ORDER' END, 'CARD', x.face),
      (1, 'REFUND_OVERFLOW', 'CARD', 'FUND', x.back),
      (1, 'CARD_FEE', 'CARD', 'CARD_INCOME', x.fee - tax_within(x.fee, s.vat_bps)),
      (2, 'CARD_FEE', 'CARD', 'VAT', tax_within(x.fee, s.vat_bps))) k(leg, kind, debit, credit, amount)`,
  id: 'r.source_id',
  where: `(r.kind IN ('LOAD', 'OVERFLOW') OR r.kind = 'FEE' AND r.source_type = 'cardExtension')`,
  leg: 'k.leg',
  kind: 'k.kind',
  debit: 'k.debit',
  credit: 'k.credit',
  amount: 'k.amount',
  at: 'r.created_at',
  company: 'r.company_id',
  merchant: 'c.merchant_id',
  employee: 'c.employee_id',
  card: 'r.card_id',
};
