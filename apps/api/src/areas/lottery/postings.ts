import type { PostingRule } from '../../platform/ledger/posting-rule.ts';

/** A coupon or goods cost what they are worth once they are handed out; a limit is issued as any other. */
export const lotteryPostings: PostingRule = {
  source: 'lottery',
  from: 'lottery_records r',
  where: `r.state = 'AWARDED' AND r.prize_type IN ('COUPON', 'GOODS')`,
  leg: '1',
  kind: `'PRIZE_GOODS'`,
  debit: `'PRIZE_COST'`,
  credit: `'PRIZE'`,
  amount: 'r.value',
  at: 'r.awarded_at',
  merchant: 'r.merchant_id',
  employee: 'r.employee_id',
};
