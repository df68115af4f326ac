-- A card is topped up by transfer as a company's fund is: with a code, claimed once it has come.
ALTER TABLE top_ups DROP CONSTRAINT top_ups_of_code, ADD CONSTRAINT top_ups_of_code CHECK (CASE
    WHEN transfer_code IS NULL THEN NOT (channel = 'TRANSFER' AND state IN ('TO_CLAIM', 'CLOSED'))
    ELSE channel = 'TRANSFER' AND target IN ('COMPANY', 'CARD') AND closes_at IS NOT NULL AND state NOT IN ('REJECTED', 'WITHDRAWN')
      AND (statement_line_id IS NULL) = (state IN ('TO_CLAIM', 'CLOSED')) END);
-- What came for it, or goes back, through an account names that and the number by which its statement is looked for, as the fund's flows do.
ALTER TABLE card_flows ADD COLUMN external_no TEXT, ADD COLUMN platform_account_id UUID;
ALTER TABLE card_flows ADD CONSTRAINT card_flows_tenant_id_platform_account_id_fkey FOREIGN KEY (tenant_id, platform_account_id)
    REFERENCES platform_accounts (tenant_id, id) ON DELETE NO ACTION ON UPDATE NO ACTION,
  ADD CONSTRAINT card_flows_through CHECK (platform_account_id IS NULL OR external_no IS NOT NULL);
CREATE INDEX card_flows_through_at ON card_flows (tenant_id, platform_account_id, created_at) WHERE platform_account_id IS NOT NULL;
CREATE INDEX card_flows_through_no ON card_flows (tenant_id, platform_account_id, external_no) WHERE platform_account_id IS NOT NULL;
-- What is refunded of it goes out under the number of its 退款, and has no flow of the fund.
ALTER TABLE reconciliation_breaks DROP CONSTRAINT reconciliation_breaks_sides,
  ADD CONSTRAINT reconciliation_breaks_sides CHECK (num_nonnulls(line_id, flow_id, payment_id) > 0 OR reference ~ '^(KT|CT)[0-9]{8}$');
