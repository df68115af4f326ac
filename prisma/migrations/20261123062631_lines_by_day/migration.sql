-- A line has its voucher's day, so that the ledger of an account is read in its order at any depth.
ALTER TABLE "voucher_lines" ADD COLUMN     "date" DATE;

-- What is frozen gets the day that it has; what is asked of changes is not asked of this one.
ALTER TABLE voucher_lines DISABLE TRIGGER USER;
UPDATE voucher_lines l SET date = v.date FROM vouchers v WHERE v.tenant_id = l.tenant_id AND v.id = l.voucher_id;
ALTER TABLE voucher_lines ENABLE TRIGGER USER;
ALTER TABLE "voucher_lines" ALTER COLUMN "date" SET NOT NULL;

-- DropIndex
DROP INDEX "voucher_lines_tenant_id_account_id_voucher_id_idx";

-- CreateIndex
CREATE INDEX "voucher_lines_tenant_id_account_id_date_voucher_id_line_no_idx" ON "voucher_lines"("tenant_id", "account_id", "date", "voucher_id", "line_no");

-- CreateIndex
CREATE UNIQUE INDEX "vouchers_tenant_id_date_id_key" ON "vouchers"("tenant_id", "date", "id");

-- AddForeignKey
ALTER TABLE "voucher_lines" ADD CONSTRAINT "voucher_lines_tenant_id_date_voucher_id_fkey" FOREIGN KEY ("tenant_id", "date", "voucher_id") REFERENCES "vouchers"("tenant_id", "date", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- The foreign key holds a day that somebody says to the voucher's; where nobody does, it is that one.
CREATE FUNCTION say_day_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT h.date FROM %s h WHERE h.tenant_id = $1 AND h.id = $2', referred_by(TG_RELID, 'voucher_id'))
    INTO NEW.date USING NEW.tenant_id, NEW.voucher_id;
  RETURN NEW;
END $$;
CREATE TRIGGER voucher_lines_day BEFORE INSERT ON voucher_lines FOR EACH ROW WHEN (NEW.date IS NULL) EXECUTE FUNCTION say_day_of_line();
