import { type AdjustmentType, adjustmentTypeWords, inverseAdjustment } from '@xyxlx/contracts/limit';
import type { Option } from '@xyxlx/contracts/option';
import type { Approval } from '@xyxlx/database/client/client';
import { changes, facts, instant, money, noMatter, record, text } from '../../platform/approval/matter.ts';
import type { Matter } from '../../platform/approval/subject.ts';
import { iso, named, type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { limitChange } from './limit-change.ts';

interface Account {
  /** By name and number. */
  employee: Option;
  merchant: Option;
  total: number;
  available: number;
  locked: number;
  isFirst: boolean;
}

/** Whose limit it is, and what it would be. */
export async function matterOfAdjustment(
  client: Queryable,
  { tenantId, amount }: Approval,
  { employeeId, type }: { employeeId: string; type: AdjustmentType },
): Promise<Matter> {
  const account = await accountOf(client, tenantId, employeeId);
  if (!account) return noMatter;
  return { parts: partsOf(account, type, Number(amount)), payee: payeeOf(account) };
}

/** What the adjustment gave that would be taken back. */
export async function matterOfUndo(
  client: Queryable,
  { tenantId, amount }: Approval,
  { id }: { id: string },
): Promise<Matter> {
  const [given] = await rowsOf<{
    employeeId: string;
    type: AdjustmentType;
    delta: number;
    at: string;
    by: string | null;
  }>(
    client,
    sql`SELECT a.employee_id AS "employeeId", a.type, a.delta::float8 AS delta, ${iso('a.created_at')} AS at, a.created_by AS by
        FROM limit_adjustments a WHERE a.tenant_id = ${tenantId}::uuid AND a.id = ${id}::uuid`,
  );
  const account = given && (await accountOf(client, tenantId, given.employeeId));
  if (!account) return noMatter;
  const undone = facts(
    ['撤销的调额', 'Adjustment to take back', text(adjustmentTypeWords[given.type])],
    ['原调整金额', 'What it moved', money(given.delta)],
    ['原调整时间', 'When', instant(given.at)],
    ['原经办人', 'By whom', text(given.by)],
  );
  return { parts: [...partsOf(account, inverseAdjustment[given.type], Number(amount)), undone] };
}

function partsOf(account: Account, type: AdjustmentType, amount: number): Matter['parts'] {
  const { employee, merchant, total, available, locked } = account;
  const change = limitChange(type, amount, { availableLimit: available, lockedLimit: locked });
  return [
    changes(
      ['总额度', 'Total limit', money(total), money(total + (change?.total ?? 0))],
      ['冻结额度', 'Locked', money(locked), money(locked + (change?.locked ?? 0))],
    ),
    facts(
      ['员工', 'Employee', record('employee', employee)],
      ['商户', 'Merchant', record('merchant', merchant)],
      ['调整方式', 'Kind', text(adjustmentTypeWords[type])],
    ),
  ];
}

function payeeOf({ employee, isFirst }: Account): NonNullable<Matter['payee']> {
  return { name: employee.name, isFirst };
}

async function accountOf(
  client: Queryable,
  tenantId: string,
  employeeId: string,
): Promise<Account | undefined> {
  const [account] = await rowsOf<Account>(
    client,
    sql`SELECT ${named('e', `e.name || ' ' || e.employee_no`)} AS employee, ${named('m')} AS merchant, a.total::float8 AS total, a.available::float8 AS available,
          a.locked::float8 AS locked, NOT EXISTS (SELECT FROM limit_adjustments b WHERE b.tenant_id = a.tenant_id AND b.account_id = a.id) AS "isFirst"
        FROM employees e JOIN merchants m ON m.tenant_id = e.tenant_id AND m.id = e.merchant_id
        JOIN limit_accounts a ON a.tenant_id = e.tenant_id AND a.employee_id = e.id AND a.merchant_id = e.merchant_id
        WHERE e.tenant_id = ${tenantId}::uuid AND e.id = ${employeeId}::uuid`,
  );
  return account;
}
