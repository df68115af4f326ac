-- What is settled or withdrawn leaves through an account at a bank or channel, by one flow.
ALTER TABLE fund_flows ADD CONSTRAINT fund_flows_payout CHECK (kind NOT IN ('SETTLE', 'WITHDRAW') OR platform_account_id IS NOT NULL);
CREATE UNIQUE INDEX fund_flows_one_a_payout ON fund_flows (tenant_id, source_id) WHERE kind IN ('SETTLE', 'WITHDRAW');
