import type { FundFlow } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { type Queryable, rowsOf, type Sql, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';

/** One movement of a company's fund, in fen. */
interface FundMove {
  tenantId: string;
  /** Whose company pays or gets it; without a company of its own, the tenant's topmost. */
  merchantId: string;
  kind: FundFlow['kind'];
  delta: number;
  /** The table's word and the row's id of what moves it. */
  source: { type: string; id: string };
  remark: string;
  by: string;
  now: Date;
}

/** Moves a company's fund and writes the flow; throws 406 余额不足 when what is not frozen does not cover it. */
export async function moveFund(tx: Transaction, move: FundMove): Promise<void> {
  const { tenantId, merchantId, kind, delta, source, remark, by, now } = move;
  await ensureFund(tx, tenantId, merchantId);
  const moved = await rowsOf(
    tx,
    sql`
    WITH moved AS (
      UPDATE fund_accounts SET balance = balance + ${delta}::bigint, flow_seq = flow_seq + 1, version = version + 1,
        updated_at = ${now}::timestamptz, updated_by = ${by}
      WHERE tenant_id = ${tenantId}::uuid AND company_id = ${companyOf(tenantId, merchantId)} AND kind = 'ENTERPRISE'
        AND (${delta}::bigint >= 0 OR balance - frozen + ${delta}::bigint >= 0)
      RETURNING *)
    INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id, remark, created_at, created_by)
    SELECT tenant_id, id, flow_seq, ${kind}, ${delta}::bigint, balance, ${source.type}, ${source.id}::uuid,
      ${remark}, ${now}::timestamptz, ${by} FROM moved RETURNING id`,
  );
  if (moved.length === 0) throw fundTooLow();
}

/** One of many movements. */
interface OneOfMany extends Pick<FundMove, 'tenantId' | 'merchantId' | 'delta' | 'remark'> {
  sourceId: string;
}

/** A locked fund. */
interface LockedFund {
  /** What may be spent of it, in fen. */
  free: number;
}

/**
 * Locks the funds behind many merchants, made on first use, and returns them by the merchants' ids: two merchants of a company have
 * the same one. In one order, so that of two who move several funds one waits for the other and never both.
 */
export async function lockFunds(
  tx: Transaction,
  merchants: readonly Pick<FundMove, 'tenantId' | 'merchantId'>[],
): Promise<Map<string, LockedFund>> {
  const behind = new Map(merchants.map(({ tenantId, merchantId }) => [merchantId, { tenantId, merchantId }]));
  const given = sql`(SELECT g.*, ${companyBehind(sql`g."tenantId"`, sql`g."merchantId"`)} AS company_id
    FROM jsonb_to_recordset(${JSON.stringify([...behind.values()])}::jsonb) AS g("tenantId" uuid, "merchantId" uuid)) given`;
  await tx.$executeRaw`
    INSERT INTO fund_accounts (tenant_id, company_id, kind)
    SELECT DISTINCT "tenantId", company_id, 'ENTERPRISE' FROM ${given} ORDER BY company_id
    ON CONFLICT (tenant_id, company_id, kind) DO NOTHING`;
  const rows = await rowsOf<{ merchantId: string; id: string; free: number }>(
    tx,
    sql`SELECT given."merchantId", f.id, (f.balance - f.frozen)::float8 AS free
        FROM ${given} JOIN fund_accounts f ON f.tenant_id = given."tenantId" AND f.company_id = given.company_id AND f.kind = 'ENTERPRISE'
        ORDER BY f.id FOR UPDATE OF f`,
  );
  const funds = new Map(rows.map(({ id, free }) => [id, { free }]));
  return new Map(rows.map(({ merchantId, id }) => [merchantId, funds.get(id) as LockedFund]));
}

/** As `moveFund` for many movements at once, a flow for each, in a handful of statements; what is taken must be free in the locked funds. */
export async function moveFunds(
  tx: Transaction,
  moves: readonly OneOfMany[],
  { kind, sourceType, by, now }: Pick<FundMove, 'kind' | 'by' | 'now'> & { sourceType: string },
): Promise<void> {
  if (moves.length === 0) return;
  await lockFunds(tx, moves);
  await tx.$executeRaw`
    WITH given AS MATERIALIZED (
      SELECT g.*, ${companyBehind(sql`g."tenantId"`, sql`g."merchantId"`)} AS company_id
      FROM jsonb_to_recordset(${JSON.stringify(moves.map((one, place) => ({ ...one, place })))}::jsonb)
        AS g("tenantId" uuid, "merchantId" uuid, delta bigint, "sourceId" uuid, remark text, place int)),
    sums AS (SELECT "tenantId", company_id, sum(delta)::bigint AS delta, count(*)::int AS flows FROM given GROUP BY 1, 2),
    moved AS (
      UPDATE fund_accounts f SET balance = f.balance + s.delta, flow_seq = f.flow_seq + s.flows, version = f.version + 1,
        updated_at = ${now}::timestamptz, updated_by = ${by}
      FROM sums s WHERE f.tenant_id = s."tenantId" AND f.company_id = s.company_id AND f.kind = 'ENTERPRISE'
      RETURNING f.id, f.tenant_id, f.company_id, f.flow_seq - s.flows AS seq, f.balance - s.delta AS balance)
    INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id, remark, created_at, created_by)
    SELECT m.tenant_id, m.id, m.seq + row_number() OVER in_turn, ${kind}, g.delta, m.balance + sum(g.delta) OVER in_turn,
      ${sourceType}, g."sourceId", g.remark, ${now}::timestamptz, ${by}
    FROM moved m JOIN given g ON g."tenantId" = m.tenant_id AND g.company_id = m.company_id
    WINDOW in_turn AS (PARTITION BY m.id ORDER BY g.place)`;
}

/** Makes a company's fund on first use, so that what comes back always has somewhere to go. */
export async function ensureFund(tx: Transaction, tenantId: string, merchantId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO fund_accounts (tenant_id, company_id, kind)
    SELECT ${tenantId}::uuid, ${companyOf(tenantId, merchantId)}, 'ENTERPRISE'
    ON CONFLICT (tenant_id, company_id, kind) DO NOTHING`;
}

/** What the company behind a merchant may spend at this moment, in fen. */
export async function fundFree(client: Queryable, tenantId: string, merchantId: string): Promise<number> {
  const [fund] = await rowsOf<{ free: number }>(
    client,
    sql`SELECT (balance - frozen)::float8 AS free FROM fund_accounts
        WHERE tenant_id = ${tenantId}::uuid AND kind = 'ENTERPRISE' AND company_id = ${companyOf(tenantId, merchantId)}`,
  );
  return fund?.free ?? 0;
}

/** SQL for the company whose fund stands behind a merchant. */
export function companyOf(tenantId: string, merchantId: string): Sql {
  return companyBehind(sql`${tenantId}::uuid`, sql`${merchantId}::uuid`);
}

function companyBehind(tenant: Sql, merchant: Sql): Sql {
  return sql`(SELECT coalesce(m.company_id, (SELECT c.id FROM companies c
      WHERE c.tenant_id = ${tenant} AND c.parent_id IS NULL ORDER BY c.created_at, c.id LIMIT 1))
    FROM merchants m WHERE m.tenant_id = ${tenant} AND m.id = ${merchant})`;
}

/** The company's fund does not cover it. */
export function fundTooLow(): Refusal {
  return new Refusal({
    zh: '企业资金余额不足',
    en: "The company's fund does not cover it (insufficient balance)",
  });
}
