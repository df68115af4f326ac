import type { Limits } from '@xyxlx/contracts/employee';
import type { AdjustmentSource, AdjustmentType } from '@xyxlx/contracts/limit';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Word } from '../../platform/approval/money-act.ts';
import { rowOf, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { visible } from '../../platform/records/scope.ts';
import type { LimitChange } from './limit-change.ts';

/** An account as it stands, locked, with whose it is and whose fund pays for it. */
export interface LockedAccount extends Limits {
  id: string;
  tenantId: string;
  merchantId: string;
  employeeId: string;
  employeeName: string;
  employeeState: 'PENDING' | 'ACTIVE' | 'FROZEN' | 'LEFT';
  merchantState: 'PENDING' | 'ACTIVE' | 'DISABLED' | 'CLOSED' | 'REJECTED';
  expired: boolean;
}

const columns = sql`l.id, l.tenant_id AS "tenantId", l.merchant_id AS "merchantId", l.employee_id AS "employeeId",
  e.name AS "employeeName", e.state AS "employeeState", m.state AS "merchantState",
  l.total::float8 AS "totalLimit", l.available::float8 AS "availableLimit", l.locked::float8 AS "lockedLimit",
  l.used::float8 AS "usedLimit", l.recovered::float8 AS "recoveredLimit"`;

/** Locks an employee's account; throws 406 when the caller can't see it. */
export async function lockAccount(
  tx: Transaction,
  session: Session,
  employeeId: string,
  now: Date,
): Promise<LockedAccount> {
  const [account] = await rowsOf<LockedAccount>(
    tx,
    sql`${accountsFrom(session, sql`l.employee_id = ${employeeId}::uuid`, now)} FOR UPDATE OF l`,
  );
  if (!account) throw recordMissing();
  return account;
}

/** As `lockAccount` for those of many employees that the caller can see; in one order, so that two of them wait for each other and never both. */
export async function lockAccounts(
  tx: Transaction,
  session: Session,
  employeeIds: readonly string[],
  now: Date,
): Promise<LockedAccount[]> {
  return rowsOf(
    tx,
    sql`${accountsFrom(session, sql`l.employee_id = ANY(${[...employeeIds]}::uuid[])`, now)} ORDER BY l.id FOR UPDATE OF l`,
  );
}

function accountsFrom(session: Session, which: Sql, now: Date): Sql {
  return sql`
    SELECT ${columns}, coalesce(l.expires_at <= ${now}::timestamptz, false) AS expired
    FROM limit_accounts l
    JOIN employees e ON e.tenant_id = l.tenant_id AND e.id = l.employee_id
    JOIN merchants m ON m.tenant_id = l.tenant_id AND m.id = l.merchant_id
    WHERE ${which} AND ${visible(session, 'l')}`;
}

/** The available limit does not cover it. */
export function limitTooLow(): Refusal {
  return new Refusal({
    zh: '可用额度余额不足',
    en: 'The available limit does not cover it (insufficient balance)',
  });
}

/** Writes a change to a locked account and its link of the chain; returns the link's id and the account afterwards. */
export async function writeAdjustment(
  tx: Transaction,
  account: LockedAccount,
  change: LimitChange & { used?: number },
  entry: {
    type: AdjustmentType;
    source: AdjustmentSource;
    reason: string;
    by: { userId: string; userName: string };
    undoes?: string;
    word?: Word;
    now: Date;
  },
): Promise<string> {
  const { type, source, reason, by, undoes, word, now } = entry;
  const { id } = await rowOf<{ id: string }>(
    tx,
    sql`
    WITH moved AS (
      UPDATE limit_accounts l SET total = total + ${change.total}::bigint, available = available + ${change.available}::bigint,
        locked = locked + ${change.locked}::bigint, used = used + ${change.used ?? 0}::bigint,
        recovered = recovered + ${change.recovered}::bigint,
        adjust_seq = adjust_seq + 1, updated_at = ${now}::timestamptz
      WHERE id = ${account.id}::uuid RETURNING *)
    INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, seq, type, source, before, delta, after,
      reason, undoes_id, approval_id, within_amount, created_at, created_by, created_by_id)
    SELECT tenant_id, merchant_id, employee_id, id, adjust_seq, ${type}::"AdjustmentType", ${source}::"AdjustmentSource",
      available + used - ${change.chain}::bigint, ${change.chain}::bigint, available + used,
      ${reason}, ${undoes ?? null}::uuid, ${word?.approvalId ?? null}::uuid, ${word?.withinAmount ?? null}::bigint,
      ${now}::timestamptz, ${by.userName}, ${by.userId}::uuid
    FROM moved RETURNING id`,
  );
  return id;
}

/** As `writeAdjustment`, one link for each of many locked accounts in one statement; returns the links' ids by those of the accounts. */
export async function writeAdjustments(
  tx: Transaction,
  links: readonly { account: LockedAccount; change: LimitChange }[],
  entry: {
    type: AdjustmentType;
    source: AdjustmentSource;
    reason: string;
    by: { userId: string; userName: string };
    now: Date;
  },
): Promise<Map<string, string>> {
  const { type, source, reason, by, now } = entry;
  const given = JSON.stringify(links.map(({ account, change }) => ({ id: account.id, ...change })));
  const rows = await rowsOf<{ id: string; accountId: string }>(
    tx,
    sql`
    WITH moved AS (
      UPDATE limit_accounts l SET total = l.total + g.total, available = l.available + g.available, locked = l.locked + g.locked,
        recovered = l.recovered + g.recovered, adjust_seq = l.adjust_seq + 1, updated_at = ${now}::timestamptz
      FROM jsonb_to_recordset(${given}::jsonb) AS g(id uuid, total bigint, available bigint, locked bigint, recovered bigint, chain bigint)
      WHERE l.id = g.id RETURNING l.*, g.chain)
    INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, seq, type, source, before, delta, after,
      reason, created_at, created_by, created_by_id)
    SELECT tenant_id, merchant_id, employee_id, id, adjust_seq, ${type}::"AdjustmentType", ${source}::"AdjustmentSource",
      available + used - chain, chain, available + used, ${reason}, ${now}::timestamptz, ${by.userName}, ${by.userId}::uuid
    FROM moved RETURNING id, account_id AS "accountId"`,
  );
  return new Map(rows.map(({ id, accountId }) => [accountId, id]));
}
