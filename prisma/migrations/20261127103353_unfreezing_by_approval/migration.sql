-- AlterTable
ALTER TABLE "cards" ADD COLUMN     "unfreeze_id" UUID;

-- AlterTable
ALTER TABLE "employees" ADD COLUMN     "unfreeze_id" UUID;

-- AddForeignKey
ALTER TABLE "cards" ADD CONSTRAINT "cards_tenant_id_unfreeze_id_fkey" FOREIGN KEY ("tenant_id", "unfreeze_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_tenant_id_unfreeze_id_fkey" FOREIGN KEY ("tenant_id", "unfreeze_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What waits says whom it is about.
UPDATE approvals a SET act = jsonb_build_object('subjectType', c.subject_type, 'subjectId', c.subject_id)
  FROM risk_cases c WHERE a.subject_type = 'complianceUnfreeze' AND a.state = 'PENDING' AND c.tenant_id = a.tenant_id AND c.id = a.subject_id;

-- What compliance froze is let go only in the transaction of an approval about it; the argument is the kind of subject.
CREATE FUNCTION refuse_unapproved_unfreezing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE approved boolean;
BEGIN
  EXECUTE format(
    'SELECT EXISTS (SELECT FROM %s a WHERE a.tenant_id = $1 AND a.id = $2 AND a.subject_type = ''complianceUnfreeze''
       AND a.act ->> ''subjectType'' = $3 AND a.act ->> ''subjectId'' = $4
       AND a.state = ''APPROVED'' AND a.decided_in = pg_current_xact_id()::text::bigint AND a.checker_id IS NOT NULL)',
    referred_by(TG_RELID, 'unfreeze_id'))
    INTO approved USING NEW.tenant_id, NEW.unfreeze_id, TG_ARGV[0], NEW.id::text;
  IF NOT approved THEN
    RAISE EXCEPTION 'refuse_unapproved_unfreezing: what compliance froze is let go only as approved' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER cards_unfrozen_as_approved BEFORE UPDATE ON cards FOR EACH ROW
  WHEN (OLD.frozen_by = 'COMPLIANCE' AND NEW.frozen_by IS DISTINCT FROM 'COMPLIANCE') EXECUTE FUNCTION refuse_unapproved_unfreezing('CARD');
CREATE TRIGGER employees_unfrozen_as_approved BEFORE UPDATE ON employees FOR EACH ROW
  WHEN (OLD.frozen_by = 'COMPLIANCE' AND NEW.frozen_by IS DISTINCT FROM 'COMPLIANCE') EXECUTE FUNCTION refuse_unapproved_unfreezing('EMPLOYEE');
