-- What a merchant's approvals were about is read in their order, and so is what was asked about one record.
DROP INDEX "approvals_tenant_id_merchant_id_idx";
CREATE INDEX "approvals_tenant_id_merchant_id_created_at_id_idx" ON "approvals"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);
CREATE INDEX "approvals_tenant_id_merchant_id_decided_at_id_idx" ON "approvals"("tenant_id", "merchant_id", "decided_at" DESC, "id" DESC);
CREATE INDEX "approvals_tenant_id_about_id_created_at_id_idx" ON "approvals"("tenant_id", "about_id", "created_at" DESC, "id" DESC);

-- Adjustments that are there are found on the pages of their employees, too.
UPDATE approvals a SET about_id = (a.act ->> 'employeeId')::uuid WHERE a.subject_type = 'limitAdjustment' AND a.about_id IS NULL;
UPDATE approvals a SET about_id = l.employee_id FROM limit_adjustments l
  WHERE a.subject_type = 'limitAdjustmentUndo' AND a.about_id IS NULL AND l.tenant_id = a.tenant_id AND l.id = a.subject_id;
