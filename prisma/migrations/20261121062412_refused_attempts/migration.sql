-- AlterTable
ALTER TABLE "login_records" ADD COLUMN     "tenant_id" UUID;

-- AlterTable
ALTER TABLE "operation_logs" ADD COLUMN     "actor_tenant_id" UUID,
ADD COLUMN     "actor_tenant_name" TEXT,
ADD COLUMN     "failure" JSONB;

-- CreateIndex
CREATE INDEX "operation_logs_module_created_at_id_idx" ON "operation_logs"("module", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "operation_logs_trace_id_idx" ON "operation_logs"("trace_id");

-- Rules that the schema files can not express.
ALTER TABLE operation_logs ADD CONSTRAINT operation_logs_result
  CHECK (result IN ('SUCCESS', 'REFUSED', 'FAILED') AND (result = 'SUCCESS') = (failure IS NULL));
-- What was refused or failed is rare among what was done.
CREATE INDEX operation_logs_not_done ON operation_logs (created_at DESC, id DESC) WHERE result <> 'SUCCESS';
