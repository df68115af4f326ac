import type { PostingRule } from '../../platform/ledger/posting-rule.ts';

/** What stands for an account `a` at a bank or channel. */
const at = `CASE a.kind WHEN 'BANK' THEN 'BANK' ELSE 'CHANNEL_OTHER' END`;

/**
 * Whether a line of `a` is money that nobody had a name for when it came: what a channel's account got is payments, and what a flow names
 * is booked with it. Ids are of the database's one clock: a flow that came later has a greater one.
 */
export const unnamed = (line: string) => `(${line}.direction = 'IN' AND a.kind = 'BANK' AND NOT EXISTS (
    SELECT FROM fund_flows w WHERE w.tenant_id = ${line}.tenant_id AND w.platform_account_id = ${line}.account_id
      AND w.external_no = ${line}.bank_no AND w.id < ${line}.id))`;

/** What came in is owed to somebody, on the bank's day of it. */
export const receiptPostings: PostingRule = {
  source: 'statementLine',
  from: 'statement_lines r JOIN platform_accounts a ON a.tenant_id = r.tenant_id AND a.id = r.account_id',
  where: unnamed('r'),
  leg: '1',
  kind: `'RECEIPT'`,
  debit: `'BANK'`,
  credit: `'UNCLAIMED'`,
  amount: 'r.amount',
  at: 'r.at',
  company: 'a.company_id',
  platformAccount: 'a.id',
};

/**
 * Money that came for a company or a card, claimed or told of by its channel: the fund, or the card that has its flow, has it less the fee and
 * more the bonus.
 */
export const topUpPostings: PostingRule = {
  source: 'topUp',
  from: `top_ups r
    LEFT JOIN fund_flows w ON w.tenant_id = r.tenant_id AND w.source_id = r.id AND w.kind = 'TOP_UP'
    LEFT JOIN card_flows y ON y.tenant_id = r.tenant_id AND y.source_id = r.id AND y.kind = 'TOP_UP'
    LEFT JOIN statement_lines l ON l.tenant_id = r.tenant_id AND l.id = r.statement_line_id
    LEFT JOIN platform_accounts a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
    CROSS JOIN LATERAL (SELECT coalesce(w.created_at, y.created_at) AS at, CASE WHEN y.card_id IS NULL THEN 'FUND' ELSE 'CARD' END AS role) x
    CROSS JOIN LATERAL ledger_setting_at(r.tenant_id, x.at) s
    CROSS JOIN LATERAL (VALUES
      (1, CASE WHEN a.kind = 'BANK' THEN 'UNCLAIMED' WHEN r.channel = 'TRANSFER' THEN 'CHANNEL_OTHER' ELSE 'CHANNEL_' || r.channel END, x.role,
        r.amount),
      (2, x.role, 'SERVICE', r.fee - tax_within(r.fee, s.vat_bps)),
      (3, x.role, 'VAT', tax_within(r.fee, s.vat_bps)),
      (4, 'BONUS', x.role, r.bonus)) k(leg, debit, credit, amount)`,
  where: `r.state IN ('SUCCESS', 'REVERSED', 'REFUNDED') AND x.at IS NOT NULL`,
  leg: 'k.leg',
  kind: `'TOP_UP'`,
  debit: 'k.debit',
  credit: 'k.credit',
  amount: 'k.amount',
  at: 'x.at',
  document: { type: `'topUp'`, id: 'r.id' },
  company: 'CASE k.leg WHEN 1 THEN coalesce(a.company_id, r.company_id) ELSE r.company_id END',
  counterCompany: 'CASE k.leg WHEN 1 THEN nullif(r.company_id, coalesce(a.company_id, r.company_id)) END',
  card: 'y.card_id',
  platformAccount: 'CASE k.leg WHEN 1 THEN a.id END',
};

/** What a day's close takes for the service, with the tax in it, on the day that it runs. */
export const feePostings: PostingRule = {
  source: 'fundFlow',
  from: `fund_flows r JOIN fund_accounts f ON f.tenant_id = r.tenant_id AND f.id = r.account_id
    CROSS JOIN LATERAL ledger_setting_at(r.tenant_id, r.created_at) s
    CROSS JOIN LATERAL (VALUES (1, 'SERVICE', -r.delta - tax_within(-r.delta, s.vat_bps)), (2, 'VAT', tax_within(-r.delta, s.vat_bps)))
      k(leg, credit, amount)`,
  where: `r.kind = 'FEE' AND f.kind = 'ENTERPRISE'`,
  leg: 'k.leg',
  kind: `'FEE'`,
  debit: `'FUND'`,
  credit: 'k.credit',
  amount: 'k.amount',
  at: 'r.created_at',
  company: 'f.company_id',
};

