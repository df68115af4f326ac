-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "about_id" UUID;

-- Those that are there are found on the pages of their orders, top-ups and cards, too.
UPDATE approvals a SET about_id = r.order_id FROM card_order_refunds r
  WHERE a.subject_type = 'cardOrderRefund' AND r.tenant_id = a.tenant_id AND r.id = a.subject_id;
UPDATE approvals a SET about_id = r.top_up_id FROM top_up_reversals r
  WHERE a.subject_type = 'topUpReversal' AND r.tenant_id = a.tenant_id AND r.id = a.subject_id;
UPDATE approvals a SET about_id = r.card_id FROM card_requests r
  WHERE a.subject_type IN ('cardReplacement', 'cardRedemption', 'cardCancellation') AND r.tenant_id = a.tenant_id AND r.id = a.subject_id;
