import type { Prisma } from '../client/client.ts';

/** What cards, their orders and top-ups took from the funds of companies and brought to them, as `seed_card_funds`. */
export async function prepareCardFunds(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_card_funds ON COMMIT DROP AS
    SELECT tenant_id, company_id, activated_at AS at, 'CARD_PAY' AS kind, -face AS delta, card_no AS remark, id AS source, 'card' AS source_type,
      NULL::text AS external_no, NULL::uuid AS account_id
    FROM seed_cards WHERE job_id IS NOT NULL AND activated_at IS NOT NULL
    UNION ALL
    SELECT tenant_id, company_id, paid_at, 'CARD_PAY', -payable, order_no, id, 'cardOrder', NULL, NULL FROM seed_orders WHERE pay = 'FUND' AND paid_at IS NOT NULL
    UNION ALL
    SELECT tenant_id, company_id, at, 'CARD_PAY', -fee, 'KS' || lpad(n::text, 8, '0'), id, 'cardRequest', NULL, NULL FROM seed_card_requests WHERE fee > 0
    UNION ALL
    SELECT tenant_id, company_id, at, 'CARD_BACK', amount, 'KS' || lpad(n::text, 8, '0'), id, 'cardRequest', NULL, NULL FROM seed_card_requests WHERE kind = 'REDEEM'
    UNION ALL
    SELECT tenant_id, company_id, decided_at, 'CARD_BACK', amount, refund_no, id, 'cardOrderRefund', NULL, NULL FROM seed_order_refunds
    WHERE pay = 'FUND' AND state = 'DONE'
    UNION ALL
    SELECT tenant_id, company_id, decided_at, 'TOP_UP_BACK', -received, reversal_no, id, 'topUpReversal', bank_no, account_id FROM seed_reversals
    WHERE state = 'DONE'
    UNION ALL
    SELECT tenant_id, company_id, done_at, 'TOP_UP', amount - fee, no, id, 'topUp', coalesce(flow_no, bank_no), account_id
    FROM seed_top_ups WHERE state = 'SUCCESS' AND card_id IS NULL AND (order_id IS NULL OR late)`;
}
