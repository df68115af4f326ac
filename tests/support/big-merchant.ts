import type { killableServices } from './killable-services.ts';

/**
 * A merchant with so many employees more, of numbers K1 and on, whose company can pay whatever a test gives them; acts of the kind never
 * wait for a checker. Its id.
 */
export async function bigMerchant(
  { sql, one }: Pick<ReturnType<typeof killableServices>, 'sql' | 'one'>,
  people: number,
  kind: string,
): Promise<string> {
  const { id } = await one(`SELECT m.id FROM merchants m JOIN tenants t ON t.id = m.tenant_id
    WHERE m.state = 'ACTIVE' AND t.code = 'huadong' ORDER BY merchant_no LIMIT 1`);
  await sql.query(
    `INSERT INTO employees (tenant_id, merchant_id, employee_no, name, mobile, state, hired_on)
     SELECT m.tenant_id, m.id, 'K' || i, '员工' || i, (15000000000 + i)::text, 'ACTIVE', '2026-01-01'
     FROM merchants m, generate_series(1, $2::int) i WHERE m.id = $1`,
    [id, people],
  );
  await sql.query(`INSERT INTO limit_accounts (tenant_id, merchant_id, employee_id, company_id)
    SELECT e.tenant_id, e.merchant_id, e.id, m.company_id FROM employees e JOIN merchants m ON m.id = e.merchant_id WHERE employee_no LIKE 'K%'`);
  await sql.query(
    `WITH paid AS (UPDATE fund_accounts f SET balance = balance + 100000000000, flow_seq = flow_seq + 1 FROM merchants m
       WHERE m.id = $1 AND f.company_id = m.company_id AND f.kind = 'ENTERPRISE' RETURNING f.*)
     INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id)
     SELECT tenant_id, id, flow_seq, 'TOP_UP', 100000000000, balance, 'topUp', id FROM paid`,
    [id],
  );
  await sql.query(
    `INSERT INTO approval_thresholds (tenant_id, subject_type, amount, day_amount, count, day_count)
     SELECT tenant_id, $2, 1000000000000, 1000000000000, 1000000, 1000000 FROM merchants WHERE id = $1`,
    [id, kind],
  );
  await sql.query('ANALYZE employees, limit_accounts');
  return id;
}
