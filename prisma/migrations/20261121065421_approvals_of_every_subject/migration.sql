ALTER TYPE "LimitBatchState" ADD VALUE 'SUBMITTED';
ALTER TYPE "LimitBatchState" ADD VALUE 'STOPPED';
ALTER TYPE "LimitBatchState" ADD VALUE 'REJECTED';

ALTER TABLE "approvals" ADD COLUMN     "maker_ids" UUID[] DEFAULT ARRAY[]::UUID[],
ALTER COLUMN "maker_id" DROP NOT NULL;
UPDATE approvals SET maker_ids = ARRAY[maker_id];
ALTER TABLE approvals DROP CONSTRAINT approvals_maker_is_not_checker;
ALTER TABLE approvals ADD CONSTRAINT approvals_maker_is_not_checker CHECK (NOT checker_id = ANY (maker_ids));
ALTER TABLE approvals ADD CONSTRAINT approvals_maker_is_a_maker CHECK (maker_id IS NULL OR maker_id = ANY (maker_ids));

-- Merchants and bills kept their makers and checkers themselves; from now on the approvals do.
INSERT INTO approvals (tenant_id, subject_type, subject_id, subject_label, company_id, merchant_id, amount, maker_id, maker_name, maker_ids,
  state, checker_id, checker_name, decided_at, created_at)
SELECT m.tenant_id, 'merchantRegistration', m.id, m.name, m.company_id, m.id, NULL, m.submitted_by_id,
  coalesce(maker.name, m.created_by, '系统'), array_remove(ARRAY[m.submitted_by_id], NULL),
  (CASE m.state WHEN 'PENDING' THEN 'PENDING' ELSE 'APPROVED' END)::"ApprovalState", m.approved_by_id, checker.name, m.approved_at,
  least(m.created_at, m.approved_at)
FROM merchants m LEFT JOIN users maker ON maker.id = m.submitted_by_id LEFT JOIN users checker ON checker.id = m.approved_by_id
WHERE (m.state = 'PENDING' AND m.approved_by_id IS NULL) OR (m.state <> 'PENDING' AND m.approved_by_id IS NOT NULL);
INSERT INTO approvals (tenant_id, subject_type, subject_id, subject_label, company_id, merchant_id, amount, maker_id, maker_name, maker_ids,
  state, checker_id, checker_name, decided_at, created_at)
SELECT b.tenant_id, 'billConfirmation', b.id, b.bill_no, m.company_id, m.id, abs(b.closing), b.issued_by_id,
  coalesce(b.issued_by, '系统'), array_remove(ARRAY[b.issued_by_id], NULL),
  (CASE b.state WHEN 'ISSUED' THEN 'PENDING' ELSE 'APPROVED' END)::"ApprovalState", b.confirmed_by_id, b.confirmed_by, b.confirmed_at,
  coalesce(b.issued_at, b.created_at)
FROM bills b JOIN merchants m ON m.tenant_id = b.tenant_id AND m.id = b.merchant_id
WHERE b.state = 'ISSUED' OR (b.state IN ('CONFIRMED', 'SETTLED') AND b.confirmed_by_id IS NOT NULL);

-- Who handed in is known only where it was a person: the history begins there.
INSERT INTO approval_events (tenant_id, approval_id, action, actor_id, actor_name, created_at)
SELECT tenant_id, id, 'SUBMIT', maker_id, maker_name, created_at FROM approvals
WHERE subject_type IN ('merchantRegistration', 'billConfirmation') AND maker_id IS NOT NULL;
INSERT INTO approval_events (tenant_id, approval_id, action, actor_id, actor_name, created_at)
SELECT tenant_id, id, 'APPROVE', checker_id, checker_name, decided_at FROM approvals
WHERE subject_type IN ('merchantRegistration', 'billConfirmation') AND state = 'APPROVED';

ALTER TABLE "bills" DROP COLUMN "confirmed_by_id",
DROP COLUMN "issued_by_id";
ALTER TABLE "merchants" DROP COLUMN "approved_at",
DROP COLUMN "approved_by_id",
DROP COLUMN "submitted_by_id";

CREATE TABLE "approval_thresholds" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "subject_type" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,
    "proposed_amount" BIGINT,
    "proposed_count" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "approval_thresholds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT approval_thresholds_not_negative CHECK (least(amount, count, proposed_amount, proposed_count) >= 0),
    CONSTRAINT approval_thresholds_proposed_together CHECK ((proposed_amount IS NULL) = (proposed_count IS NULL))
);

CREATE UNIQUE INDEX "approval_thresholds_tenant_id_id_key" ON "approval_thresholds"("tenant_id", "id");
CREATE UNIQUE INDEX "approval_thresholds_tenant_id_subject_type_key" ON "approval_thresholds"("tenant_id", "subject_type");
ALTER TABLE "approval_thresholds" ADD CONSTRAINT "approval_thresholds_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The built-in roles of tenants that are there already.
UPDATE roles SET permissions = permissions || '{limit.approve,approval.approve}', version = version + 1
WHERE built_in AND code IN ('platform-admin', 'tenant-admin', 'finance-checker');
UPDATE roles SET permissions = permissions || '{approval.edit}', version = version + 1
WHERE built_in AND code IN ('platform-admin', 'tenant-admin');
UPDATE tenant_packages SET permission_groups = permission_groups || '{approval}', version = version + 1
WHERE 'limit' = ANY (permission_groups);
