-- AlterTable
ALTER TABLE "cards" ADD COLUMN     "day_count" INTEGER,
ADD COLUMN     "day_limit" BIGINT,
ADD COLUMN     "month_limit" BIGINT,
ADD COLUMN     "single_limit" BIGINT;

ALTER TABLE cards ADD CONSTRAINT cards_limits_positive CHECK (least(single_limit, day_limit, month_limit, day_count) > 0);
