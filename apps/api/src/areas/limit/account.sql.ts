import type { Limits } from '@xyxlx/contracts/employee';
import type { AdjustmentSource, AdjustmentType } from '@xyxlx/contracts/limit';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session, Sight } from '../../core/session.ts';
import type { Authorization } from '../../platform/approval/money-act.ts';
import { rowOf, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { post } from '../../platform/ledger/post.ts';
import { inTenants, visible } from '../../platform/records/scope.ts';
import type { LimitChange } from './limit-change.ts';
import { limitPostings } from './postings.ts';

/** An account as it stands, locked, with whose it is and whose fund pays for it. */
export interface LockedAccount extends Limits {
  id: string;
  tenantId: string;
  merchantId: string;
  /** Whose fund issued what is left, and gets it back. */
  companyId: string;
  employeeId: string;
  employeeName: string;
  employeeState: 'PENDING' | 'ACTIVE' | 'FROZEN' | 'LEFT';
  /** Days, as 2026-11-21. */
  hiredOn: string;
  leftOn: string | null;
  merchantState: 'PENDING' | 'ACTIVE' | 'DISABLED' | 'CLOSED' | 'REJECTED';
  expired: boolean;
  /** What of the available and of the locked is lots, in fen. */
  lotAvailable: number;
  lotLocked: number;
}

const columns = sql`l.id, l.tenant_id AS "tenantId", l.merchant_id AS "merchantId", l.company_id AS "companyId",
  l.employee_id AS "employeeId", e.name AS "employeeName", e.state AS "employeeState",
  e.hired_on::text AS "hiredOn", e.left_on::text AS "leftOn", m.state AS "merchantState",
  l.total::float8 AS "totalLimit", l.available::float8 AS "availableLimit", l.locked::float8 AS "lockedLimit",
  l.used::float8 AS "usedLimit", l.recovered::float8 AS "recoveredLimit",
  l.lot_available::float8 AS "lotAvailable", l.lot_locked::float8 AS "lotLocked"`;

/** Locks an employee's account; throws 406 when the caller can't see it. */
export async function lockAccount(
  tx: Transaction,
  session: Sight,
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

function accountsFrom(session: Sight, which: Sql, now: Date): Sql {
  return sql`
    SELECT ${columns}, coalesce(l.expires_at <= ${now}::timestamptz, false) AS expired
    FROM limit_accounts l
    JOIN employees e ON e.tenant_id = l.tenant_id AND e.id = l.employee_id
    JOIN merchants m ON m.tenant_id = l.tenant_id AND m.id = l.merchant_id
    WHERE ${inTenants(session, 'l')} AND ${which} AND ${visible(session, 'l')}`;
}

/** The available limit does not cover it. */
export function limitTooLow(): Refusal {
  return new Refusal({
    zh: '可用额度余额不足',
    en: 'The available limit does not cover it (insufficient balance)',
  });
}

/** What a change does to an account besides: to what was spent, and to its lots, in fen. */
export interface LotChange {
  used?: number;
  lotAvailable?: number;
  lotLocked?: number;
  /** The lot that the link is of. */
  lotId?: string;
}

/** Writes a change to a locked account, its link of the chain, which names the account's company, and its posting; returns the link's id and the account afterwards. */
export async function writeAdjustment(
  tx: Transaction,
  account: LockedAccount,
  change: LimitChange & LotChange,
  entry: {
    type: AdjustmentType;
    source: AdjustmentSource;
    reason: string;
    by: { userId: string | null; userName: string };
    undoes?: string;
    authorization?: Authorization;
    now: Date;
  },
): Promise<string> {
  const { type, source, reason, by, undoes, authorization, now } = entry;
  const { id } = await rowOf<{ id: string }>(
    tx,
    sql`
    WITH moved AS (
      UPDATE limit_accounts l SET total = total + ${change.total}::bigint, available = available + ${change.available}::bigint,
        locked = locked + ${change.locked}::bigint, used = used + ${change.used ?? 0}::bigint,
        recovered = recovered + ${change.recovered}::bigint, lot_available = lot_available + ${change.lotAvailable ?? 0}::bigint,
        lot_locked = lot_locked + ${change.lotLocked ?? 0}::bigint,
        adjust_seq = adjust_seq + 1, updated_at = ${now}::timestamptz
      WHERE tenant_id = ${account.tenantId}::uuid AND id = ${account.id}::uuid RETURNING *)
    INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after,
      reason, undoes_id, lot_id, approval_id, within_amount, created_at, created_by, created_by_id)
    SELECT tenant_id, merchant_id, employee_id, id, ${account.companyId}::uuid, adjust_seq, ${type}, ${source},
      available + used - ${change.chain}::bigint, ${change.chain}::bigint, available + used,
      ${reason}, ${undoes ?? null}::uuid, ${change.lotId ?? null}::uuid, ${authorization?.approvalId ?? null}::uuid, ${authorization?.withinAmount ?? null}::bigint,
      ${now}::timestamptz, ${by.userName}, ${by.userId}::uuid
    FROM moved RETURNING id`,
  );
  if (change.fund !== 0) await post(tx, limitPostings, [{ tenantId: account.tenantId, id }]);
  return id;
}

/** One of many links: what it does to its locked account, and why. */
export interface Link {
  account: LockedAccount;
  change: LimitChange & LotChange;
  reason: string;
}

/** As `writeAdjustment`, many links in one statement, those of one account in their order; returns the links' ids in the order given. */
export async function writeAdjustments(
  tx: Transaction,
  links: readonly Link[],
  entry: {
    type: AdjustmentType;
    source: AdjustmentSource;
    by: { userId: string | null; userName: string };
    now: Date;
  },
): Promise<string[]> {
  const { type, source, by, now } = entry;
  const given = JSON.stringify(
    links.map(({ account, change, reason }, place) => ({
      ...change,
      place,
      reason,
      tenant: account.tenantId,
      account: account.id,
      company: account.companyId,
    })),
  );
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`
    WITH given AS MATERIALIZED (
      SELECT g.*, uuidv7() AS link FROM jsonb_to_recordset(${given}::jsonb) AS g(place int, tenant uuid, account uuid, company uuid, reason text,
        total bigint, available bigint, locked bigint, recovered bigint, chain bigint, used bigint, "lotAvailable" bigint,
        "lotLocked" bigint, "lotId" uuid)),
    sums AS (
      SELECT tenant, account, count(*)::int AS links, sum(total)::bigint AS total, sum(available)::bigint AS available,
        sum(locked)::bigint AS locked, sum(recovered)::bigint AS recovered, sum(chain)::bigint AS chain,
        coalesce(sum(used), 0)::bigint AS used, coalesce(sum("lotAvailable"), 0)::bigint AS lot_available,
        coalesce(sum("lotLocked"), 0)::bigint AS lot_locked FROM given GROUP BY 1, 2),
    moved AS (
      UPDATE limit_accounts l SET total = l.total + s.total, available = l.available + s.available, locked = l.locked + s.locked,
        recovered = l.recovered + s.recovered, used = l.used + s.used, lot_available = l.lot_available + s.lot_available,
        lot_locked = l.lot_locked + s.lot_locked, adjust_seq = l.adjust_seq + s.links, updated_at = ${now}::timestamptz
      FROM sums s WHERE l.tenant_id = s.tenant AND l.id = s.account
      RETURNING l.id, l.tenant_id, l.merchant_id, l.employee_id, l.adjust_seq - s.links AS seq, l.available + l.used - s.chain AS before),
    written AS (
      INSERT INTO limit_adjustments (id, tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after,
        reason, lot_id, created_at, created_by, created_by_id)
      SELECT g.link, m.tenant_id, m.merchant_id, m.employee_id, m.id, g.company, m.seq + row_number() OVER in_turn, ${type},
        ${source}, m.before + sum(g.chain) OVER in_turn - g.chain, g.chain, m.before + sum(g.chain) OVER in_turn,
        g.reason, g."lotId", ${now}::timestamptz, ${by.userName}, ${by.userId}::uuid
      FROM moved m JOIN given g ON g.tenant = m.tenant_id AND g.account = m.id
      WINDOW in_turn AS (PARTITION BY m.id ORDER BY g.place))
    SELECT link AS id FROM given ORDER BY place`,
  );
  const moved = links.flatMap(({ account: { tenantId }, change }, n) =>
    change.fund === 0 ? [] : [{ tenantId, id: (rows[n] as { id: string }).id }],
  );
  await post(tx, limitPostings, moved);
  return rows.map(({ id }) => id);
}