/** A transfer that was agreed to: to another company, out of the fees with the tax in them, or out of the funds. */
export const transferPostings: PostingRule = {
  source: 'fundTransfer',
  from: `fund_transfers r
    JOIN fund_accounts f ON f.tenant_id = r.tenant_id AND f.id = r.from_id
    JOIN fund_flows w ON w.tenant_id = r.tenant_id AND w.source_id = r.id AND w.account_id = r.from_id
    LEFT JOIN fund_accounts t ON t.tenant_id = r.tenant_id AND t.id = r.to_id
    LEFT JOIN platform_accounts a ON a.tenant_id = r.tenant_id AND a.id = r.platform_account_id
    CROSS JOIN LATERAL ledger_setting_at(r.tenant_id, w.created_at) s
    CROSS JOIN LATERAL (SELECT CASE f.kind WHEN 'FEE' THEN tax_within(r.amount, s.vat_bps) ELSE 0 END AS tax) x
    CROSS JOIN LATERAL (VALUES
      (1, CASE f.kind WHEN 'FEE' THEN 'SERVICE' WHEN 'SETTLEMENT' THEN 'SETTLEMENT' ELSE 'FUND' END, r.amount - x.tax),
      (2, 'VAT', x.tax)) k(leg, debit, amount)`,
  where: `r.state = 'DONE'`,
  leg: 'k.leg',
  kind: `CASE WHEN r.to_id IS NOT NULL THEN 'TRANSFER' WHEN f.kind = 'SETTLEMENT' THEN 'SETTLE' ELSE 'WITHDRAW' END`,
  debit: 'k.debit',
  credit: `CASE WHEN r.to_id IS NOT NULL THEN 'FUND' ELSE ${at} END`,
  amount: 'k.amount',
  at: 'w.created_at',
  document: { type: `'fundTransfer'`, id: 'r.id' },
  company: 'f.company_id',
  counterCompany: 'nullif(t.company_id, f.company_id)',
  platformAccount: 'a.id',
};

/**
 * A break that was adjusted moves the company's fund by it: against what nobody had a name for where that is what it is about, otherwise
 * against the account. Money without a name that another line or flow turned out to make up for was never owed to anybody.
 */
export const breakPostings: PostingRule = {
  source: 'reconciliationBreak',
  from: `reconciliation_breaks r
    JOIN platform_accounts a ON a.tenant_id = r.tenant_id AND a.id = r.account_id
    LEFT JOIN statement_lines l ON l.tenant_id = r.tenant_id AND l.id = r.line_id
    LEFT JOIN fund_flows w ON w.tenant_id = r.tenant_id AND w.source_id = r.id AND w.kind = 'ADJUST'
    CROSS JOIN LATERAL (SELECT CASE WHEN ${unnamed('l')} THEN 'UNCLAIMED' ELSE ${at} END AS role) o`,
  where: `(r.state = 'ADJUSTED' AND w.id IS NOT NULL OR r.state = 'MATCHED' AND r.matched_id IS NOT NULL AND o.role = 'UNCLAIMED')`,
  leg: '1',
  kind: `'ADJUST'`,
  debit: `CASE WHEN w.delta < 0 THEN 'FUND' ELSE o.role END`,
  credit: `CASE WHEN w.delta < 0 THEN o.role WHEN w.delta > 0 THEN 'FUND' ELSE ${at} END`,
  amount: 'r.amount',
  at: 'coalesce(w.created_at, r.updated_at)',
  document: { type: `'reconciliationBreak'`, id: 'r.id' },
  company: 'a.company_id',
  platformAccount: 'a.id',
};

/**
 * What there was before each event had its row: money that came for a company, and what it had paid before its days were closed, as
 * settled. Named by the fund's flow. What employees paid of their own then went past the tenant's accounts.
 */
export const openingPostings: PostingRule = {
  source: 'opening',
  from: `fund_flows r JOIN fund_accounts f ON f.tenant_id = r.tenant_id AND f.id = r.account_id
    CROSS JOIN LATERAL (SELECT CASE WHEN r.kind = 'OPENING' THEN (
        SELECT sum(CASE c.type WHEN 'REFUND' THEN -c.enterprise ELSE c.enterprise END) FROM consumption_records c
        WHERE c.tenant_id = r.tenant_id AND c.company_id = f.company_id AND c.state NOT IN ('PROCESSING', 'FAILED')
          AND c.paid_at < date_trunc('day', r.created_at, 'Asia/Shanghai')) END AS amount) p
    CROSS JOIN LATERAL (VALUES (1, 'BANK', 'FUND', CASE r.kind WHEN 'TOP_UP' THEN r.delta END), (2, 'SETTLEMENT', 'BANK', p.amount),
      (3, 'BANK', 'SETTLEMENT', -p.amount)) k(leg, debit, credit, amount)`,
  where: `(r.kind = 'TOP_UP' AND NOT EXISTS (SELECT FROM top_ups t WHERE t.tenant_id = r.tenant_id AND t.id = r.source_id)
    OR r.kind = 'OPENING' AND f.kind = 'RESERVE')`,
  leg: 'k.leg',
  kind: `'OPENING'`,
  debit: 'k.debit',
  credit: 'k.credit',
  amount: 'k.amount',
  at: 'r.created_at',
  company: 'f.company_id',
};

export const fundPostings: readonly PostingRule[] = [
  receiptPostings,
  topUpPostings,
  feePostings,
  transferPostings,
  breakPostings,
  openingPostings,
];
