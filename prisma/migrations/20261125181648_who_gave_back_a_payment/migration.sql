-- AlterTable
ALTER TABLE "consumption_records" ADD COLUMN     "created_by_id" UUID;
