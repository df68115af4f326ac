import type { PostingRule } from '../../platform/ledger/posting-rule.ts';

/** What moves a card and no payment or top-up tells of: an imported card is loaded from its company's fund. */
export const cardPostings: PostingRule = {
  source: 'cardFlow',
  from: `(SELECT f.*, f.source_id AS id, c.merchant_id, c.employee_id FROM card_flows f
    JOIN cards c ON c.tenant_id = f.tenant_id AND c.id = f.card_id) r`,
  where: `r.kind = 'LOAD'`,
  leg: '1',
  kind: `'CARD_LOAD'`,
  debit: `'FUND'`,
  credit: `'CARD'`,
  amount: 'r.delta',
  at: 'r.created_at',
  company: 'r.company_id',
  merchant: 'r.merchant_id',
  employee: 'r.employee_id',
  card: 'r.card_id',
};
