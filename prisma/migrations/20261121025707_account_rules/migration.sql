-- Rules that the schema files can not express.

ALTER TABLE sessions ADD CONSTRAINT sessions_generations CHECK (gen >= 1 AND confirmed_gen <= gen AND expired_gen <= gen);
ALTER TABLE users ADD CONSTRAINT users_mobile_lower CHECK (mobile = lower(mobile));
ALTER TABLE users ADD CONSTRAINT users_failed_tries CHECK (failed_tries >= 0);
ALTER TABLE roles ADD CONSTRAINT roles_amount_ceiling CHECK (amount_ceiling IS NULL OR amount_ceiling >= 0);
ALTER TABLE merchants ADD CONSTRAINT merchants_credit_code CHECK (credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{18}$');

-- What was written stays as it was.
CREATE TRIGGER operation_logs_append_only BEFORE UPDATE OR DELETE ON operation_logs
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operation_logs_no_truncate BEFORE TRUNCATE ON operation_logs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON operation_logs, login_records, security_events FROM xyxlx_app;
