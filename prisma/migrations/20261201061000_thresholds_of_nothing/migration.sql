-- A fund's threshold may be nothing: told of only where the fund is below it, which is when days that are not closed yet owe more than it has.
ALTER TABLE fund_accounts DROP CONSTRAINT fund_accounts_threshold, ADD CONSTRAINT fund_accounts_threshold CHECK (threshold >= 0);
