import { type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { spansOf, startOfSpan, type Usage, usageId, usageSpans } from './judge/usage.ts';

/** Whose usage, and of which day in Asia/Shanghai. */
interface Whose {
  tenantId: string;
  employeeId: string;
  day: string;
}

/** What the company has paid for an employee in the spans that a day lies in, by rule. */
export async function usageOf(client: Queryable, { tenantId, employeeId, day }: Whose): Promise<Usage> {
  const rows = await rowsOf<{
    key: string;
    span: (typeof usageSpans)[number];
    amount: number;
    count: number;
  }>(
    client,
    sql`SELECT u.rule_key AS key, u.span, u.amount::float8 AS amount, u.count FROM rule_usages u
        JOIN jsonb_to_recordset(${JSON.stringify(
          usageSpans.map((span) => ({ span, starts: startOfSpan(span, day) })),
        )}::jsonb) AS s(span text, starts date) ON u.span = s.span AND u.starts_on = s.starts
        WHERE u.tenant_id = ${tenantId}::uuid AND u.employee_id = ${employeeId}::uuid`,
  );
  return new Map(rows.map(({ key, span, amount, count }) => [usageId(key, span, day), { amount, count }]));
}

/** What is counted of payments: the share of the company in fen, and how many they are. */
interface Counted {
  amount: number;
  count: number;
}

/**
 * Adds a payment to the spans of its day, of each rule. The caller holds the lock of the employee's limit, so that of two payments at
 * once the second finds the first.
 */
export async function addUsage(
  tx: Transaction,
  { tenantId, employeeId, day }: Whose,
  keys: readonly string[],
  { amount, count }: Counted,
): Promise<void> {
  if (keys.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO rule_usages AS u (tenant_id, rule_key, employee_id, span, starts_on, amount, count)
    SELECT ${tenantId}::uuid, s.key, ${employeeId}::uuid, s.span, s."startsOn", ${amount}::bigint, ${count}::int FROM ${spansFrom(keys, day)}
    ON CONFLICT (tenant_id, rule_key, employee_id, span, starts_on)
    DO UPDATE SET amount = u.amount + excluded.amount, count = u.count + excluded.count`;
}

/** Takes out of the spans of a payment's day what goes back to the company; as `addUsage`. */
export async function subtractUsage(
  tx: Transaction,
  { tenantId, employeeId, day }: Whose,
  keys: readonly string[],
  { amount, count }: Counted,
): Promise<void> {
  if (keys.length === 0) return;
  await tx.$executeRaw`
    UPDATE rule_usages u SET amount = u.amount - ${amount}::bigint, count = u.count - ${count}::int FROM ${spansFrom(keys, day)}
    WHERE u.tenant_id = ${tenantId}::uuid AND u.rule_key = s.key AND u.employee_id = ${employeeId}::uuid AND u.span = s.span
      AND u.starts_on = s."startsOn"`;
}

/** SQL of the spans `s` that a payment of a day counts in, of each rule. */
function spansFrom(keys: readonly string[], day: string): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(spansOf(keys, day))}::jsonb) AS s(key uuid, span text, "startsOn" date)`;
}
