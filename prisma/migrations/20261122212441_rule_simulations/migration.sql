-- CreateTable
CREATE TABLE "rule_simulations" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "institution_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "from_day" DATE NOT NULL,
    "to_day" DATE NOT NULL,
    "merchant_id" UUID,
    "job_id" UUID NOT NULL,
    "outcome" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "rule_simulations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "rule_simulation_rows" (
    "tenant_id" UUID NOT NULL,
    "simulation_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "consumption_id" UUID NOT NULL,
    "change" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "paid" BIGINT,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,

    CONSTRAINT "rule_simulation_rows_pkey" PRIMARY KEY ("tenant_id","simulation_id","seq")
);

-- CreateIndex
CREATE INDEX "rule_simulations_tenant_id_institution_id_created_at_id_idx" ON "rule_simulations"("tenant_id", "institution_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "institution_versions_tenant_id_institution_id_id_key" ON "institution_versions"("tenant_id", "institution_id", "id");

-- AddForeignKey
ALTER TABLE "rule_simulations" ADD CONSTRAINT "rule_simulations_tenant_id_institution_id_version_id_fkey" FOREIGN KEY ("tenant_id", "institution_id", "version_id") REFERENCES "institution_versions"("tenant_id", "institution_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "rule_simulations" ADD CONSTRAINT "rule_simulations_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "rule_simulation_rows" ADD CONSTRAINT "rule_simulation_rows_tenant_id_simulation_id_fkey" FOREIGN KEY ("tenant_id", "simulation_id") REFERENCES "rule_simulations"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "rule_simulation_rows" ADD CONSTRAINT "rule_simulation_rows_tenant_id_consumption_id_fkey" FOREIGN KEY ("tenant_id", "consumption_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE rule_simulation_rows ADD CONSTRAINT rule_simulation_rows_change_values CHECK (change IN ('NEWLY_DECLINED', 'NEWLY_SPLIT', 'NEWLY_ALLOWED'));

-- 模拟.
ALTER TABLE rule_simulations
  ADD CONSTRAINT rule_simulations_days CHECK (to_day >= from_day AND to_day - from_day < 366),
  ADD CONSTRAINT rule_simulations_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT rule_simulations_outcome CHECK (outcome IS NULL OR finished_at IS NOT NULL);
-- Of a 制度 one is at work at a time.
CREATE UNIQUE INDEX rule_simulations_one_running ON rule_simulations (tenant_id, institution_id) WHERE finished_at IS NULL;
ALTER TABLE rule_simulation_rows
  ADD CONSTRAINT rule_simulation_rows_seq CHECK (seq BETWEEN 1 AND 10000),
  ADD CONSTRAINT rule_simulation_rows_amounts CHECK (amount >= 0 AND paid >= 0);

-- A simulation ends once, and says what it said from then on.
CREATE FUNCTION refuse_other_simulation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.finished_at IS NOT NULL
    OR (to_jsonb(NEW) - ARRAY['outcome', 'finished_at']) IS DISTINCT FROM (to_jsonb(OLD) - ARRAY['outcome', 'finished_at']) THEN
    RAISE EXCEPTION 'refuse_other_simulation: a simulation ends once and is not edited' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER rule_simulations_once BEFORE UPDATE ON rule_simulations FOR EACH ROW EXECUTE FUNCTION refuse_other_simulation();
CREATE TRIGGER rule_simulation_rows_kept BEFORE UPDATE ON rule_simulation_rows FOR EACH ROW EXECUTE FUNCTION refuse_change();
