-- AlterTable
ALTER TABLE "employees" ADD COLUMN     "frozen_by" TEXT;

-- CreateTable
CREATE TABLE "risk_inboxes" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "sla_urgent" INTEGER NOT NULL DEFAULT 4,
    "sla_high" INTEGER NOT NULL DEFAULT 24,
    "sla_medium" INTEGER NOT NULL DEFAULT 72,
    "sla_low" INTEGER NOT NULL DEFAULT 168,
    "escalate_to_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "risk_inboxes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "risk_inbox_members" (
    "tenant_id" UUID NOT NULL,
    "inbox_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "risk_inbox_members_pkey" PRIMARY KEY ("tenant_id","inbox_id","user_id")
);

-- CreateTable
CREATE TABLE "risk_rules" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "inbox_id" UUID NOT NULL,
    "last_no" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "risk_rules_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "risk_rule_versions" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'DRAFT',
    "expression" JSONB NOT NULL,
    "sha256" TEXT NOT NULL,
    "online" BOOLEAN NOT NULL,
    "score" INTEGER NOT NULL,
    "severity" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "shadow_since" TIMESTAMPTZ(3),
    "enabled_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disable_reason" TEXT,
    "approval_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "created_by_id" UUID,

    CONSTRAINT "risk_rule_versions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "risk_hits" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "shadow" BOOLEAN NOT NULL,
    "declined" BOOLEAN NOT NULL DEFAULT false,
    "score" INTEGER NOT NULL,
    "severity" TEXT NOT NULL,
    "amount" BIGINT NOT NULL DEFAULT 0,
    "event_type" TEXT,
    "event_id" UUID,
    "facts" JSONB NOT NULL,
    "merchant_id" UUID,
    "company_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "risk_hits_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "risk_pending_hits" (
    "tenant_id" UUID NOT NULL,
    "hit_id" UUID NOT NULL,

    CONSTRAINT "risk_pending_hits_pkey" PRIMARY KEY ("tenant_id","hit_id")
);

-- CreateTable
CREATE TABLE "risk_labels" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "hit_id" UUID,
    "backtest_hit_id" UUID,
    "source" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "case_id" UUID,
    "labelled_at" TIMESTAMPTZ(3) NOT NULL,
    "labelled_by" TEXT NOT NULL,
    "labelled_by_id" UUID,

    CONSTRAINT "risk_labels_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "risk_alerts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "hit_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "case_id" UUID,
    "entry_id" UUID,
    "severity" TEXT NOT NULL,
    "score" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "merchant_id" UUID,
    "company_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "risk_alerts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "risk_cases" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "case_no" TEXT NOT NULL,
    "rule_id" UUID NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "merchant_id" UUID,
    "company_id" UUID,
    "inbox_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'NEW',
    "severity" TEXT NOT NULL,
    "score" INTEGER NOT NULL,
    "max_score" INTEGER NOT NULL,
    "alert_count" INTEGER NOT NULL DEFAULT 0,
    "grey" BOOLEAN NOT NULL DEFAULT false,
    "amount" BIGINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "queue_key" BIGINT NOT NULL DEFAULT 0,
    "level" INTEGER NOT NULL DEFAULT 0,
    "assignee_id" UUID,
    "assigned_at" TIMESTAMPTZ(3),
    "last_act_at" TIMESTAMPTZ(3),
    "first_act_at" TIMESTAMPTZ(3),
    "suspended_at" TIMESTAMPTZ(3),
    "suspended_until" TIMESTAMPTZ(3),
    "suspensions" INTEGER NOT NULL DEFAULT 0,
    "suspected_at" TIMESTAMPTZ(3),
    "proposed_outcome" TEXT,
    "proposed_reason" TEXT,
    "outcome" TEXT,
    "close_reason" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by_id" UUID,
    "closed_by" TEXT,
    "closer_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "reopened" INTEGER NOT NULL DEFAULT 0,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "event_seq" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT,

    CONSTRAINT "risk_cases_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "risk_case_events" (
    "tenant_id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "actor_id" UUID,
    "actor" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "detail" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "risk_case_events_pkey" PRIMARY KEY ("tenant_id","case_id","seq")
);

-- CreateTable
CREATE TABLE "risk_case_links" (
    "tenant_id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "other_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "risk_case_links_pkey" PRIMARY KEY ("tenant_id","case_id","other_id")
);

-- CreateTable
CREATE TABLE "risk_list_entries" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "request_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "rule_id" UUID,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "valid_to" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "case_id" UUID,
    "approval_id" UUID,
    "removal_id" UUID,
    "removed_at" TIMESTAMPTZ(3),
    "removed_by" TEXT,
    "remove_reason" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT,
    "created_by_id" UUID,

    CONSTRAINT "risk_list_entries_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "risk_runs" (
    "tenant_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "found" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "risk_runs_pkey" PRIMARY KEY ("tenant_id","version_id","from_at","to_at")
);

-- CreateTable
CREATE TABLE "risk_rule_errors" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "message" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "risk_rule_errors_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "risk_timings" (
    "tenant_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "bucket" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "risk_timings_pkey" PRIMARY KEY ("tenant_id","version_id","hour","bucket")
);

-- CreateTable
CREATE TABLE "risk_backtests" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "against_id" UUID,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "job_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'RUNNING',
    "outcome" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "risk_backtests_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "risk_backtest_hits" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "backtest_id" UUID NOT NULL,
    "side" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "facts" JSONB NOT NULL,

    CONSTRAINT "risk_backtest_hits_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "risk_reports" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "report_no" TEXT NOT NULL,
    "case_id" UUID NOT NULL,
    "corrects_id" UUID,
    "kind" TEXT NOT NULL,
    "narrative" TEXT NOT NULL,
    "hit_ids" UUID[],
    "measures" TEXT[],
    "state" TEXT NOT NULL DEFAULT 'SUBMITTED',
    "approval_id" UUID,
    "due_on" DATE NOT NULL,
    "sha256" TEXT,
    "size" INTEGER,
    "approved_at" TIMESTAMPTZ(3),
    "kept_until" DATE,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_by_id" UUID,

    CONSTRAINT "risk_reports_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "risk_report_chunks" (
    "tenant_id" UUID NOT NULL,
    "report_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "risk_report_chunks_pkey" PRIMARY KEY ("tenant_id","report_id","seq")
);

