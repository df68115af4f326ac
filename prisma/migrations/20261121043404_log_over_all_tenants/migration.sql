-- CreateIndex
CREATE INDEX "operation_logs_created_at_id_idx" ON "operation_logs"("created_at" DESC, "id" DESC);
