-- CreateTable
CREATE TABLE "scheduled_tasks" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "name" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "took_ms" INTEGER,
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "failed_at" TIMESTAMPTZ(3),
    "failure" JSONB,
    "asked_at" TIMESTAMPTZ(3),
    "asked_by" TEXT,

    CONSTRAINT "scheduled_tasks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scheduled_tasks_name_key" ON "scheduled_tasks"("name");

ALTER TABLE scheduled_tasks ADD CONSTRAINT scheduled_tasks_outcome_values CHECK (outcome IN ('SUCCEEDED', 'FAILED'));
ALTER TABLE scheduled_tasks ADD CONSTRAINT scheduled_tasks_figures CHECK (took_ms >= 0 AND failures_in_row >= 0),
  ADD CONSTRAINT scheduled_tasks_failure CHECK ((failed_at IS NULL) = (failure IS NULL));
