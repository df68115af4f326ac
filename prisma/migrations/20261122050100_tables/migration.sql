-- CreateTable
CREATE TABLE "verification_codes" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "mobile" TEXT NOT NULL,
    "scene" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "verification_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "external_accounts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "provider" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "display_name" TEXT,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "external_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_ons" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "provider" TEXT NOT NULL,
    "state_hash" TEXT NOT NULL,
    "code_verifier" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "external_id" TEXT,
    "display_name" TEXT,
    "ticket_hash" TEXT,
    "bound_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_ons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "avatars" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "data" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "avatars_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "preferences" (
    "tenant_id" UUID NOT NULL,
    "membership_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "preferences_pkey" PRIMARY KEY ("tenant_id","membership_id","name")
);

-- CreateTable
CREATE TABLE "approvals" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "subject_label" TEXT NOT NULL,
    "company_id" UUID,
    "merchant_id" UUID,
    "amount" BIGINT,
    "state" TEXT NOT NULL DEFAULT 'PENDING',
    "maker_id" UUID,
    "maker_name" TEXT NOT NULL,
    "maker_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "reason" TEXT,
    "act" JSONB,
    "checker_id" UUID,
    "checker_name" TEXT,
    "decision_reason" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "approval_events" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "actor_id" UUID NOT NULL,
    "actor_name" TEXT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approval_events_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "approval_thresholds" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "subject_type" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "day_amount" BIGINT NOT NULL,
    "count" INTEGER,
    "day_count" INTEGER,
    "proposed_amount" BIGINT,
    "proposed_day_amount" BIGINT,
    "proposed_count" INTEGER,
    "proposed_day_count" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "approval_thresholds_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "maker_days" (
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "maker_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "amount" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,
    "alone_amount" BIGINT NOT NULL DEFAULT 0,
    "alone_count" INTEGER NOT NULL DEFAULT 0,
    "allowed_amount" BIGINT NOT NULL DEFAULT 0,
    "allowed_count" INTEGER,

    CONSTRAINT "maker_days_pkey" PRIMARY KEY ("tenant_id","kind","maker_id","day")
);

-- CreateTable
CREATE TABLE "record_changes" (
    "tenant_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "record_changes_pkey" PRIMARY KEY ("tenant_id","approval_id")
);

-- CreateTable
CREATE TABLE "merchant_flows" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "flow_no" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,

    CONSTRAINT "merchant_flows_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "bills" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "bill_no" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "opening" BIGINT NOT NULL,
    "top_up" BIGINT NOT NULL,
    "issued" BIGINT NOT NULL,
    "consumed" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "recovered" BIGINT NOT NULL,
    "fee" BIGINT NOT NULL,
    "closing" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'OPEN',
    "dispute_reason" TEXT,
    "issued_at" TIMESTAMPTZ(3),
    "issued_by" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),
    "confirmed_by" TEXT,
    "settled_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "bills_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "channel_bindings" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "secret_cipher" TEXT,
    "secret_set_at" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL DEFAULT 'UNBOUND',
    "authorized_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "last_check_at" TIMESTAMPTZ(3),
    "last_check_ok" BOOLEAN,
    "last_check_message" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "channel_bindings_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "consumption_records" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "store_id" UUID,
    "employee_id" UUID NOT NULL,
    "payment_no" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "enterprise" BIGINT NOT NULL,
    "personal" BIGINT NOT NULL,
    "discount" BIGINT NOT NULL DEFAULT 0,
    "refunded" BIGINT NOT NULL DEFAULT 0,
    "category" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "card_last_four" TEXT,
    "rule_version" TEXT,
    "related_id" UUID,
    "invoice_state" TEXT NOT NULL DEFAULT 'NONE',
    "failure" TEXT,
    "reason" TEXT,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,

    CONSTRAINT "consumption_records_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "consumption_days" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "merchant_id" UUID NOT NULL,
    "record_count" INTEGER NOT NULL DEFAULT 0,
    "consume_count" INTEGER NOT NULL DEFAULT 0,
    "consume_amount" BIGINT NOT NULL DEFAULT 0,
    "refund_count" INTEGER NOT NULL DEFAULT 0,
    "refund_amount" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "consumption_days_pkey" PRIMARY KEY ("tenant_id","day","merchant_id")
);

