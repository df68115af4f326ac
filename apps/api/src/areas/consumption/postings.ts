import { channelRoles } from '@xyxlx/contracts/ledger-roles';
import type { PostingRule } from '../../platform/ledger/posting-rule.ts';

const channels = Object.entries(channelRoles).map(([channel, role]) => `WHEN '${channel}' THEN '${role}'`);
const channel = `CASE r.channel ${channels.join(' ')} END`;

/**
 * A payment takes the company's share from the limit, or all of it from the card whose own money pays, and the employee's own from the channel where that passes through the tenant's
 * accounts: as was set when it was paid, for its refunds, too.
 */
export const consumptionPostings: PostingRule = {
  source: 'consumption',
  from: `consumption_records r
    LEFT JOIN consumption_records p ON p.tenant_id = r.tenant_id AND p.id = r.related_id
    CROSS JOIN LATERAL ledger_setting_at(r.tenant_id, coalesce(p.paid_at, r.paid_at)) s
    CROSS JOIN LATERAL (VALUES (1, CASE r.funded_by WHEN 'CARD' THEN 'CARD' ELSE 'LIMIT' END, 'SETTLEMENT', r.enterprise),
      (2, ${channel}, 'SETTLEMENT_P', CASE s.personal_share WHEN 'THROUGH_US' THEN r.personal ELSE 0 END)) k(leg, payer, payee, amount)`,
  where: `r.state NOT IN ('PROCESSING', 'FAILED')`,
  leg: 'k.leg',
  kind: `CASE r.type WHEN 'REFUND' THEN 'REFUND' ELSE 'CONSUME' END`,
  debit: `CASE r.type WHEN 'REFUND' THEN k.payee ELSE k.payer END`,
  credit: `CASE r.type WHEN 'REFUND' THEN k.payer ELSE k.payee END`,
  amount: 'k.amount',
  at: 'r.paid_at',
  company: 'r.company_id',
  merchant: 'r.merchant_id',
  employee: 'r.employee_id',
  card: 'r.card_id',
};
