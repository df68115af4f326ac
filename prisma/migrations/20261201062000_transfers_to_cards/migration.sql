-- A card is topped up by transfer as a company's fund is: with a code, claimed once it has come.
ALTER TABLE top_ups DROP CONSTRAINT top_ups_of_code, ADD CONSTRAINT top_ups_of_code CHECK (CASE
    WHEN transfer_code IS NULL THEN NOT (channel = 'TRANSFER' AND state IN ('TO_CLAIM', 'CLOSED'))
    ELSE channel = 'TRANSFER' AND target IN ('COMPANY', 'CARD') AND closes_at IS NOT NULL AND state NOT IN ('REJECTED', 'WITHDRAWN')
      AND (statement_line_id IS NULL) = (state IN ('TO_CLAIM', 'CLOSED')) END);
CREATE INDEX top_ups_transferred_to_cards ON top_ups (tenant_id, statement_line_id) WHERE card_id IS NOT NULL AND statement_line_id IS NOT NULL;
-- What is refunded of it goes out under the number of its 退款, and has no flow of the fund.
ALTER TABLE reconciliation_breaks DROP CONSTRAINT reconciliation_breaks_sides,
  ADD CONSTRAINT reconciliation_breaks_sides CHECK (num_nonnulls(line_id, flow_id, payment_id) > 0 OR reference ~ '^(KT|CT)[0-9]{8}$');
