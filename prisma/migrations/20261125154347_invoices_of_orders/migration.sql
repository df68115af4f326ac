-- DropForeignKey
ALTER TABLE "invoice_lines" DROP CONSTRAINT "invoice_lines_tenant_id_consumption_id_fkey";

-- AlterTable
ALTER TABLE "invoice_applications" ADD COLUMN     "untaxed" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "invoice_lines" DROP CONSTRAINT "invoice_lines_pkey",
ADD COLUMN     "id" UUID NOT NULL DEFAULT uuidv7(),
ADD COLUMN     "order_id" UUID,
ADD COLUMN     "untaxed" BIGINT NOT NULL DEFAULT 0,
ALTER COLUMN "consumption_id" DROP NOT NULL,
ADD CONSTRAINT "invoice_lines_pkey" PRIMARY KEY ("tenant_id", "id");

-- CreateIndex
CREATE INDEX "invoice_lines_tenant_id_order_id_idx" ON "invoice_lines"("tenant_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_lines_tenant_id_application_id_consumption_id_key" ON "invoice_lines"("tenant_id", "application_id", "consumption_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_lines_tenant_id_application_id_order_id_key" ON "invoice_lines"("tenant_id", "application_id", "order_id");

-- AddForeignKey
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_tenant_id_consumption_id_fkey" FOREIGN KEY ("tenant_id", "consumption_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_tenant_id_order_id_fkey" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "card_orders"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE invoice_applications ADD CONSTRAINT invoice_applications_untaxed CHECK (untaxed BETWEEN 0 AND amount);
-- A line is of a payment or of an order, and only an order has a part that is not taxed.
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_of CHECK (num_nonnulls(consumption_id, order_id) = 1),
  ADD CONSTRAINT invoice_lines_untaxed CHECK (untaxed BETWEEN 0 AND amount AND (untaxed = 0 OR order_id IS NOT NULL));

-- No more of an order is invoiced than was paid for it, and no more of that untaxed than its face values.
CREATE FUNCTION refuse_other_order_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE head record; invoiced record;
BEGIN
  EXECUTE format('SELECT order_no, paid, amount FROM %s WHERE tenant_id = $1 AND id = $2', referred_by(TG_RELID, 'order_id'))
    INTO head USING NEW.tenant_id, NEW.order_id;
  EXECUTE format('SELECT sum(amount) AS amount, sum(untaxed) AS untaxed FROM %s WHERE tenant_id = $1 AND order_id = $2', TG_RELID::regclass)
    INTO invoiced USING NEW.tenant_id, NEW.order_id;
  IF invoiced.amount > head.paid OR invoiced.untaxed > head.amount THEN
    RAISE EXCEPTION 'refuse_other_order_invoice: % is invoiced for %, % of it untaxed; it was paid %, % of it for faces', head.order_no,
      invoiced.amount, invoiced.untaxed, head.paid, head.amount USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER invoice_lines_within_order AFTER INSERT OR UPDATE ON invoice_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.order_id IS NOT NULL) EXECUTE FUNCTION refuse_other_order_invoice();
