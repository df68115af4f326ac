import { recordMissing } from '../../core/errors.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { ofAnyTenant } from '../../platform/records/scope.ts';

/** A payment and what of it is left to invoice, in fen: what was paid, less refunds and less what other applications have taken. */
export interface Invoiceable {
  id: string;
  tenantId: string;
  paymentNo: string;
  merchantName: string;
  paidAt: Date;
  left: number;
}

/** The payments asked for, and the proof that the caller knows who paid: a payment's number alone can be guessed. */
export interface Proof {
  paymentNos: string[];
  mobileLastFour: string;
}

/**
 * The payments of these numbers, all of one tenant; throws 406 as for a missing record when one is not to be found, or was
 * paid by somebody whose mobile number ends otherwise: which of the two is not told.
 */
export async function invoiceablePayments(
  client: Queryable,
  { paymentNos, mobileLastFour }: Proof,
): Promise<Invoiceable[]> {
  const wanted = [...new Set(paymentNos)];
  const rows = await rowsOf<Invoiceable>(
    client,
    sql`
    SELECT c.id, c.tenant_id AS "tenantId", c.payment_no AS "paymentNo", m.name AS "merchantName", c.paid_at AS "paidAt",
      greatest(0, CASE WHEN c.state IN ('SUCCESS', 'PARTLY_REFUNDED') AND c.invoice_state <> 'NOT_INVOICEABLE'
        THEN c.amount - c.refunded ELSE 0 END
        - coalesce((SELECT sum(l.amount) FROM invoice_lines l
                    WHERE l.tenant_id = c.tenant_id AND l.consumption_id = c.id), 0))::float8 AS left
    FROM consumption_records c
    JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
    JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
    WHERE ${ofAnyTenant('c')} AND c.payment_no = ANY(${wanted}::text[]) AND c.type = 'CONSUME' AND right(e.mobile, 4) = ${mobileLastFour}
    ORDER BY c.paid_at, c.id`,
  );
  const tenants = new Set(rows.map((row) => row.tenantId));
  if (rows.length !== wanted.length || tenants.size !== 1) throw recordMissing();
  return rows;
}

/** Locks the payments, so that two applications can't both take what is left of one. */
export async function lockPayments(client: Queryable, tenantId: string, ids: string[]): Promise<void> {
  await rowsOf(
    client,
    sql`SELECT 1 FROM consumption_records WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`,
  );
}
