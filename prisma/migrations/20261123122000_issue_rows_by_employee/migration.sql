-- An index that begins with tenant and batch like the primary key is taken for it while the table's statistics are young: each check of a
-- lot's row then reads all rows of the batch.
DROP INDEX "issue_rows_tenant_id_batch_id_employee_id_key";
CREATE UNIQUE INDEX "issue_rows_tenant_id_employee_id_batch_id_key" ON "issue_rows"("tenant_id", "employee_id", "batch_id");
