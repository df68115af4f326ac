-- CreateTable
CREATE TABLE "record_changes" (
    "tenant_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "record_changes_pkey" PRIMARY KEY ("tenant_id","approval_id")
);

-- AddForeignKey
ALTER TABLE "record_changes" ADD CONSTRAINT "record_changes_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE record_changes ADD CONSTRAINT record_changes_same_columns
  CHECK (jsonb_typeof(before) = 'object' AND jsonb_typeof(after) = 'object' AND after <> '{}'::jsonb AND before <> after);

-- What was handed in stays as it was: only when it was carried out is written, once.
CREATE FUNCTION refuse_other_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.tenant_id, NEW.approval_id, NEW.before, NEW.after) IS DISTINCT FROM (OLD.tenant_id, OLD.approval_id, OLD.before, OLD.after)
    OR OLD.applied_at IS NOT NULL THEN
    RAISE EXCEPTION 'A change that was handed in stays as it is' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER record_changes_stay BEFORE UPDATE ON record_changes FOR EACH ROW EXECUTE FUNCTION refuse_other_change();

-- The named columns of a live record take no value but one that was approved and not yet carried out: arguments are the kind of approval and the columns.
CREATE FUNCTION refuse_unapproved_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed jsonb;
BEGIN
  SELECT jsonb_object_agg(n.key, n.value) INTO changed
  FROM jsonb_each(to_jsonb(NEW)) n
  WHERE n.key = ANY (TG_ARGV) AND n.value IS DISTINCT FROM to_jsonb(OLD) -> n.key;
  IF changed IS NOT NULL AND NOT EXISTS (
    SELECT FROM approvals a JOIN record_changes c ON c.tenant_id = a.tenant_id AND c.approval_id = a.id
    WHERE a.tenant_id = NEW.tenant_id AND a.subject_type = TG_ARGV[0] AND a.subject_id = NEW.id AND a.state = 'APPROVED'
      AND c.applied_at IS NULL AND c.after = changed) THEN
    RAISE EXCEPTION 'A live record changes in % only as approved', TG_ARGV USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER merchants_approved_change BEFORE UPDATE ON merchants FOR EACH ROW WHEN (OLD.state IN ('ACTIVE', 'DISABLED'))
  EXECUTE FUNCTION refuse_unapproved_change('merchantChange', 'credit_code', 'company_id', 'settlement_bank', 'settlement_account');
CREATE TRIGGER companies_approved_change BEFORE UPDATE ON companies FOR EACH ROW WHEN (OLD.certification = 'VERIFIED')
  EXECUTE FUNCTION refuse_unapproved_change('companyChange', 'name', 'credit_code');
