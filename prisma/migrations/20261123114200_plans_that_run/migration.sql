-- AlterTable
ALTER TABLE "issue_plans" ADD COLUMN     "looked_until" TIMESTAMPTZ(3),
ADD COLUMN     "next_look_at" TIMESTAMPTZ(3);

-- The duty of each minute finds the few plans that it has to look at.
CREATE INDEX issue_plans_due ON issue_plans (tenant_id, next_look_at) WHERE state = 'ENABLED';
ALTER TABLE issue_plans ADD CONSTRAINT issue_plans_looked CHECK (state <> 'ENABLED' OR looked_until IS NOT NULL);