-- CreateTable
CREATE TABLE "risk_days" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "rule_id" UUID NOT NULL,
    "alerts" INTEGER NOT NULL DEFAULT 0,
    "suppressed" INTEGER NOT NULL DEFAULT 0,
    "opened" INTEGER NOT NULL DEFAULT 0,
    "closed" INTEGER NOT NULL DEFAULT 0,
    "positive" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "risk_days_pkey" PRIMARY KEY ("tenant_id","day","rule_id")
);

-- CreateTable
CREATE TABLE "risk_hours" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "hour" SMALLINT NOT NULL,
    "alerts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "risk_hours_pkey" PRIMARY KEY ("tenant_id","day","hour")
);

-- CreateTable
CREATE TABLE "risk_person_days" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "user_id" UUID NOT NULL,
    "closed" INTEGER NOT NULL DEFAULT 0,
    "positive" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "risk_person_days_pkey" PRIMARY KEY ("tenant_id","day","user_id")
);

-- CreateIndex
CREATE INDEX "risk_inboxes_tenant_id_created_at_id_idx" ON "risk_inboxes"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "risk_inboxes_tenant_id_name_key" ON "risk_inboxes"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "risk_inbox_members_tenant_id_user_id_idx" ON "risk_inbox_members"("tenant_id", "user_id");

