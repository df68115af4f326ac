-- AlterTable
ALTER TABLE "issue_plans" ADD COLUMN     "week_amount" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE issue_plans ADD CONSTRAINT issue_plans_week_amount CHECK (week_amount >= 0);