-- CreateTable
CREATE TABLE "departments" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "parent_id" UUID,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "departments_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "employees" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "department_id" UUID,
    "employee_no" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mobile" TEXT NOT NULL,
    "email" TEXT,
    "labels" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "grade" TEXT,
    "state" TEXT NOT NULL DEFAULT 'PENDING',
    "state_reason" TEXT,
    "hired_on" DATE NOT NULL,
    "left_on" DATE,
    "import_job_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "employees_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "fund_accounts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "balance" BIGINT NOT NULL DEFAULT 0,
    "frozen" BIGINT NOT NULL DEFAULT 0,
    "threshold" BIGINT,
    "flow_seq" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "fund_accounts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "fund_flows" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "delta" BIGINT NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "source_type" TEXT NOT NULL,
    "source_id" UUID NOT NULL,
    "remark" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,

    CONSTRAINT "fund_flows_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "endpoint" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("tenant_id","user_id","endpoint","key")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "mobile" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "avatar_url" TEXT,
    "password_hash" TEXT NOT NULL,
    "password_changed_at" TIMESTAMPTZ(3),
    "password_expires_at" TIMESTAMPTZ(3),
    "proven_at" TIMESTAMPTZ(3),
    "failed_tries" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),
    "last_login_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "company_id" UUID,
    "state" TEXT NOT NULL DEFAULT 'ACTIVE',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "roles" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "built_in" BOOLEAN NOT NULL DEFAULT false,
    "data_scope" TEXT NOT NULL,
    "merchant_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "amount_ceiling" BIGINT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "roles_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "membership_roles" (
    "tenant_id" UUID NOT NULL,
    "membership_id" UUID NOT NULL,
    "role_id" UUID NOT NULL,

    CONSTRAINT "membership_roles_pkey" PRIMARY KEY ("tenant_id","membership_id","role_id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "mobile" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "company_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invitation_roles" (
    "tenant_id" UUID NOT NULL,
    "invitation_id" UUID NOT NULL,
    "role_id" UUID NOT NULL,

    CONSTRAINT "invitation_roles_pkey" PRIMARY KEY ("tenant_id","invitation_id","role_id")
);

-- CreateTable
CREATE TABLE "invoice_applications" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "application_no" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "tax_no" TEXT,
    "address" TEXT,
    "phone" TEXT,
    "bank" TEXT,
    "account" TEXT,
    "amount" BIGINT NOT NULL,
    "email" TEXT NOT NULL,
    "invoice_no" TEXT,
    "reason" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "invoice_applications_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoice_lines" (
    "tenant_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "consumption_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "invoice_lines_pkey" PRIMARY KEY ("tenant_id","application_id","consumption_id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'QUEUED',
    "permission" TEXT,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "message" JSONB,
    "payload" JSONB NOT NULL,
    "checkpoint" JSONB,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "cancel_requested_at" TIMESTAMPTZ(3),
    "file_name" TEXT,
    "file_sha256" TEXT,
    "origin" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" UUID NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "import_rows" (
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "row_no" INTEGER NOT NULL,
    "cells" TEXT[],
    "original" TEXT[],
    "problems" JSONB,
    "note" TEXT,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("tenant_id","job_id","row_no")
);

-- CreateTable
CREATE TABLE "export_chunks" (
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "export_chunks_pkey" PRIMARY KEY ("tenant_id","job_id","seq")
);

-- CreateTable
CREATE TABLE "limit_accounts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "employee_id" UUID NOT NULL,
    "total" BIGINT NOT NULL DEFAULT 0,
    "available" BIGINT NOT NULL DEFAULT 0,
    "locked" BIGINT NOT NULL DEFAULT 0,
    "used" BIGINT NOT NULL DEFAULT 0,
    "recovered" BIGINT NOT NULL DEFAULT 0,
    "adjust_seq" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "limit_accounts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "limit_adjustments" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "employee_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "before" BIGINT NOT NULL,
    "delta" BIGINT NOT NULL,
    "after" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "undoes_id" UUID,
    "batch_id" UUID,
    "approval_id" UUID,
    "within_amount" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "created_by_id" UUID,

    CONSTRAINT "limit_adjustments_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "limit_batches" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "batch_no" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "same_as_batch_no" TEXT,
    "state" TEXT NOT NULL DEFAULT 'CHECKING',
    "reason" TEXT NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "increase_amount" BIGINT NOT NULL DEFAULT 0,
    "decrease_amount" BIGINT NOT NULL DEFAULT 0,
    "undone_amount" BIGINT NOT NULL DEFAULT 0,
    "job_id" UUID,
    "message" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "created_by_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "limit_batches_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "limit_batch_rows" (
    "tenant_id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "row_no" INTEGER NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "employee_id" UUID,
    "employee_no" TEXT NOT NULL,
    "employee_name" TEXT NOT NULL,
    "new_limit_text" TEXT NOT NULL,
    "present_limit" BIGINT,
    "new_limit" BIGINT,
    "state" TEXT NOT NULL DEFAULT 'READY',
    "message" TEXT NOT NULL DEFAULT '',
    "adjustment_id" UUID,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "limit_batch_rows_pkey" PRIMARY KEY ("tenant_id","batch_id","row_no")
);

-- CreateTable
CREATE TABLE "lottery_activities" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "budget" BIGINT NOT NULL,
    "spent" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lottery_activities_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "lottery_prizes" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "activity_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value" BIGINT NOT NULL,
    "stock" INTEGER NOT NULL,

    CONSTRAINT "lottery_prizes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "lottery_records" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "store_id" UUID,
    "employee_id" UUID NOT NULL,
    "activity_id" UUID NOT NULL,
    "prize_id" UUID,
    "consumption_id" UUID,
    "lottery_no" TEXT NOT NULL,
    "prize_type" TEXT NOT NULL,
    "prize_name" TEXT NOT NULL,
    "value" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "failure" TEXT,
    "carrier" TEXT,
    "delivery_no" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "drawn_at" TIMESTAMPTZ(3) NOT NULL,
    "awarded_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "lottery_records_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "platforms" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "platforms_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "brands" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "brands_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "merchants" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "company_id" UUID,
    "merchant_no" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "short_name" TEXT NOT NULL,
    "credit_code" TEXT NOT NULL,
    "contact_name" TEXT NOT NULL,
    "contact_mobile" TEXT NOT NULL,
    "brand_id" UUID,
    "platform_id" UUID,
    "mcc" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "settlement_bank" TEXT NOT NULL,
    "settlement_account" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'PENDING',
    "state_reason" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "merchants_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "title_zh" TEXT NOT NULL,
    "title_en" TEXT NOT NULL,
    "link" TEXT,
    "read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "operation_logs" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "trace_id" TEXT NOT NULL,
    "actor_id" UUID,
    "actor_name" TEXT NOT NULL,
    "actor_roles" TEXT[],
    "actor_tenant_id" UUID,
    "actor_tenant_name" TEXT,
    "module" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_type" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "target_label" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "reason" TEXT,
    "ip" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "result" TEXT NOT NULL DEFAULT 'SUCCESS',
    "failure" JSONB,
    "duration_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_logs_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "operation_log_seals" (
    "tenant_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "log_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "previous" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_log_seals_pkey" PRIMARY KEY ("tenant_id","seq")
);

-- CreateTable
CREATE TABLE "operation_log_heads" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_log_heads_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "gen" INTEGER NOT NULL DEFAULT 1,
    "confirmed_gen" INTEGER NOT NULL DEFAULT 0,
    "expired_gen" INTEGER NOT NULL DEFAULT 0,
    "rotated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_refresh_at" TIMESTAMPTZ(3) NOT NULL,
    "absolute_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_reason" TEXT,
    "device" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_records" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID,
    "tenant_id" UUID,
    "mobile" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "security_events" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "kind" TEXT NOT NULL,
    "user_id" UUID,
    "session_id" UUID,
    "ip" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "security_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "captcha_challenges" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "scene_id" TEXT NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "ticket_hash" TEXT,
    "solved_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),
    "failed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "captcha_challenges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_messages" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "mobile" TEXT NOT NULL,
    "scene" TEXT NOT NULL,
    "code" TEXT,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbox_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_windows" (
    "key" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "rate_windows_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "shared_settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "shared_settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "error_reports" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "ticket" TEXT NOT NULL,
    "serial" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "error_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sub_apps" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "code" TEXT NOT NULL,
    "name_zh" TEXT NOT NULL,
    "name_en" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "permission" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "sub_apps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stores" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "store_no" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'ACTIVE',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "stores_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tenants" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'ACTIVE',
    "expires_at" TIMESTAMPTZ(3),
    "package_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenant_packages" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "permission_groups" TEXT[],
    "max_accounts" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "tenant_packages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenant_domains" (
    "domain" TEXT NOT NULL,
    "tenant_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_domains_pkey" PRIMARY KEY ("domain")
);

-- CreateTable
CREATE TABLE "companies" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "parent_id" UUID,
    "name" TEXT NOT NULL,
    "credit_code" TEXT,
    "contact_name" TEXT,
    "contact_mobile" TEXT,
    "address" TEXT,
    "certification" TEXT NOT NULL DEFAULT 'UNVERIFIED',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "companies_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoice_titles" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "tax_no" TEXT NOT NULL,
    "address" TEXT,
    "phone" TEXT,
    "bank" TEXT,
    "bank_account" TEXT,
    "email" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "invoice_titles_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tenant_counters" (
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "value" INTEGER NOT NULL,

    CONSTRAINT "tenant_counters_pkey" PRIMARY KEY ("tenant_id","kind")
);

-- CreateIndex
CREATE INDEX "verification_codes_mobile_scene_created_at_idx" ON "verification_codes"("mobile", "scene", "created_at" DESC);

-- CreateIndex
CREATE INDEX "verification_codes_expires_at_idx" ON "verification_codes"("expires_at");

-- CreateIndex
CREATE INDEX "external_accounts_user_id_idx" ON "external_accounts"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "external_accounts_provider_external_id_key" ON "external_accounts"("provider", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "sign_ons_state_hash_key" ON "sign_ons"("state_hash");

-- CreateIndex
CREATE UNIQUE INDEX "sign_ons_ticket_hash_key" ON "sign_ons"("ticket_hash");

-- CreateIndex
CREATE INDEX "sign_ons_started_at_idx" ON "sign_ons"("started_at");

-- CreateIndex
CREATE INDEX "avatars_user_id_idx" ON "avatars"("user_id");

-- CreateIndex
CREATE INDEX "approvals_tenant_id_state_created_at_id_idx" ON "approvals"("tenant_id", "state", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "approvals_tenant_id_subject_type_subject_id_idx" ON "approvals"("tenant_id", "subject_type", "subject_id");

-- CreateIndex
CREATE INDEX "approvals_tenant_id_maker_id_created_at_idx" ON "approvals"("tenant_id", "maker_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "approvals_tenant_id_merchant_id_idx" ON "approvals"("tenant_id", "merchant_id");

-- CreateIndex
CREATE INDEX "approval_events_tenant_id_approval_id_created_at_idx" ON "approval_events"("tenant_id", "approval_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "approval_thresholds_tenant_id_subject_type_key" ON "approval_thresholds"("tenant_id", "subject_type");

-- CreateIndex
CREATE INDEX "merchant_flows_tenant_id_merchant_id_occurred_at_id_idx" ON "merchant_flows"("tenant_id", "merchant_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "merchant_flows_tenant_id_flow_no_key" ON "merchant_flows"("tenant_id", "flow_no");

-- CreateIndex
CREATE INDEX "bills_tenant_id_period_id_idx" ON "bills"("tenant_id", "period" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "bills_tenant_id_bill_no_key" ON "bills"("tenant_id", "bill_no");

-- CreateIndex
CREATE UNIQUE INDEX "bills_tenant_id_merchant_id_period_key" ON "bills"("tenant_id", "merchant_id", "period");

-- CreateIndex
CREATE INDEX "channel_bindings_tenant_id_created_at_id_idx" ON "channel_bindings"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "consumption_records_tenant_id_paid_at_id_idx" ON "consumption_records"("tenant_id", "paid_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "consumption_records_paid_at_id_idx" ON "consumption_records"("paid_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "consumption_records_tenant_id_merchant_id_paid_at_id_idx" ON "consumption_records"("tenant_id", "merchant_id", "paid_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "consumption_records_tenant_id_employee_id_paid_at_id_idx" ON "consumption_records"("tenant_id", "employee_id", "paid_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "consumption_records_tenant_id_payment_no_key" ON "consumption_records"("tenant_id", "payment_no");

-- CreateIndex
CREATE INDEX "consumption_days_tenant_id_merchant_id_day_idx" ON "consumption_days"("tenant_id", "merchant_id", "day");

-- CreateIndex
CREATE INDEX "departments_tenant_id_merchant_id_parent_id_idx" ON "departments"("tenant_id", "merchant_id", "parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "departments_tenant_id_merchant_id_id_key" ON "departments"("tenant_id", "merchant_id", "id");

-- CreateIndex
CREATE INDEX "employees_tenant_id_merchant_id_created_at_id_idx" ON "employees"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "employees_tenant_id_created_at_id_idx" ON "employees"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "employees_created_at_id_idx" ON "employees"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "employees_tenant_id_mobile_idx" ON "employees"("tenant_id", "mobile");

-- CreateIndex
CREATE INDEX "employees_tenant_id_department_id_idx" ON "employees"("tenant_id", "department_id");

-- CreateIndex
CREATE UNIQUE INDEX "employees_tenant_id_merchant_id_id_key" ON "employees"("tenant_id", "merchant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "employees_tenant_id_merchant_id_employee_no_key" ON "employees"("tenant_id", "merchant_id", "employee_no");

-- CreateIndex
CREATE UNIQUE INDEX "fund_accounts_tenant_id_company_id_kind_key" ON "fund_accounts"("tenant_id", "company_id", "kind");

-- CreateIndex
CREATE INDEX "fund_flows_tenant_id_created_at_id_idx" ON "fund_flows"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "fund_flows_tenant_id_source_id_idx" ON "fund_flows"("tenant_id", "source_id");

-- CreateIndex
CREATE UNIQUE INDEX "fund_flows_tenant_id_account_id_seq_key" ON "fund_flows"("tenant_id", "account_id", "seq");

-- CreateIndex
CREATE INDEX "idempotency_keys_tenant_id_expires_at_idx" ON "idempotency_keys"("tenant_id", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "users_mobile_key" ON "users"("mobile");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "memberships_tenant_id_user_id_key" ON "memberships"("tenant_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "roles_tenant_id_code_key" ON "roles"("tenant_id", "code");

-- CreateIndex
CREATE INDEX "membership_roles_tenant_id_role_id_idx" ON "membership_roles"("tenant_id", "role_id");

-- CreateIndex
CREATE INDEX "invitations_mobile_idx" ON "invitations"("mobile");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_tenant_id_mobile_key" ON "invitations"("tenant_id", "mobile");

-- CreateIndex
CREATE INDEX "invitation_roles_tenant_id_role_id_idx" ON "invitation_roles"("tenant_id", "role_id");

-- CreateIndex
CREATE INDEX "invoice_applications_tenant_id_created_at_id_idx" ON "invoice_applications"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "invoice_applications_tenant_id_application_no_key" ON "invoice_applications"("tenant_id", "application_no");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_applications_tenant_id_invoice_no_key" ON "invoice_applications"("tenant_id", "invoice_no");

-- CreateIndex
CREATE INDEX "invoice_lines_tenant_id_consumption_id_idx" ON "invoice_lines"("tenant_id", "consumption_id");

-- CreateIndex
CREATE INDEX "jobs_tenant_id_created_at_id_idx" ON "jobs"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "jobs_tenant_id_created_by_id_created_at_id_idx" ON "jobs"("tenant_id", "created_by_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "jobs_tenant_id_kind_file_sha256_idx" ON "jobs"("tenant_id", "kind", "file_sha256");

-- CreateIndex
CREATE UNIQUE INDEX "limit_accounts_tenant_id_merchant_id_employee_id_key" ON "limit_accounts"("tenant_id", "merchant_id", "employee_id");

-- CreateIndex
CREATE UNIQUE INDEX "limit_accounts_tenant_id_employee_id_key" ON "limit_accounts"("tenant_id", "employee_id");

-- CreateIndex
CREATE INDEX "limit_adjustments_tenant_id_merchant_id_created_at_id_idx" ON "limit_adjustments"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "limit_adjustments_tenant_id_employee_id_created_at_id_idx" ON "limit_adjustments"("tenant_id", "employee_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "limit_adjustments_tenant_id_created_at_id_idx" ON "limit_adjustments"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "limit_adjustments_created_at_id_idx" ON "limit_adjustments"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "limit_adjustments_tenant_id_account_id_seq_key" ON "limit_adjustments"("tenant_id", "account_id", "seq");

-- CreateIndex
CREATE INDEX "limit_batches_tenant_id_merchant_id_created_at_id_idx" ON "limit_batches"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "limit_batches_tenant_id_created_at_id_idx" ON "limit_batches"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "limit_batches_tenant_id_sha256_idx" ON "limit_batches"("tenant_id", "sha256");

-- CreateIndex
CREATE UNIQUE INDEX "limit_batches_tenant_id_batch_no_key" ON "limit_batches"("tenant_id", "batch_no");

-- CreateIndex
CREATE UNIQUE INDEX "lottery_activities_tenant_id_name_key" ON "lottery_activities"("tenant_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "lottery_prizes_tenant_id_activity_id_name_key" ON "lottery_prizes"("tenant_id", "activity_id", "name");

-- CreateIndex
CREATE INDEX "lottery_records_tenant_id_drawn_at_id_idx" ON "lottery_records"("tenant_id", "drawn_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "lottery_records_drawn_at_id_idx" ON "lottery_records"("drawn_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "lottery_records_tenant_id_merchant_id_drawn_at_id_idx" ON "lottery_records"("tenant_id", "merchant_id", "drawn_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "lottery_records_tenant_id_employee_id_drawn_at_id_idx" ON "lottery_records"("tenant_id", "employee_id", "drawn_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "lottery_records_tenant_id_consumption_id_idx" ON "lottery_records"("tenant_id", "consumption_id");

-- CreateIndex
CREATE UNIQUE INDEX "lottery_records_tenant_id_lottery_no_key" ON "lottery_records"("tenant_id", "lottery_no");

-- CreateIndex
CREATE UNIQUE INDEX "platforms_tenant_id_code_key" ON "platforms"("tenant_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "brands_tenant_id_name_key" ON "brands"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "merchants_tenant_id_state_created_at_idx" ON "merchants"("tenant_id", "state", "created_at" DESC);

-- CreateIndex
CREATE INDEX "merchants_tenant_id_created_at_id_idx" ON "merchants"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "merchants_tenant_id_company_id_idx" ON "merchants"("tenant_id", "company_id");

-- CreateIndex
CREATE UNIQUE INDEX "merchants_tenant_id_merchant_no_key" ON "merchants"("tenant_id", "merchant_no");

-- CreateIndex
CREATE UNIQUE INDEX "merchants_tenant_id_credit_code_key" ON "merchants"("tenant_id", "credit_code");

-- CreateIndex
CREATE INDEX "notifications_tenant_id_user_id_created_at_id_idx" ON "notifications"("tenant_id", "user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "operation_logs_tenant_id_created_at_id_idx" ON "operation_logs"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "operation_logs_created_at_id_idx" ON "operation_logs"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "operation_logs_tenant_id_target_type_target_id_created_at_idx" ON "operation_logs"("tenant_id", "target_type", "target_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "operation_logs_tenant_id_actor_id_created_at_idx" ON "operation_logs"("tenant_id", "actor_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "operation_logs_module_created_at_id_idx" ON "operation_logs"("module", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "operation_logs_trace_id_idx" ON "operation_logs"("trace_id");

-- CreateIndex
CREATE UNIQUE INDEX "operation_log_seals_tenant_id_log_id_key" ON "operation_log_seals"("tenant_id", "log_id");

-- CreateIndex
CREATE INDEX "operation_log_heads_tenant_id_seq_idx" ON "operation_log_heads"("tenant_id", "seq");

-- CreateIndex
CREATE INDEX "sessions_user_id_created_at_idx" ON "sessions"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "login_records_user_id_created_at_idx" ON "login_records"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "security_events_created_at_idx" ON "security_events"("created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "captcha_challenges_ticket_hash_key" ON "captcha_challenges"("ticket_hash");

-- CreateIndex
CREATE INDEX "captcha_challenges_issued_at_idx" ON "captcha_challenges"("issued_at");

-- CreateIndex
CREATE INDEX "outbox_messages_mobile_created_at_idx" ON "outbox_messages"("mobile", "created_at" DESC);

-- CreateIndex
CREATE INDEX "rate_windows_ends_at_idx" ON "rate_windows"("ends_at");

-- CreateIndex
CREATE UNIQUE INDEX "error_reports_ticket_key" ON "error_reports"("ticket");

-- CreateIndex
CREATE INDEX "error_reports_created_at_idx" ON "error_reports"("created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "sub_apps_code_key" ON "sub_apps"("code");

-- CreateIndex
CREATE INDEX "stores_tenant_id_merchant_id_created_at_id_idx" ON "stores"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "stores_tenant_id_merchant_id_id_key" ON "stores"("tenant_id", "merchant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "stores_tenant_id_store_no_key" ON "stores"("tenant_id", "store_no");

-- CreateIndex
CREATE UNIQUE INDEX "tenants_code_key" ON "tenants"("code");

-- CreateIndex
CREATE UNIQUE INDEX "tenant_packages_code_key" ON "tenant_packages"("code");

-- CreateIndex
CREATE INDEX "tenant_domains_tenant_id_idx" ON "tenant_domains"("tenant_id");

-- CreateIndex
CREATE INDEX "companies_tenant_id_parent_id_idx" ON "companies"("tenant_id", "parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "companies_tenant_id_name_key" ON "companies"("tenant_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "companies_tenant_id_credit_code_key" ON "companies"("tenant_id", "credit_code");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_titles_tenant_id_company_id_title_key" ON "invoice_titles"("tenant_id", "company_id", "title");

-- AddForeignKey
ALTER TABLE "external_accounts" ADD CONSTRAINT "external_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_tenant_id_membership_id_fkey" FOREIGN KEY ("tenant_id", "membership_id") REFERENCES "memberships"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "approval_events" ADD CONSTRAINT "approval_events_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "approval_thresholds" ADD CONSTRAINT "approval_thresholds_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "record_changes" ADD CONSTRAINT "record_changes_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "merchant_flows" ADD CONSTRAINT "merchant_flows_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bills" ADD CONSTRAINT "bills_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "channel_bindings" ADD CONSTRAINT "channel_bindings_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consumption_records" ADD CONSTRAINT "consumption_records_tenant_id_merchant_id_employee_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "employee_id") REFERENCES "employees"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consumption_records" ADD CONSTRAINT "consumption_records_tenant_id_merchant_id_store_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "store_id") REFERENCES "stores"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consumption_records" ADD CONSTRAINT "consumption_records_tenant_id_related_id_fkey" FOREIGN KEY ("tenant_id", "related_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "departments" ADD CONSTRAINT "departments_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "departments" ADD CONSTRAINT "departments_tenant_id_merchant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "parent_id") REFERENCES "departments"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_tenant_id_merchant_id_department_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "department_id") REFERENCES "departments"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "fund_accounts" ADD CONSTRAINT "fund_accounts_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "fund_flows" ADD CONSTRAINT "fund_flows_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "fund_accounts"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "roles" ADD CONSTRAINT "roles_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership_roles" ADD CONSTRAINT "membership_roles_tenant_id_membership_id_fkey" FOREIGN KEY ("tenant_id", "membership_id") REFERENCES "memberships"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership_roles" ADD CONSTRAINT "membership_roles_tenant_id_role_id_fkey" FOREIGN KEY ("tenant_id", "role_id") REFERENCES "roles"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation_roles" ADD CONSTRAINT "invitation_roles_tenant_id_invitation_id_fkey" FOREIGN KEY ("tenant_id", "invitation_id") REFERENCES "invitations"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation_roles" ADD CONSTRAINT "invitation_roles_tenant_id_role_id_fkey" FOREIGN KEY ("tenant_id", "role_id") REFERENCES "roles"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_tenant_id_application_id_fkey" FOREIGN KEY ("tenant_id", "application_id") REFERENCES "invoice_applications"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_tenant_id_consumption_id_fkey" FOREIGN KEY ("tenant_id", "consumption_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "limit_accounts" ADD CONSTRAINT "limit_accounts_tenant_id_merchant_id_employee_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "employee_id") REFERENCES "employees"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "limit_adjustments" ADD CONSTRAINT "limit_adjustments_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "limit_accounts"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "limit_adjustments" ADD CONSTRAINT "limit_adjustments_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "limit_batches" ADD CONSTRAINT "limit_batches_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "limit_batch_rows" ADD CONSTRAINT "limit_batch_rows_tenant_id_batch_id_fkey" FOREIGN KEY ("tenant_id", "batch_id") REFERENCES "limit_batches"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lottery_prizes" ADD CONSTRAINT "lottery_prizes_tenant_id_activity_id_fkey" FOREIGN KEY ("tenant_id", "activity_id") REFERENCES "lottery_activities"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lottery_records" ADD CONSTRAINT "lottery_records_tenant_id_merchant_id_employee_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "employee_id") REFERENCES "employees"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lottery_records" ADD CONSTRAINT "lottery_records_tenant_id_merchant_id_store_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "store_id") REFERENCES "stores"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lottery_records" ADD CONSTRAINT "lottery_records_tenant_id_activity_id_fkey" FOREIGN KEY ("tenant_id", "activity_id") REFERENCES "lottery_activities"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lottery_records" ADD CONSTRAINT "lottery_records_tenant_id_prize_id_fkey" FOREIGN KEY ("tenant_id", "prize_id") REFERENCES "lottery_prizes"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lottery_records" ADD CONSTRAINT "lottery_records_tenant_id_consumption_id_fkey" FOREIGN KEY ("tenant_id", "consumption_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "platforms" ADD CONSTRAINT "platforms_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "brands" ADD CONSTRAINT "brands_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_tenant_id_brand_id_fkey" FOREIGN KEY ("tenant_id", "brand_id") REFERENCES "brands"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_tenant_id_platform_id_fkey" FOREIGN KEY ("tenant_id", "platform_id") REFERENCES "platforms"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "stores" ADD CONSTRAINT "stores_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "tenant_packages"("id") ON DELETE SET NULL ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tenant_domains" ADD CONSTRAINT "tenant_domains_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "companies" ADD CONSTRAINT "companies_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "companies" ADD CONSTRAINT "companies_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_titles" ADD CONSTRAINT "invoice_titles_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Columns of few values, as the contracts name them.
ALTER TABLE approvals ADD CONSTRAINT approvals_state_values CHECK (state IN ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'));
ALTER TABLE approval_events ADD CONSTRAINT approval_events_action_values CHECK (action IN ('SUBMIT', 'APPROVE', 'REJECT', 'WITHDRAW'));
ALTER TABLE bills ADD CONSTRAINT bills_state_values CHECK (state IN ('OPEN', 'ISSUED', 'CONFIRMED', 'SETTLED', 'DISPUTED'));
ALTER TABLE channel_bindings ADD CONSTRAINT channel_bindings_channel_values CHECK (channel IN ('ALIPAY', 'WECHAT', 'WEWORK', 'DINGTALK', 'UNIONPAY'));
ALTER TABLE channel_bindings ADD CONSTRAINT channel_bindings_state_values CHECK (state IN ('UNBOUND', 'AUTHORIZING', 'BOUND', 'INVALID', 'RELEASED'));
ALTER TABLE companies ADD CONSTRAINT companies_certification_values CHECK (certification IN ('UNVERIFIED', 'PENDING', 'VERIFIED', 'REJECTED'));
ALTER TABLE consumption_records ADD CONSTRAINT consumption_records_type_values CHECK (type IN ('CONSUME', 'REFUND', 'TRANSFER'));
ALTER TABLE consumption_records ADD CONSTRAINT consumption_records_state_values CHECK (state IN ('PROCESSING', 'SUCCESS', 'FAILED', 'REVOKED', 'PARTLY_REFUNDED', 'REFUNDED'));
ALTER TABLE consumption_records ADD CONSTRAINT consumption_records_category_values CHECK (category IN ('MEAL', 'PURCHASE', 'TRAVEL', 'HOTEL', 'WELFARE', 'OTHER'));
ALTER TABLE consumption_records ADD CONSTRAINT consumption_records_invoice_state_values CHECK (invoice_state IN ('NONE', 'ISSUING', 'ISSUED', 'NOT_INVOICEABLE'));
ALTER TABLE consumption_records ADD CONSTRAINT consumption_records_channel_values CHECK (channel IN ('ALIPAY', 'WECHAT', 'UNIONPAY', 'CARD'));
ALTER TABLE employees ADD CONSTRAINT employees_state_values CHECK (state IN ('PENDING', 'ACTIVE', 'FROZEN', 'LEFT'));
ALTER TABLE fund_accounts ADD CONSTRAINT fund_accounts_kind_values CHECK (kind IN ('ENTERPRISE', 'RESERVE', 'SETTLEMENT', 'FEE'));
ALTER TABLE fund_flows ADD CONSTRAINT fund_flows_kind_values CHECK (kind IN ('TOP_UP', 'LIMIT_ISSUE', 'LIMIT_RECOVER', 'REFUND', 'TRANSFER_IN', 'TRANSFER_OUT', 'FEE'));
ALTER TABLE invoice_applications ADD CONSTRAINT invoice_applications_state_values CHECK (state IN ('DRAFT', 'ISSUING', 'ISSUED', 'FAILED', 'REVERSED'));
ALTER TABLE jobs ADD CONSTRAINT jobs_state_values CHECK (state IN ('QUEUED', 'CHECKING', 'WAITING_CONFIRM', 'RUNNING', 'SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED', 'UNDOING', 'UNDONE'));
ALTER TABLE limit_adjustments ADD CONSTRAINT limit_adjustments_type_values CHECK (type IN ('INCREASE', 'DECREASE', 'CLEAR', 'FREEZE', 'UNFREEZE', 'RECOVER'));
ALTER TABLE limit_adjustments ADD CONSTRAINT limit_adjustments_source_values CHECK (source IN ('SINGLE', 'BATCH', 'RULE', 'SYSTEM'));
ALTER TABLE limit_batches ADD CONSTRAINT limit_batches_state_values CHECK (state IN ('CHECKING', 'READY', 'SUBMITTED', 'REJECTED', 'RUNNING', 'STOPPED', 'DONE', 'PARTLY_DONE', 'FAILED', 'CANCELLED', 'UNDOING', 'UNDONE'));
ALTER TABLE limit_batch_rows ADD CONSTRAINT limit_batch_rows_state_values CHECK (state IN ('READY', 'DONE', 'FAILED', 'UNCHANGED', 'UNDONE'));
ALTER TABLE lottery_prizes ADD CONSTRAINT lottery_prizes_type_values CHECK (type IN ('LIMIT', 'COUPON', 'GOODS', 'NONE'));
ALTER TABLE lottery_records ADD CONSTRAINT lottery_records_prize_type_values CHECK (prize_type IN ('LIMIT', 'COUPON', 'GOODS', 'NONE'));
ALTER TABLE lottery_records ADD CONSTRAINT lottery_records_state_values CHECK (state IN ('NOT_WON', 'PENDING', 'AWARDING', 'AWARDED', 'FAILED', 'EXPIRED'));
ALTER TABLE memberships ADD CONSTRAINT memberships_state_values CHECK (state IN ('ACTIVE', 'DISABLED'));
ALTER TABLE merchants ADD CONSTRAINT merchants_state_values CHECK (state IN ('PENDING', 'ACTIVE', 'DISABLED', 'CLOSED', 'REJECTED'));
ALTER TABLE merchant_flows ADD CONSTRAINT merchant_flows_kind_values CHECK (kind IN ('TOP_UP', 'FEE'));
ALTER TABLE roles ADD CONSTRAINT roles_data_scope_values CHECK (data_scope IN ('ALL', 'TENANT', 'COMPANY_TREE', 'MERCHANTS', 'SELF'));
ALTER TABLE stores ADD CONSTRAINT stores_state_values CHECK (state IN ('ACTIVE', 'DISABLED'));
ALTER TABLE tenants ADD CONSTRAINT tenants_state_values CHECK (state IN ('ACTIVE', 'SUSPENDED'));
