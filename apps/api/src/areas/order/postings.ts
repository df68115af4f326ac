import type { PostingRule } from '../../platform/ledger/posting-rule.ts';

/**
 * An order that was paid, from its company's fund or by what came for it: the company is owed the cards. Their making and sending is earned
 * once they were sent, or made where none is, but what was given back of it before; what is to be on them stays owed until each is activated.
 */
export const orderPostings: PostingRule = {
  source: 'cardOrder',
  from: `card_orders r JOIN card_order_payments y ON y.tenant_id = r.tenant_id AND y.order_id = r.id
    LEFT JOIN top_ups t ON t.tenant_id = y.tenant_id AND t.id = y.top_up_id
    LEFT JOIN platform_accounts a ON a.tenant_id = y.tenant_id AND a.id = y.platform_account_id
    CROSS JOIN LATERAL ledger_setting_at(r.tenant_id, r.earned_at) s
    CROSS JOIN LATERAL (SELECT tax_within(r.fee - r.refunded_fee, s.vat_bps) AS tax) x
    CROSS JOIN LATERAL (VALUES
      (1, 'ORDER_PAID', CASE WHEN t.id IS NULL THEN 'FUND' WHEN a.kind = 'BANK' THEN 'UNCLAIMED' WHEN t.channel = 'TRANSFER' THEN 'CHANNEL_OTHER'
        ELSE 'CHANNEL_' || t.channel END, 'ORDER', y.amount, y.paid_at),
      (2, 'ORDER_EARNED', 'ORDER', 'CARD_INCOME', r.fee - r.refunded_fee - x.tax, r.earned_at),
      (3, 'ORDER_EARNED', 'ORDER', 'VAT', x.tax, r.earned_at)) k(leg, kind, debit, credit, amount, at)`,
  where: 'k.at IS NOT NULL',
  leg: 'k.leg',
  kind: 'k.kind',
  debit: 'k.debit',
  credit: 'k.credit',
  amount: 'k.amount',
  at: 'k.at',
  document: { type: `'cardOrder'`, id: 'r.id' },
  company: 'CASE k.leg WHEN 1 THEN coalesce(a.company_id, r.company_id) ELSE r.company_id END',
  counterCompany: 'CASE k.leg WHEN 1 THEN nullif(r.company_id, coalesce(a.company_id, r.company_id)) END',
  merchant: 'r.merchant_id',
  platformAccount: 'CASE k.leg WHEN 1 THEN a.id END',
};
