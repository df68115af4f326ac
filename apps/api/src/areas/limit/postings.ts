import type { PostingRule } from '../../platform/ledger/posting-rule.ts';

/**
 * What a fund issues to limits, and what comes back; freezing moves nothing. What a batch does is one voucher. What the system adds
 * under the number of a draw is a prize.
 */
export const limitPostings: PostingRule = {
  source: 'limitAdjustment',
  from: `limit_adjustments r`,
  where: `r.type IN ('INCREASE', 'DECREASE', 'CLEAR', 'RECOVER')`,
  leg: '1',
  kind: `CASE WHEN r.type <> 'INCREASE' THEN 'LIMIT_BACK'
    WHEN r.source = 'SYSTEM' AND EXISTS (SELECT FROM lottery_records d WHERE d.tenant_id = r.tenant_id AND d.lottery_no = r.reason)
      THEN 'PRIZE_LIMIT' ELSE 'LIMIT_ISSUE' END`,
  debit: `CASE r.type WHEN 'INCREASE' THEN 'FUND' ELSE 'LIMIT' END`,
  credit: `CASE r.type WHEN 'INCREASE' THEN 'LIMIT' ELSE 'FUND' END`,
  amount: 'abs(r.delta)',
  at: 'r.created_at',
  document: {
    type: `CASE WHEN r.batch_id IS NOT NULL THEN CASE WHEN r.lot_id IS NULL THEN 'limitBatch' ELSE 'issueBatch' END END`,
    id: 'r.batch_id',
  },
  company: 'r.company_id',
  merchant: 'r.merchant_id',
  employee: 'r.employee_id',
};
