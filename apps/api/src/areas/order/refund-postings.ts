import type { PostingRule } from '../../platform/ledger/posting-rule.ts';

/** What was given back of an order goes the way it came: to the company's fund, out of the bank, or by the channel. */
export const refundPostings: PostingRule = {
  source: 'cardOrderRefund',
  from: `card_order_refunds r JOIN card_orders o ON o.tenant_id = r.tenant_id AND o.id = r.order_id
    JOIN card_order_payments y ON y.tenant_id = o.tenant_id AND y.order_id = o.id
    LEFT JOIN top_ups t ON t.tenant_id = y.tenant_id AND t.id = y.top_up_id
    LEFT JOIN platform_accounts a ON a.tenant_id = r.tenant_id AND a.id = r.platform_account_id`,
  where: `r.state = 'DONE'`,
  leg: '1',
  kind: `'ORDER_REFUND'`,
  debit: `'ORDER'`,
  credit: `CASE WHEN t.id IS NULL THEN 'FUND' WHEN a.kind = 'BANK' THEN 'BANK' WHEN t.channel = 'TRANSFER' THEN 'CHANNEL_OTHER'
    ELSE 'CHANNEL_' || t.channel END`,
  amount: 'r.amount',
  at: 'r.done_at',
  document: { type: `'cardOrderRefund'`, id: 'r.id' },
  company: 'o.company_id',
  counterCompany: 'nullif(a.company_id, o.company_id)',
  merchant: 'o.merchant_id',
  platformAccount: 'a.id',
};
