import { createHash, randomUUID } from 'node:crypto';
import { type FundFlowKind, type FundKind, fundKindWords } from '@xyxlx/contracts/fund-kinds';
import { Refusal } from '../../core/errors.ts';
import { type Queryable, rowOf, rowsOf, type Sql, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { shanghaiDay } from '../time/shanghai.ts';
import { fellBelow, tellFallen } from './fund-alert.ts';

/** Whose fund. */
export interface FundOwner {
  tenantId: string;
  companyId: string;
}

/** One movement of a company's 企业资金, in fen. */
interface FundMove extends FundOwner {
  /** Issued to limits, recovered from them, or given back for a limit that has ended. */
  kind: 'LIMIT_ISSUE' | 'LIMIT_RECOVER' | 'REFUND';
  delta: number;
  /** What of it was held for this, in fen: it is frozen no more. */
  held?: number;
  sourceId: string;
  /** The number or name of what moves it, as flows show it. */
  remark: string;
}

/** What movements of one event have in common. */
interface FlowFacts {
  /** The table's word of what moves them. */
  sourceType: string;
  by: string;
  now: Date;
}

/**
 * Moves companies' 企业资金, a flow for each movement, in a handful of statements; what is issued or recovered moves 备付金 the other
 * way. Throws 406 余额不足 when what is not frozen does not cover it.
 */
export async function moveFunds(
  tx: Transaction,
  moves: readonly FundMove[],
  facts: FlowFacts,
): Promise<void> {
  const legs = moves.flatMap(({ kind, delta, held = 0, ...move }): Leg[] => {
    const own = { ...move, flow: kind, delta, held, account: 'ENTERPRISE' as const };
    if (kind === 'REFUND') return [{ ...own, pairId: pairOfDay(move.companyId, shanghaiDay(facts.now)) }];
    const pairId = randomUUID();
    return [
      { ...own, pairId },
      { ...own, account: 'RESERVE', delta: -delta, held: 0, pairId },
    ];
  });
  await writeFlows(tx, legs, facts);
}

/** The pair of a company's day: what its close moves, and what was refunded to limits that had ended. */
export function pairOfDay(companyId: string, day: string): string {
  const digest = createHash('md5').update(`${companyId} ${day}`).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** One movement of one account. */
export interface Leg extends FundOwner {
  account: FundKind;
  flow: FundFlowKind;
  delta: number;
  /** What of it was held for this, in fen: it is frozen no more. */
  held?: number;
  /** Null where nothing moves the other way. */
  pairId: string | null;
  sourceId: string;
  remark: string;
  /** The number that a bank or channel gave it. */
  externalNo?: string;
  /** The account there through which it came or went. */
  platformAccountId?: string;
}

/** Writes movements and what they make of the balances, those of one account in their order; throws 406 where one does not cover them. */
export async function writeFlows(
  tx: Transaction,
  legs: readonly Leg[],
  { sourceType, by, now }: FlowFacts,
): Promise<void> {
  if (legs.length === 0) return;
  const locked = await lockAccounts(
    tx,
    legs.map(({ tenantId, companyId, account }) => ({ tenantId, companyId, kind: account })),
  );
  refuseUncovered(locked, legs);
  const given = legs.map(({ companyId, account, held = 0, ...leg }, place) => ({
    ...leg,
    held,
    place,
    accountId: locked.get(`${companyId} ${account}`)?.id,
  }));
  const fallen = await rowsOf<{ tenantId: string; id: string }>(
    tx,
    sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g("tenantId" uuid, "accountId" uuid, flow text, delta bigint,
        held bigint, "pairId" uuid, "sourceId" uuid, remark text, "externalNo" text, "platformAccountId" uuid, place int)),
    sums AS (
      SELECT "tenantId", "accountId", sum(delta)::bigint AS delta, sum(held)::bigint AS held, count(*)::int AS flows FROM given GROUP BY 1, 2),
    moved AS (
      UPDATE fund_accounts f SET balance = f.balance + s.delta, frozen = f.frozen - s.held, flow_seq = f.flow_seq + s.flows,
        updated_at = ${now}::timestamptz, updated_by = ${by}
      FROM sums s WHERE f.tenant_id = s."tenantId" AND f.id = s."accountId"
      RETURNING new.tenant_id, new.id, new.flow_seq - s.flows AS seq, new.balance - s.delta AS balance, ${fellBelow} AS fell),
    written AS (
      INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id, remark, pair_id, external_no,
        platform_account_id, created_at, created_by)
      SELECT m.tenant_id, m.id, m.seq + row_number() OVER in_turn, g.flow, g.delta, m.balance + sum(g.delta) OVER in_turn,
        ${sourceType}, g."sourceId", g.remark, g."pairId", g."externalNo", g."platformAccountId", ${now}::timestamptz, ${by}
      FROM moved m JOIN given g ON g."tenantId" = m.tenant_id AND g."accountId" = m.id
      WINDOW in_turn AS (PARTITION BY m.id ORDER BY g.place))
    SELECT tenant_id AS "tenantId", id FROM moved WHERE fell`,
  );
  await tellFallen(tx, fallen);
}

/** An account, and what of it is not frozen, in fen. */
interface LockedAccount extends FundOwner {
  id: string;
  kind: FundKind;
  free: number;
}

/** 备付金 alone may go below zero: what came back today to a limit that was paid on an earlier day reaches it when the day is closed. */
function refuseUncovered(locked: ReadonlyMap<string, LockedAccount>, legs: readonly Leg[]): void {
  const taken = new Map<string, number>();
  for (const { companyId, account, delta, held = 0 } of legs) {
    const key = `${companyId} ${account}`;
    taken.set(key, (taken.get(key) ?? 0) - delta - held);
  }
  for (const [key, { kind, free }] of locked) {
    const amount = taken.get(key) ?? 0;
    if (kind !== 'RESERVE' && amount > 0 && amount > free) throw fundTooLow(kind);
  }
}

/**
 * Locks accounts, made on first use, by `companyId kind`. In one order, so that of two who move several one waits for the other and
 * never both.
 */
export async function lockAccounts(
  tx: Transaction,
  wanted: readonly (FundOwner & { kind: FundKind })[],
): Promise<Map<string, LockedAccount>> {
  const keyOf = ({ companyId, kind }: Pick<LockedAccount, 'companyId' | 'kind'>) => `${companyId} ${kind}`;
  const distinct = new Map(wanted.map((one) => [keyOf(one), one]));
  const given = sql`jsonb_to_recordset(${JSON.stringify([...distinct.values()])}::jsonb) AS given("tenantId" uuid, "companyId" uuid, kind text)`;
  await tx.$executeRaw`
    INSERT INTO fund_accounts (tenant_id, company_id, kind)
    SELECT "tenantId", "companyId", kind FROM ${given} ORDER BY kind, "companyId"
    ON CONFLICT (tenant_id, company_id, kind) DO NOTHING`;
  const rows = await rowsOf<LockedAccount>(
    tx,
    sql`SELECT f.id, f.tenant_id AS "tenantId", f.company_id AS "companyId", f.kind, (f.balance - f.frozen)::float8 AS free
        FROM ${given} JOIN fund_accounts f ON f.tenant_id = given."tenantId" AND f.company_id = given."companyId" AND f.kind = given.kind
        ORDER BY f.kind, f.id FOR UPDATE OF f`,
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Locks the 企业资金 of companies, made on first use, and says by the companies' ids what of each is not frozen. */
export async function lockFunds(
  tx: Transaction,
  owners: readonly FundOwner[],
): Promise<Map<string, { free: number }>> {
  const locked = await lockAccounts(
    tx,
    owners.map(({ tenantId, companyId }) => ({ tenantId, companyId, kind: 'ENTERPRISE' })),
  );
  return new Map([...locked.values()].map(({ companyId, free }) => [companyId, { free }]));
}

/** Gives a new company its 企业资金, empty: others can transfer to it from its first day. */
export async function openFund(tx: Transaction, { tenantId, companyId }: FundOwner): Promise<void> {
  await tx.fundAccount.create({ data: { tenantId, companyId, kind: 'ENTERPRISE' } });
}

/** What a company may spend at this moment, in fen. */
export async function fundFree(client: Queryable, { tenantId, companyId }: FundOwner): Promise<number> {
  const [fund] = await rowsOf<{ free: number }>(
    client,
    sql`SELECT (balance - frozen)::float8 AS free FROM fund_accounts
        WHERE tenant_id = ${tenantId}::uuid AND kind = 'ENTERPRISE' AND company_id = ${companyId}::uuid`,
  );
  return fund?.free ?? 0;
}

/** The company whose fund stands behind a merchant: its own, or the tenant's topmost. */
export async function companyBehind(
  client: Queryable,
  tenantId: string,
  merchantId: string,
): Promise<FundOwner> {
  const company = companyBehindSql(sql`${tenantId}::uuid`, sql`${merchantId}::uuid`);
  return { tenantId, ...(await rowOf<{ companyId: string }>(client, sql`SELECT ${company} AS "companyId"`)) };
}

/** SQL for the same. */
export function companyBehindSql(tenant: Sql, merchant: Sql): Sql {
  return sql`(SELECT coalesce(behind.company_id, ${topmost(tenant)}) FROM merchants behind WHERE behind.tenant_id = ${tenant} AND behind.id = ${merchant})`;
}

/** The company whose fund would stand behind a merchant that is this one's, or none's. */
export async function companyOr(
  client: Queryable,
  tenantId: string,
  companyId: string | null,
): Promise<FundOwner> {
  const company = sql`coalesce(${companyId}::uuid, ${topmost(sql`${tenantId}::uuid`)})`;
  return { tenantId, ...(await rowOf<{ companyId: string }>(client, sql`SELECT ${company} AS "companyId"`)) };
}

/** No statement around has its alias: what is given may name a column of that statement. */
function topmost(tenant: Sql): Sql {
  return sql`(SELECT topmost.id FROM companies topmost WHERE topmost.tenant_id = ${tenant} AND topmost.parent_id IS NULL
    ORDER BY topmost.created_at, topmost.id LIMIT 1)`;
}

/** The account does not cover it. */
export function fundTooLow(kind: FundKind = 'ENTERPRISE'): Refusal {
  const { zh, en } = fundKindWords[kind];
  return new Refusal({
    zh: `${zh}余额不足`,
    en: `The company's ${en.toLowerCase()} do not cover it (insufficient balance)`,
  });
}
