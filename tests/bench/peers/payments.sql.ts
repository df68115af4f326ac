/** What is joined to payments `c` to show them. */
export const paymentJoins = `
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  LEFT JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
  LEFT JOIN stores s ON s.tenant_id = c.tenant_id AND s.id = c.store_id
  LEFT JOIN consumption_records r ON r.tenant_id = c.tenant_id AND r.id = c.related_id`;

/** The columns of a file of payments. */
export const exportedColumns = `c.payment_no, c.type, c.state, m.name, s.name, e.employee_no, e.name, c.amount, c.enterprise, c.personal,
  c.discount, c.refunded, c.category, c.channel, c.funded_by, c.card_last_four, r.payment_no, c.paid_at`;

export const newestFirst = 'ORDER BY c.paid_at DESC, c.id DESC';

/** How SQL writes what a page of payments is asked for: as parameters of the driver, or as pgbench's variables. */
interface PageParameters {
  tenantId: string;
  merchantId: string;
  /** Days in Asia/Shanghai, both included. */
  from: string;
  to: string;
}

/** The newest 20 payments of a merchant in some days, with their total up to 10,001: the floor's statement, and that of bare Fastify. */
export function pageText({ tenantId, merchantId, from, to }: PageParameters): string {
  const where = (
    alias: string,
  ) => `${alias}.tenant_id = ${tenantId}::uuid AND ${alias}.merchant_id = ${merchantId}::uuid
    AND ${alias}.paid_at >= (${from}::date)::timestamp AT TIME ZONE 'Asia/Shanghai'
    AND ${alias}.paid_at < (${to}::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'`;
  return `
  SELECT c.id, c.payment_no, c.type, c.state, c.amount, c.enterprise, c.personal, c.discount, c.refunded, c.category, c.invoice_state,
    c.channel, c.funded_by, c.paid_at, c.card_last_four, c.rule_version, m.id AS merchant_id, m.name AS merchant, s.id AS store_id,
    s.name AS store, e.id AS employee_id, e.name AS employee, e.employee_no, r.payment_no AS related,
    (SELECT count(*)::int FROM (SELECT FROM consumption_records t WHERE ${where('t')} LIMIT 10001) n) AS total
  FROM (SELECT c.* FROM consumption_records c WHERE ${where('c')} ${newestFirst} LIMIT 20) c ${paymentJoins}
  ${newestFirst}`;
}