-- CreateIndex
CREATE INDEX "risk_rules_tenant_id_created_at_id_idx" ON "risk_rules"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "risk_rules_tenant_id_code_key" ON "risk_rules"("tenant_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "risk_rule_versions_tenant_id_rule_id_no_key" ON "risk_rule_versions"("tenant_id", "rule_id", "no");

-- CreateIndex
CREATE UNIQUE INDEX "risk_rule_versions_tenant_id_rule_id_id_key" ON "risk_rule_versions"("tenant_id", "rule_id", "id");

-- CreateIndex
CREATE INDEX "risk_hits_tenant_id_version_id_subject_type_subject_id_at_idx" ON "risk_hits"("tenant_id", "version_id", "subject_type", "subject_id", "at" DESC);

-- CreateIndex
CREATE INDEX "risk_hits_tenant_id_rule_id_at_id_idx" ON "risk_hits"("tenant_id", "rule_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "risk_hits_tenant_id_subject_type_subject_id_at_id_idx" ON "risk_hits"("tenant_id", "subject_type", "subject_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "risk_hits_tenant_id_version_id_subject_type_subject_id_key_key" ON "risk_hits"("tenant_id", "version_id", "subject_type", "subject_id", "key");

-- CreateIndex
CREATE INDEX "risk_labels_tenant_id_case_id_idx" ON "risk_labels"("tenant_id", "case_id");

-- CreateIndex
CREATE UNIQUE INDEX "risk_labels_tenant_id_hit_id_source_key" ON "risk_labels"("tenant_id", "hit_id", "source");

-- CreateIndex
CREATE UNIQUE INDEX "risk_labels_tenant_id_backtest_hit_id_source_key" ON "risk_labels"("tenant_id", "backtest_hit_id", "source");

-- CreateIndex
CREATE INDEX "risk_alerts_tenant_id_created_at_id_idx" ON "risk_alerts"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "risk_alerts_tenant_id_case_id_at_id_idx" ON "risk_alerts"("tenant_id", "case_id", "at", "id");

-- CreateIndex
CREATE INDEX "risk_alerts_tenant_id_subject_type_subject_id_created_at_id_idx" ON "risk_alerts"("tenant_id", "subject_type", "subject_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "risk_alerts_tenant_id_hit_id_key" ON "risk_alerts"("tenant_id", "hit_id");

-- CreateIndex
CREATE INDEX "risk_cases_tenant_id_queue_key_id_idx" ON "risk_cases"("tenant_id", "queue_key", "id");

-- CreateIndex
CREATE INDEX "risk_cases_tenant_id_created_at_id_idx" ON "risk_cases"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "risk_cases_tenant_id_assignee_id_queue_key_id_idx" ON "risk_cases"("tenant_id", "assignee_id", "queue_key", "id");

-- CreateIndex
CREATE INDEX "risk_cases_tenant_id_subject_type_subject_id_created_at_id_idx" ON "risk_cases"("tenant_id", "subject_type", "subject_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "risk_cases_tenant_id_closed_at_id_idx" ON "risk_cases"("tenant_id", "closed_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "risk_cases_tenant_id_case_no_key" ON "risk_cases"("tenant_id", "case_no");

-- CreateIndex
CREATE INDEX "risk_case_links_tenant_id_other_id_idx" ON "risk_case_links"("tenant_id", "other_id");

-- CreateIndex
CREATE INDEX "risk_list_entries_tenant_id_request_id_idx" ON "risk_list_entries"("tenant_id", "request_id");

-- CreateIndex
CREATE INDEX "risk_list_entries_tenant_id_list_created_at_id_idx" ON "risk_list_entries"("tenant_id", "list", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "risk_list_entries_tenant_id_created_at_id_idx" ON "risk_list_entries"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "risk_runs_tenant_id_version_id_to_at_idx" ON "risk_runs"("tenant_id", "version_id", "to_at" DESC);

-- CreateIndex
CREATE INDEX "risk_rule_errors_tenant_id_version_id_created_at_idx" ON "risk_rule_errors"("tenant_id", "version_id", "created_at");

-- CreateIndex
CREATE INDEX "risk_backtests_tenant_id_version_id_created_at_id_idx" ON "risk_backtests"("tenant_id", "version_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "risk_backtest_hits_tenant_id_backtest_id_at_id_idx" ON "risk_backtest_hits"("tenant_id", "backtest_id", "at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "risk_backtest_hits_tenant_id_backtest_id_subject_type_subje_key" ON "risk_backtest_hits"("tenant_id", "backtest_id", "subject_type", "subject_id", "key");

-- CreateIndex
CREATE INDEX "risk_reports_tenant_id_case_id_created_at_id_idx" ON "risk_reports"("tenant_id", "case_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "risk_reports_tenant_id_created_at_id_idx" ON "risk_reports"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "risk_reports_tenant_id_report_no_key" ON "risk_reports"("tenant_id", "report_no");

-- CreateIndex
CREATE INDEX "risk_alerts_tenant_id_rule_id_created_at_id_idx" ON "risk_alerts"("tenant_id", "rule_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "risk_cases_tenant_id_inbox_id_queue_key_id_idx" ON "risk_cases"("tenant_id", "inbox_id", "queue_key", "id");

-- CreateIndex
CREATE INDEX "risk_cases_tenant_id_rule_id_queue_key_id_idx" ON "risk_cases"("tenant_id", "rule_id", "queue_key", "id");

-- AddForeignKey
ALTER TABLE "risk_inboxes" ADD CONSTRAINT "risk_inboxes_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_inboxes" ADD CONSTRAINT "risk_inboxes_tenant_id_escalate_to_id_fkey" FOREIGN KEY ("tenant_id", "escalate_to_id") REFERENCES "risk_inboxes"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_inbox_members" ADD CONSTRAINT "risk_inbox_members_tenant_id_inbox_id_fkey" FOREIGN KEY ("tenant_id", "inbox_id") REFERENCES "risk_inboxes"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_inbox_members" ADD CONSTRAINT "risk_inbox_members_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "memberships"("tenant_id", "user_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_rules" ADD CONSTRAINT "risk_rules_tenant_id_inbox_id_fkey" FOREIGN KEY ("tenant_id", "inbox_id") REFERENCES "risk_inboxes"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_rule_versions" ADD CONSTRAINT "risk_rule_versions_tenant_id_rule_id_fkey" FOREIGN KEY ("tenant_id", "rule_id") REFERENCES "risk_rules"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_rule_versions" ADD CONSTRAINT "risk_rule_versions_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_hits" ADD CONSTRAINT "risk_hits_tenant_id_rule_id_fkey" FOREIGN KEY ("tenant_id", "rule_id") REFERENCES "risk_rules"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_hits" ADD CONSTRAINT "risk_hits_tenant_id_rule_id_version_id_fkey" FOREIGN KEY ("tenant_id", "rule_id", "version_id") REFERENCES "risk_rule_versions"("tenant_id", "rule_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_pending_hits" ADD CONSTRAINT "risk_pending_hits_tenant_id_hit_id_fkey" FOREIGN KEY ("tenant_id", "hit_id") REFERENCES "risk_hits"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_labels" ADD CONSTRAINT "risk_labels_tenant_id_hit_id_fkey" FOREIGN KEY ("tenant_id", "hit_id") REFERENCES "risk_hits"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_labels" ADD CONSTRAINT "risk_labels_tenant_id_backtest_hit_id_fkey" FOREIGN KEY ("tenant_id", "backtest_hit_id") REFERENCES "risk_backtest_hits"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_labels" ADD CONSTRAINT "risk_labels_tenant_id_case_id_fkey" FOREIGN KEY ("tenant_id", "case_id") REFERENCES "risk_cases"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_alerts" ADD CONSTRAINT "risk_alerts_tenant_id_hit_id_fkey" FOREIGN KEY ("tenant_id", "hit_id") REFERENCES "risk_hits"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_alerts" ADD CONSTRAINT "risk_alerts_tenant_id_rule_id_fkey" FOREIGN KEY ("tenant_id", "rule_id") REFERENCES "risk_rules"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_alerts" ADD CONSTRAINT "risk_alerts_tenant_id_case_id_fkey" FOREIGN KEY ("tenant_id", "case_id") REFERENCES "risk_cases"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_alerts" ADD CONSTRAINT "risk_alerts_tenant_id_entry_id_fkey" FOREIGN KEY ("tenant_id", "entry_id") REFERENCES "risk_list_entries"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_cases" ADD CONSTRAINT "risk_cases_tenant_id_rule_id_fkey" FOREIGN KEY ("tenant_id", "rule_id") REFERENCES "risk_rules"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_cases" ADD CONSTRAINT "risk_cases_tenant_id_inbox_id_fkey" FOREIGN KEY ("tenant_id", "inbox_id") REFERENCES "risk_inboxes"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_case_events" ADD CONSTRAINT "risk_case_events_tenant_id_case_id_fkey" FOREIGN KEY ("tenant_id", "case_id") REFERENCES "risk_cases"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_case_links" ADD CONSTRAINT "risk_case_links_tenant_id_case_id_fkey" FOREIGN KEY ("tenant_id", "case_id") REFERENCES "risk_cases"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_case_links" ADD CONSTRAINT "risk_case_links_tenant_id_other_id_fkey" FOREIGN KEY ("tenant_id", "other_id") REFERENCES "risk_cases"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_list_entries" ADD CONSTRAINT "risk_list_entries_tenant_id_rule_id_fkey" FOREIGN KEY ("tenant_id", "rule_id") REFERENCES "risk_rules"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_list_entries" ADD CONSTRAINT "risk_list_entries_tenant_id_case_id_fkey" FOREIGN KEY ("tenant_id", "case_id") REFERENCES "risk_cases"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_list_entries" ADD CONSTRAINT "risk_list_entries_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_list_entries" ADD CONSTRAINT "risk_list_entries_tenant_id_removal_id_fkey" FOREIGN KEY ("tenant_id", "removal_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_runs" ADD CONSTRAINT "risk_runs_tenant_id_version_id_fkey" FOREIGN KEY ("tenant_id", "version_id") REFERENCES "risk_rule_versions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_rule_errors" ADD CONSTRAINT "risk_rule_errors_tenant_id_version_id_fkey" FOREIGN KEY ("tenant_id", "version_id") REFERENCES "risk_rule_versions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_timings" ADD CONSTRAINT "risk_timings_tenant_id_version_id_fkey" FOREIGN KEY ("tenant_id", "version_id") REFERENCES "risk_rule_versions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_backtests" ADD CONSTRAINT "risk_backtests_tenant_id_rule_id_fkey" FOREIGN KEY ("tenant_id", "rule_id") REFERENCES "risk_rules"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_backtests" ADD CONSTRAINT "risk_backtests_tenant_id_rule_id_version_id_fkey" FOREIGN KEY ("tenant_id", "rule_id", "version_id") REFERENCES "risk_rule_versions"("tenant_id", "rule_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_backtests" ADD CONSTRAINT "risk_backtests_tenant_id_against_id_fkey" FOREIGN KEY ("tenant_id", "against_id") REFERENCES "risk_rule_versions"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_backtest_hits" ADD CONSTRAINT "risk_backtest_hits_tenant_id_backtest_id_fkey" FOREIGN KEY ("tenant_id", "backtest_id") REFERENCES "risk_backtests"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_reports" ADD CONSTRAINT "risk_reports_tenant_id_case_id_fkey" FOREIGN KEY ("tenant_id", "case_id") REFERENCES "risk_cases"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_reports" ADD CONSTRAINT "risk_reports_tenant_id_corrects_id_fkey" FOREIGN KEY ("tenant_id", "corrects_id") REFERENCES "risk_reports"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_reports" ADD CONSTRAINT "risk_reports_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_report_chunks" ADD CONSTRAINT "risk_report_chunks_tenant_id_report_id_fkey" FOREIGN KEY ("tenant_id", "report_id") REFERENCES "risk_reports"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "risk_days" ADD CONSTRAINT "risk_days_tenant_id_rule_id_fkey" FOREIGN KEY ("tenant_id", "rule_id") REFERENCES "risk_rules"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE employees ADD CONSTRAINT employees_frozen_by_values CHECK (frozen_by IN ('OPERATOR', 'HOLDER', 'COMPLIANCE', 'LEFT', 'SERVICE'));
ALTER TABLE risk_alerts ADD CONSTRAINT risk_alerts_subject_type_values CHECK (subject_type IN ('EMPLOYEE', 'CARD', 'PAYEE', 'MERCHANT', 'COMPANY', 'OPERATOR'));
ALTER TABLE risk_alerts ADD CONSTRAINT risk_alerts_state_values CHECK (state IN ('IN_CASE', 'SUPPRESSED'));
ALTER TABLE risk_alerts ADD CONSTRAINT risk_alerts_severity_values CHECK (severity IN ('LOW', 'MEDIUM', 'HIGH', 'URGENT'));
ALTER TABLE risk_backtests ADD CONSTRAINT risk_backtests_state_values CHECK (state IN ('RUNNING', 'DONE', 'FAILED'));
ALTER TABLE risk_backtest_hits ADD CONSTRAINT risk_backtest_hits_side_values CHECK (side IN ('BOTH', 'NEW', 'OLD'));
ALTER TABLE risk_backtest_hits ADD CONSTRAINT risk_backtest_hits_subject_type_values CHECK (subject_type IN ('EMPLOYEE', 'CARD', 'PAYEE', 'MERCHANT', 'COMPANY', 'OPERATOR'));
ALTER TABLE risk_cases ADD CONSTRAINT risk_cases_subject_type_values CHECK (subject_type IN ('EMPLOYEE', 'CARD', 'PAYEE', 'MERCHANT', 'COMPANY', 'OPERATOR'));
ALTER TABLE risk_cases ADD CONSTRAINT risk_cases_state_values CHECK (state IN ('NEW', 'WORKING', 'SUSPENDED', 'CLOSING', 'CLOSED'));
ALTER TABLE risk_cases ADD CONSTRAINT risk_cases_severity_values CHECK (severity IN ('LOW', 'MEDIUM', 'HIGH', 'URGENT'));
ALTER TABLE risk_cases ADD CONSTRAINT risk_cases_proposed_outcome_values CHECK (proposed_outcome IN ('FALSE', 'EXPLAINED', 'VIOLATION', 'FRAUD', 'REPORTED'));
ALTER TABLE risk_cases ADD CONSTRAINT risk_cases_outcome_values CHECK (outcome IN ('FALSE', 'EXPLAINED', 'VIOLATION', 'FRAUD', 'REPORTED'));
ALTER TABLE risk_case_events ADD CONSTRAINT risk_case_events_action_values CHECK (action IN ('OPEN', 'ALERT', 'CLAIM', 'RELEASE', 'ASSIGN', 'ESCALATE', 'SUSPEND', 'WAKE', 'SUSPECT', 'CLOSE', 'CLOSED', 'REJECT', 'WITHDRAW', 'REOPEN', 'NOTE', 'ATTACH', 'LINK', 'LIST', 'FREEZE', 'UNFREEZE', 'REPORT'));
ALTER TABLE risk_case_events ADD CONSTRAINT risk_case_events_before_values CHECK (before IN ('NEW', 'WORKING', 'SUSPENDED', 'CLOSING', 'CLOSED'));
ALTER TABLE risk_case_events ADD CONSTRAINT risk_case_events_after_values CHECK (after IN ('NEW', 'WORKING', 'SUSPENDED', 'CLOSING', 'CLOSED'));
ALTER TABLE risk_hits ADD CONSTRAINT risk_hits_subject_type_values CHECK (subject_type IN ('EMPLOYEE', 'CARD', 'PAYEE', 'MERCHANT', 'COMPANY', 'OPERATOR'));
ALTER TABLE risk_hits ADD CONSTRAINT risk_hits_severity_values CHECK (severity IN ('LOW', 'MEDIUM', 'HIGH', 'URGENT'));
ALTER TABLE risk_hits ADD CONSTRAINT risk_hits_event_type_values CHECK (event_type IN ('PAYMENT', 'REFUND', 'TOP_UP', 'CARD_EVENT', 'ADJUSTMENT'));
ALTER TABLE risk_labels ADD CONSTRAINT risk_labels_source_values CHECK (source IN ('CASE', 'HAND'));
ALTER TABLE risk_labels ADD CONSTRAINT risk_labels_outcome_values CHECK (outcome IN ('FALSE', 'EXPLAINED', 'VIOLATION', 'FRAUD', 'REPORTED'));
ALTER TABLE risk_list_entries ADD CONSTRAINT risk_list_entries_list_values CHECK (list IN ('BLACK', 'WHITE', 'GREY'));
ALTER TABLE risk_list_entries ADD CONSTRAINT risk_list_entries_subject_type_values CHECK (subject_type IN ('EMPLOYEE', 'CARD', 'PAYEE', 'MERCHANT', 'COMPANY', 'OPERATOR'));
ALTER TABLE risk_list_entries ADD CONSTRAINT risk_list_entries_state_values CHECK (state IN ('PENDING', 'ACTIVE', 'REMOVING', 'REMOVED', 'REJECTED'));
ALTER TABLE risk_reports ADD CONSTRAINT risk_reports_kind_values CHECK (kind IN ('TRANSACTION', 'BEHAVIOUR'));
ALTER TABLE risk_reports ADD CONSTRAINT risk_reports_state_values CHECK (state IN ('SUBMITTED', 'WRITING', 'APPROVED', 'REJECTED', 'WITHDRAWN'));
ALTER TABLE risk_rule_versions ADD CONSTRAINT risk_rule_versions_state_values CHECK (state IN ('DRAFT', 'SHADOW', 'SUBMITTED', 'ENABLED', 'DISABLED'));
ALTER TABLE risk_rule_versions ADD CONSTRAINT risk_rule_versions_severity_values CHECK (severity IN ('LOW', 'MEDIUM', 'HIGH', 'URGENT'));
ALTER TABLE risk_rule_versions ADD CONSTRAINT risk_rule_versions_action_values CHECK (action IN ('ALERT', 'DECLINE'));

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Inboxes: an escalation leads upwards.
ALTER TABLE risk_inboxes ADD CONSTRAINT risk_inboxes_sla CHECK (least(sla_urgent, sla_high, sla_medium, sla_low) >= 1
  AND greatest(sla_urgent, sla_high, sla_medium, sla_low) <= 8760);
CREATE FUNCTION refuse_escalation_in_a_circle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE meets boolean;
BEGIN
  EXECUTE format('WITH RECURSIVE up AS (
      SELECT i.id, i.escalate_to_id FROM %1$s i WHERE i.tenant_id = $1 AND i.id = $2
      UNION SELECT i.id, i.escalate_to_id FROM up JOIN %1$s i ON i.tenant_id = $1 AND i.id = up.escalate_to_id)
    SELECT EXISTS (SELECT FROM up WHERE up.escalate_to_id = $3)', TG_RELID::regclass)
    INTO meets USING NEW.tenant_id, NEW.escalate_to_id, NEW.id;
  IF meets OR NEW.escalate_to_id = NEW.id THEN
    RAISE EXCEPTION 'refuse_escalation_in_a_circle: inbox % is escalated to itself', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER risk_inboxes_no_circle BEFORE INSERT OR UPDATE OF escalate_to_id ON risk_inboxes FOR EACH ROW
  WHEN (NEW.escalate_to_id IS NOT NULL) EXECUTE FUNCTION refuse_escalation_in_a_circle();

-- Rules.
ALTER TABLE risk_rules ADD CONSTRAINT risk_rules_code CHECK (code ~ '^[A-Z]{2,12}$' AND last_no >= 0);
ALTER TABLE risk_rule_versions ADD CONSTRAINT risk_rule_versions_figures CHECK (no >= 1 AND score BETWEEN 1 AND 100 AND sha256 ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT risk_rule_versions_declines CHECK (action = 'ALERT' OR online),
  ADD CONSTRAINT risk_rule_versions_enabled CHECK (state <> 'ENABLED' OR approval_id IS NOT NULL AND enabled_at IS NOT NULL),
  ADD CONSTRAINT risk_rule_versions_shadow CHECK (state NOT IN ('SHADOW', 'SUBMITTED', 'ENABLED') OR shadow_since IS NOT NULL),
  ADD CONSTRAINT risk_rule_versions_disabled CHECK (state <> 'DISABLED' OR disabled_at IS NOT NULL AND disable_reason IS NOT NULL);
CREATE UNIQUE INDEX risk_rule_versions_one_enabled ON risk_rule_versions (tenant_id, rule_id) WHERE state = 'ENABLED';
CREATE UNIQUE INDEX risk_rule_versions_one_shadow ON risk_rule_versions (tenant_id, rule_id) WHERE state IN ('SHADOW', 'SUBMITTED');
CREATE UNIQUE INDEX risk_rule_versions_one_draft ON risk_rule_versions (tenant_id, rule_id) WHERE state = 'DRAFT';
CREATE INDEX risk_rule_versions_running ON risk_rule_versions (tenant_id, id) WHERE state IN ('SHADOW', 'SUBMITTED', 'ENABLED');
-- What a version says changes only in a draft that was not tried; it is enabled by the approval that it names, which another than its makers gave.
CREATE FUNCTION keep_risk_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE approved boolean; moving text[] := ARRAY['state', 'shadow_since', 'enabled_at', 'disabled_at', 'disable_reason', 'approval_id'];
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'DRAFT' OR NEW.shadow_since IS NOT NULL THEN
      RAISE EXCEPTION 'keep_risk_version: a version begins as a draft' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'keep_risk_version: a version stays' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('DRAFT', 'SHADOW'), ('DRAFT', 'DISABLED'), ('SHADOW', 'SUBMITTED'),
      ('SHADOW', 'DISABLED'), ('SUBMITTED', 'ENABLED'), ('SUBMITTED', 'DRAFT'), ('SUBMITTED', 'SHADOW'), ('SUBMITTED', 'DISABLED'),
      ('ENABLED', 'DISABLED'), ('ENABLED', 'SHADOW'), ('DISABLED', 'SHADOW')) THEN
    RAISE EXCEPTION 'keep_risk_version: % can not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (OLD.state <> 'DRAFT' OR NEW.state <> 'DRAFT' OR OLD.shadow_since IS NOT NULL)
    AND (to_jsonb(NEW) - moving) IS DISTINCT FROM (to_jsonb(OLD) - moving) THEN
    RAISE EXCEPTION 'keep_risk_version: only a draft that was not tried can be changed' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'ENABLED' AND (OLD.state <> 'ENABLED' OR NEW.approval_id IS DISTINCT FROM OLD.approval_id) THEN
    EXECUTE format(
      'SELECT EXISTS (SELECT FROM %s a WHERE a.tenant_id = $1 AND a.id = $2 AND a.subject_type = ''riskRule'' AND a.subject_id = $3
         AND a.state = ''APPROVED'' AND a.decided_in = pg_current_xact_id()::text::bigint AND a.checker_id IS NOT NULL
         AND a.checker_id IS DISTINCT FROM $4)', referred_by(TG_RELID, 'approval_id'))
      INTO approved USING NEW.tenant_id, NEW.approval_id, NEW.rule_id, NEW.created_by_id;
    IF NOT approved THEN
      RAISE EXCEPTION 'keep_risk_version: a version is enabled only as approved' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER risk_rule_versions_keep BEFORE INSERT OR UPDATE OR DELETE ON risk_rule_versions FOR EACH ROW EXECUTE FUNCTION keep_risk_version();

-- Hits and alerts.
ALTER TABLE risk_hits ADD CONSTRAINT risk_hits_figures CHECK (score BETWEEN 1 AND 100 AND amount >= 0 AND key <> ''),
  ADD CONSTRAINT risk_hits_event CHECK ((event_type IS NULL) = (event_id IS NULL)),
  ADD CONSTRAINT risk_hits_shadow CHECK (NOT (shadow AND declined));
CREATE FUNCTION refuse_shadow_hit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE shadow boolean;
BEGIN
  EXECUTE format('SELECT h.shadow FROM %s h WHERE h.tenant_id = $1 AND h.id = $2', referred_by(TG_RELID, 'hit_id'))
    INTO shadow USING NEW.tenant_id, NEW.hit_id;
  IF shadow THEN
    RAISE EXCEPTION 'refuse_shadow_hit: what was found on trial is no alert' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER risk_alerts_no_shadow BEFORE INSERT OR UPDATE OF hit_id ON risk_alerts FOR EACH ROW EXECUTE FUNCTION refuse_shadow_hit();
CREATE TRIGGER risk_pending_hits_no_shadow BEFORE INSERT ON risk_pending_hits FOR EACH ROW EXECUTE FUNCTION refuse_shadow_hit();
ALTER TABLE risk_alerts ADD CONSTRAINT risk_alerts_in_case_or_suppressed CHECK (
  (case_id IS NOT NULL) = (state = 'IN_CASE') AND (entry_id IS NOT NULL) = (state = 'SUPPRESSED'));
-- An alert stays in the case that it came into.
CREATE FUNCTION refuse_other_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_other_alert: an alert stays where it came to' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER risk_alerts_stay BEFORE UPDATE OR DELETE ON risk_alerts FOR EACH ROW EXECUTE FUNCTION refuse_other_alert();
ALTER TABLE risk_labels ADD CONSTRAINT risk_labels_of_one CHECK (num_nonnulls(hit_id, backtest_hit_id) = 1),
  ADD CONSTRAINT risk_labels_case CHECK ((case_id IS NOT NULL) = (source = 'CASE'));

-- Cases.
ALTER TABLE risk_cases
  ADD CONSTRAINT risk_cases_score CHECK (score BETWEEN 0 AND 100 AND max_score BETWEEN 0 AND 100 AND alert_count >= 0 AND amount >= 0
    AND score = least(100, max_score + 5 * greatest(alert_count - 1, 0) + CASE WHEN grey THEN 20 ELSE 0 END)),
  ADD CONSTRAINT risk_cases_closed CHECK ((state = 'CLOSED') = (outcome IS NOT NULL) AND (state = 'CLOSED') = (close_reason IS NOT NULL)
    AND (state = 'CLOSED') = (closed_by_id IS NOT NULL) AND (state = 'CLOSED') = (closed_by IS NOT NULL) AND (state = 'CLOSED') = (closed_at IS NOT NULL)),
  ADD CONSTRAINT risk_cases_closing CHECK ((state = 'CLOSING') = (proposed_outcome IS NOT NULL) AND (state = 'CLOSING') = (proposed_reason IS NOT NULL)),
  ADD CONSTRAINT risk_cases_reasons CHECK (char_length(close_reason) BETWEEN 10 AND 500 AND char_length(proposed_reason) BETWEEN 10 AND 500),
  ADD CONSTRAINT risk_cases_assignee CHECK ((state IN ('WORKING', 'CLOSING')) = (assignee_id IS NOT NULL)),
  ADD CONSTRAINT risk_cases_suspended CHECK ((state = 'SUSPENDED') = (suspended_until IS NOT NULL) AND (state = 'SUSPENDED') = (suspended_at IS NOT NULL)
    AND suspended_until > suspended_at AND suspended_until - suspended_at <= interval '30 days' AND suspensions BETWEEN 0 AND 3),
  ADD CONSTRAINT risk_cases_counts CHECK (level >= 0 AND reopened >= 0 AND event_seq >= 0),
  ALTER COLUMN closer_ids SET NOT NULL;
CREATE UNIQUE INDEX risk_cases_one_open ON risk_cases (tenant_id, subject_type, subject_id, rule_id) WHERE state <> 'CLOSED';
-- What a person is handed next, of an inbox; what is overdue, left or to be woken.
CREATE INDEX risk_cases_to_claim ON risk_cases (tenant_id, inbox_id, queue_key, id) WHERE state = 'NEW';
CREATE INDEX risk_cases_open_due ON risk_cases (tenant_id, due_at, id) WHERE state <> 'CLOSED';
CREATE INDEX risk_cases_idle ON risk_cases (tenant_id, last_act_at, id) WHERE state = 'WORKING';
CREATE INDEX risk_cases_to_wake ON risk_cases (tenant_id, suspended_until, id) WHERE state = 'SUSPENDED';
ALTER TABLE risk_cases SET (fillfactor = 80);
-- Severity, score and time in one number, so that a queue is read in one direction: of two, the more urgent has the smaller one.
CREATE FUNCTION place_in_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.queue_key := (1000 * (4 - CASE NEW.severity WHEN 'URGENT' THEN 4 WHEN 'HIGH' THEN 3 WHEN 'MEDIUM' THEN 2 ELSE 1 END) + 100 - NEW.score)::bigint
    * 10000000000000 + floor(extract(epoch FROM NEW.due_at) * 1000)::bigint;
  RETURN NEW;
END $$;
CREATE TRIGGER risk_cases_place BEFORE INSERT OR UPDATE OF severity, score, due_at, queue_key ON risk_cases FOR EACH ROW EXECUTE FUNCTION place_in_queue();
-- A case stays about what it is about; its state takes one of the ways that there are, with an event.
CREATE FUNCTION refuse_other_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.case_no, NEW.rule_id, NEW.subject_type, NEW.subject_id, NEW.created_at)
      IS DISTINCT FROM (OLD.case_no, OLD.rule_id, OLD.subject_type, OLD.subject_id, OLD.created_at) THEN
    RAISE EXCEPTION 'refuse_other_case: case % stays about what it is about', OLD.case_no USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('NEW', 'WORKING'), ('WORKING', 'NEW'), ('WORKING', 'SUSPENDED'),
      ('WORKING', 'CLOSED'), ('WORKING', 'CLOSING'), ('CLOSING', 'CLOSED'), ('CLOSING', 'WORKING'), ('SUSPENDED', 'WORKING'),
      ('SUSPENDED', 'NEW'), ('CLOSED', 'NEW')) THEN
    RAISE EXCEPTION 'refuse_other_case: a case that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.event_seq < OLD.event_seq OR NEW.state <> OLD.state AND NEW.event_seq = OLD.event_seq
      OR NEW.alert_count <> OLD.alert_count AND NEW.event_seq = OLD.event_seq THEN
    RAISE EXCEPTION 'refuse_other_case: a step of case % has its event', OLD.case_no USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.alert_count < OLD.alert_count THEN
    RAISE EXCEPTION 'refuse_other_case: case % keeps its alerts', OLD.case_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER risk_cases_stay BEFORE UPDATE ON risk_cases FOR EACH ROW EXECUTE FUNCTION refuse_other_case();
CREATE FUNCTION refuse_case_with_a_past() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_case_with_a_past: a case begins as a new one' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER risk_cases_begin BEFORE INSERT ON risk_cases FOR EACH ROW WHEN (NEW.state <> 'NEW') EXECUTE FUNCTION refuse_case_with_a_past();
-- Events: each step of a case once, one after the other, and the last one says what it is.
ALTER TABLE risk_case_events ADD CONSTRAINT risk_case_events_seq CHECK (seq >= 1 AND (seq = 1) = (before IS NULL));
CREATE FUNCTION refuse_untrue_case_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last int; present text; former text;
BEGIN
  EXECUTE format('SELECT event_seq, state FROM %s WHERE tenant_id = $1 AND id = $2', referred_by(TG_RELID, 'case_id'))
    INTO last, present USING NEW.tenant_id, NEW.case_id;
  EXECUTE format('SELECT after FROM %s WHERE tenant_id = $1 AND case_id = $2 AND seq = $3', TG_RELID::regclass)
    INTO former USING NEW.tenant_id, NEW.case_id, NEW.seq - 1;
  IF NEW.seq > last OR NEW.seq = last AND NEW.after <> present OR NEW.before IS DISTINCT FROM former THEN
    RAISE EXCEPTION 'refuse_untrue_case_event: step % of case % was not taken', NEW.seq, NEW.case_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER risk_case_events_true AFTER INSERT ON risk_case_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_untrue_case_event();
ALTER TABLE risk_case_links ADD CONSTRAINT risk_case_links_order CHECK (case_id < other_id);

-- Lists.
ALTER TABLE risk_list_entries
  ADD CONSTRAINT risk_list_entries_span CHECK (valid_to > valid_from),
  ADD CONSTRAINT risk_list_entries_white CHECK ((rule_id IS NOT NULL) = (list = 'WHITE')
    AND (list <> 'WHITE' OR valid_to IS NOT NULL AND valid_to - valid_from <= interval '180 days')),
  ADD CONSTRAINT risk_list_entries_black CHECK (list <> 'BLACK' OR subject_type IN ('EMPLOYEE', 'CARD', 'PAYEE', 'OPERATOR')),
  ADD CONSTRAINT risk_list_entries_reason CHECK (btrim(reason) <> ''),
  ADD CONSTRAINT risk_list_entries_removed CHECK ((state = 'REMOVED') = (removed_at IS NOT NULL) AND (state = 'REMOVED') = (removed_by IS NOT NULL)
    AND (state <> 'REMOVED' OR remove_reason IS NOT NULL)),
  ADD CONSTRAINT risk_list_entries_approved CHECK ((list <> 'WHITE' OR state NOT IN ('ACTIVE', 'REMOVING', 'REMOVED') OR approval_id IS NOT NULL)
    AND (list <> 'BLACK' OR state <> 'REMOVED' OR removal_id IS NOT NULL)),
  ADD CONSTRAINT risk_list_entries_no_overlap EXCLUDE USING gist (tenant_id WITH =, list WITH =, subject_type WITH =, subject_id WITH =,
    (coalesce(rule_id, '00000000-0000-0000-0000-000000000000'::uuid)) WITH =, tstzrange(valid_from, valid_to) WITH &&)
    WHERE (state IN ('PENDING', 'ACTIVE', 'REMOVING'));
CREATE INDEX risk_list_entries_of_subject ON risk_list_entries (tenant_id, subject_id, subject_type) WHERE state IN ('ACTIVE', 'REMOVING');
-- White entries spare nobody the rule about those who left; they hold, and black ones end, only as approved.
CREATE FUNCTION keep_risk_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE spared text; approved boolean; named uuid; moving text[] := ARRAY['state', 'approval_id', 'removal_id', 'removed_at', 'removed_by', 'remove_reason', 'version'];
BEGIN
  IF TG_OP = 'INSERT' THEN
    EXECUTE format('SELECT r.code FROM %s r WHERE r.tenant_id = $1 AND r.id = $2', referred_by(TG_RELID, 'rule_id'))
      INTO spared USING NEW.tenant_id, NEW.rule_id;
    IF spared = 'LEFT' OR NEW.state <> (CASE NEW.list WHEN 'WHITE' THEN 'PENDING' ELSE 'ACTIVE' END) THEN
      RAISE EXCEPTION 'keep_risk_entry: such an entry can not be added' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (to_jsonb(NEW) - moving) IS DISTINCT FROM (to_jsonb(OLD) - moving) OR NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (
      ('PENDING', 'ACTIVE'), ('PENDING', 'REJECTED'), ('ACTIVE', 'REMOVING'), ('ACTIVE', 'REMOVED'), ('REMOVING', 'ACTIVE'), ('REMOVING', 'REMOVED')) THEN
    RAISE EXCEPTION 'keep_risk_entry: an entry stays what it was added as' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.list = 'WHITE' AND (OLD.state, NEW.state) = ('PENDING', 'ACTIVE') OR NEW.list = 'BLACK' AND NEW.state = 'REMOVED' AND OLD.state <> 'REMOVED' THEN
    named := CASE NEW.list WHEN 'WHITE' THEN NEW.approval_id ELSE NEW.removal_id END;
    EXECUTE format(
      'SELECT EXISTS (SELECT FROM %s a WHERE a.tenant_id = $1 AND a.id = $2 AND a.subject_type = ''riskList'' AND a.subject_id = $3
         AND a.state = ''APPROVED'' AND a.decided_in = pg_current_xact_id()::text::bigint)', referred_by(TG_RELID, 'approval_id'))
      INTO approved USING NEW.tenant_id, named, CASE NEW.list WHEN 'WHITE' THEN NEW.request_id ELSE NEW.id END;
    IF NOT approved THEN
      RAISE EXCEPTION 'keep_risk_entry: a white entry holds, and a black one ends, only as approved' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER risk_list_entries_keep BEFORE INSERT OR UPDATE ON risk_list_entries FOR EACH ROW EXECUTE FUNCTION keep_risk_entry();

-- Runs, errors, timings, backtests.
ALTER TABLE risk_runs ADD CONSTRAINT risk_runs_span CHECK (from_at < to_at AND found >= 0);
ALTER TABLE risk_timings ADD CONSTRAINT risk_timings_figures CHECK (bucket BETWEEN 0 AND 40 AND count >= 1);
ALTER TABLE risk_backtests ADD CONSTRAINT risk_backtests_span CHECK (from_at < to_at AND to_at - from_at <= interval '366 days' AND sha256 ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT risk_backtests_end CHECK ((state = 'RUNNING') = (finished_at IS NULL) AND (state <> 'DONE' OR outcome IS NOT NULL));
CREATE UNIQUE INDEX risk_backtests_one_running ON risk_backtests (tenant_id, version_id) WHERE state = 'RUNNING';
ALTER TABLE risk_backtest_hits ADD CONSTRAINT risk_backtest_hits_figures CHECK (amount >= 0 AND key <> '');

-- Reports: as they were handed in, approved by somebody else, written once.
ALTER TABLE risk_reports ADD CONSTRAINT risk_reports_no CHECK (report_no ~ '^KY[0-9]{8,}$'),
  ADD CONSTRAINT risk_reports_narrative CHECK (char_length(narrative) BETWEEN 50 AND 4000 AND cardinality(measures) <= 20),
  ADD CONSTRAINT risk_reports_written CHECK ((state = 'APPROVED') = (sha256 IS NOT NULL) AND (state = 'APPROVED') = (size IS NOT NULL)
    AND (sha256 IS NULL OR sha256 ~ '^[0-9a-f]{64}$') AND (state NOT IN ('WRITING', 'APPROVED') OR approval_id IS NOT NULL AND approved_at IS NOT NULL
    AND kept_until IS NOT NULL)),
  ADD CONSTRAINT risk_reports_corrects CHECK (corrects_id <> id),
  ALTER COLUMN hit_ids SET NOT NULL, ALTER COLUMN measures SET NOT NULL;
ALTER TABLE risk_report_chunks ADD CONSTRAINT risk_report_chunks_seq CHECK (seq >= 1), ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE FUNCTION keep_risk_report() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE approved boolean; moving text[] := ARRAY['state', 'approval_id', 'sha256', 'size', 'approved_at', 'kept_until', 'version'];
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'SUBMITTED' THEN
      RAISE EXCEPTION 'keep_risk_report: a report begins as handed in' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.state IN ('APPROVED', 'REJECTED', 'WITHDRAWN') OR (to_jsonb(NEW) - moving) IS DISTINCT FROM (to_jsonb(OLD) - moving)
    OR NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('SUBMITTED', 'WRITING'), ('SUBMITTED', 'REJECTED'), ('SUBMITTED', 'WITHDRAWN'), ('WRITING', 'APPROVED')) THEN
    RAISE EXCEPTION 'keep_risk_report: report % stays as it is', OLD.report_no USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'WRITING' AND OLD.state <> 'WRITING' THEN
    EXECUTE format(
      'SELECT EXISTS (SELECT FROM %s a WHERE a.tenant_id = $1 AND a.id = $2 AND a.subject_type = ''suspiciousReport'' AND a.subject_id = $3
         AND a.state = ''APPROVED'' AND a.decided_in = pg_current_xact_id()::text::bigint AND a.checker_id IS DISTINCT FROM $4)',
      referred_by(TG_RELID, 'approval_id'))
      INTO approved USING NEW.tenant_id, NEW.approval_id, NEW.id, NEW.created_by_id;
    IF NOT approved THEN
      RAISE EXCEPTION 'keep_risk_report: a report is written only as approved' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER risk_reports_keep BEFORE INSERT OR UPDATE ON risk_reports FOR EACH ROW EXECUTE FUNCTION keep_risk_report();
-- The file of a report is written before the report says so, and stays then.
CREATE FUNCTION refuse_sealed_report() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE state text;
BEGIN
  EXECUTE format('SELECT r.state FROM %s r WHERE r.tenant_id = $1 AND r.id = $2 FOR SHARE', referred_by(TG_RELID, 'report_id'))
    INTO state USING NEW.tenant_id, NEW.report_id;
  IF state <> 'WRITING' THEN
    RAISE EXCEPTION 'refuse_sealed_report: the file of a report that is % is not written', state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER risk_report_chunks_while_written BEFORE INSERT OR UPDATE ON risk_report_chunks FOR EACH ROW EXECUTE FUNCTION refuse_sealed_report();

-- Day sums only count what there is.
ALTER TABLE risk_days ADD CONSTRAINT risk_days_not_negative CHECK (least(alerts, suppressed, opened, closed, positive) >= 0);
ALTER TABLE risk_hours ADD CONSTRAINT risk_hours_not_negative CHECK (hour BETWEEN 0 AND 23 AND alerts >= 0);
ALTER TABLE risk_person_days ADD CONSTRAINT risk_person_days_not_negative CHECK (least(closed, positive) >= 0);

-- A person or card that compliance froze is lifted by it alone: who froze it goes only with the state.
ALTER TABLE employees ADD CONSTRAINT employees_frozen_by CHECK (frozen_by IS NULL OR state IN ('FROZEN', 'LEFT'));

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['risk_hits', 'risk_case_events', 'risk_runs'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', name || '_append_only', name);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name || '_no_truncate', name);
    EXECUTE format('REVOKE UPDATE, DELETE ON %I FROM xyxlx_app', name);
  END LOOP;
END $$;
REVOKE UPDATE, DELETE ON risk_alerts FROM xyxlx_app;
REVOKE DELETE ON risk_rules, risk_rule_versions, risk_cases, risk_list_entries, risk_reports FROM xyxlx_app;
