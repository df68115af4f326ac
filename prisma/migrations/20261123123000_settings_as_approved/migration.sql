-- A setting of the books names what was approved; those of before have nothing to name.
ALTER TABLE "ledger_settings" ADD COLUMN     "change_id" UUID;

-- AddForeignKey
ALTER TABLE "ledger_settings" ADD CONSTRAINT "ledger_settings_tenant_id_change_id_fkey" FOREIGN KEY ("tenant_id", "change_id") REFERENCES "record_changes"("tenant_id", "approval_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- The books are kept in another way only as approved, once, and never for a time that another setting was made for already.
CREATE FUNCTION refuse_unapproved_setting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last record; changed jsonb; approved boolean; changes regclass := referred_by(TG_RELID, 'change_id');
BEGIN
  EXECUTE format('SELECT s.valid_from, s.personal_share, s.vat_bps, s.voucher_style FROM %s s WHERE s.tenant_id = $1 ORDER BY s.valid_from DESC LIMIT 1',
    TG_RELID::regclass) INTO last USING NEW.tenant_id;
  SELECT jsonb_object_agg(v.key, v.after) INTO changed
  FROM (VALUES ('personalShare', coalesce(last.personal_share, 'DIRECT'), NEW.personal_share),
    ('vatBps', coalesce(last.vat_bps, 600)::text, NEW.vat_bps::text),
    ('voucherStyle', coalesce(last.voucher_style, 'ONE'), NEW.voucher_style)) v(key, before, after)
  WHERE v.before <> v.after;
  EXECUTE format(
    'SELECT EXISTS (SELECT FROM %s c JOIN %s a ON a.tenant_id = c.tenant_id AND a.id = c.approval_id
       WHERE c.tenant_id = $1 AND c.approval_id = $2 AND c.applied_at IS NULL AND c.after = $3
         AND a.subject_type = ''ledgerSetting'' AND a.subject_id = $1 AND a.state = ''APPROVED'')',
    changes, referred_by(changes, 'approval_id'))
    INTO approved USING NEW.tenant_id, NEW.change_id, changed;
  IF NOT approved OR NEW.valid_from <= last.valid_from THEN
    RAISE EXCEPTION 'refuse_unapproved_setting: the books are kept in another way only as approved' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_settings_approved BEFORE INSERT ON ledger_settings FOR EACH ROW EXECUTE FUNCTION refuse_unapproved_setting();
