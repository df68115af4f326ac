import type { PostingRule } from '../../platform/ledger/posting-rule.ts';

/** An order that was paid from its company's fund: the company is owed the cards. */
export const orderPostings: PostingRule = {
  source: 'cardOrder',
  from: 'card_orders r JOIN card_order_payments y ON y.tenant_id = r.tenant_id AND y.order_id = r.id',
  where: 'true',
  leg: '1',
  kind: `'ORDER_PAID'`,
  debit: `'FUND'`,
  credit: `'ORDER'`,
  amount: 'y.amount',
  at: 'y.paid_at',
  document: { type: `'cardOrder'`, id: 'r.id' },
  company: 'r.company_id',
  merchant: 'r.merchant_id',
};
