-- CreateTable
CREATE TABLE "draft_makers" (
    "tenant_id" UUID NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "draft_makers_pkey" PRIMARY KEY ("tenant_id","subject_type","subject_id","user_id")
);

-- AddForeignKey
ALTER TABLE "draft_makers" ADD CONSTRAINT "draft_makers_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

REVOKE UPDATE ON draft_makers FROM xyxlx_app;

-- Whoever wrote what is handed in is among its makers, by whichever version of the service it is handed in.
CREATE FUNCTION add_draft_makers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.maker_ids := NEW.maker_ids || ARRAY(
    SELECT d.user_id FROM draft_makers d WHERE d.tenant_id = NEW.tenant_id AND d.subject_type = NEW.subject_type AND d.subject_id = NEW.subject_id
      AND NOT d.user_id = ANY (NEW.maker_ids) ORDER BY d.user_id);
  RETURN NEW;
END $$;
CREATE TRIGGER approvals_have_makers BEFORE INSERT ON approvals FOR EACH ROW EXECUTE FUNCTION add_draft_makers();

-- Of drafts that are there, who wrote them last is known.
INSERT INTO draft_makers
SELECT tenant_id, 'institutionVersion', institution_id, created_by_id FROM institution_versions WHERE state = 'DRAFT' AND created_by_id IS NOT NULL
UNION SELECT tenant_id, 'issuePlan', plan_id, created_by_id FROM issue_plan_versions WHERE state = 'DRAFT' AND created_by_id IS NOT NULL
UNION SELECT tenant_id, 'riskRule', rule_id, created_by_id FROM risk_rule_versions WHERE state IN ('DRAFT', 'SHADOW') AND created_by_id IS NOT NULL
UNION SELECT tenant_id, 'voucher', id, maker_id FROM vouchers WHERE state = 'DRAFT' AND maker_id IS NOT NULL;
