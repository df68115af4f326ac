-- A payment stands in its application from the draft on, and stays there when that fails or is reversed: with nothing of it invoiced.
ALTER TABLE invoice_lines DROP CONSTRAINT invoice_lines_amount;
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_amount CHECK (amount >= 0);

INSERT INTO invoice_lines (tenant_id, application_id, consumption_id, amount)
SELECT a.tenant_id, a.id, c.id, 0
FROM invoice_applications a
JOIN consumption_records c ON c.tenant_id = a.tenant_id AND c.payment_no = ANY (a.payment_nos)
ON CONFLICT (application_id, consumption_id) DO NOTHING;

-- AlterTable
ALTER TABLE "invoice_applications" DROP COLUMN "payment_nos";
