import { rowOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { moveFunds } from '../../platform/fund/fund.ts';
import { type Held, spendHold } from '../../platform/fund/fund-hold.ts';
import { post } from '../../platform/ledger/post.ts';
import type { PostingRule } from '../../platform/ledger/posting-rule.ts';

/** Some of a merchant's limits on their way to another company. */
interface Chunk {
  tenantId: string;
  merchantId: string;
  merchantNo: string;
  fromCompanyId: string;
  toCompanyId: string;
  approvalId: string;
  hold: Held;
  /** What the ledger has of adjustments. */
  rule: PostingRule;
  by: { userId: string; userName: string };
  now: Date;
  /** The last employee of the chunk before; null at the beginning. */
  after: string | null;
  size: number;
}

/** What a chunk moved: its last employee, limits, and what these hold, in fen. */
interface Moved {
  last: string;
  people: number;
  amount: number;
}

const reason = '商户变更所属公司';

/**
 * Recovers what the next limits of the old company hold, frozen or not, into its fund, and issues it again from the new one's, in a
 * handful of statements for any number of them; their ends stay, lots are issued anew one by one, and what is frozen is frozen again. Null
 * when none was left.
 */
export async function moveChunk(tx: Transaction, chunk: Chunk): Promise<Moved | null> {
  const { tenantId, merchantId, fromCompanyId, toCompanyId, hold, by, now } = chunk;
  const old = sql`l.tenant_id = ${tenantId}::uuid AND l.merchant_id = ${merchantId}::uuid AND l.company_id = ${fromCompanyId}::uuid
    AND (${chunk.after}::uuid IS NULL OR l.employee_id > ${chunk.after}::uuid)`;
  // Locked in one order, so that two who lock several never wait for each other; read again afterwards, as they are then.
  const { last } = await rowOf<{ last: string | null }>(
    tx,
    sql`
    WITH picked AS MATERIALIZED (SELECT l.id FROM limit_accounts l WHERE ${old} ORDER BY l.employee_id LIMIT ${chunk.size}),
    locked AS (
      SELECT l.employee_id FROM limit_accounts l WHERE l.tenant_id = ${tenantId}::uuid AND l.id IN (SELECT id FROM picked)
      ORDER BY l.id FOR UPDATE)
    SELECT (array_agg(employee_id ORDER BY employee_id DESC))[1] AS last FROM locked`,
  );
  if (last === null) return null;
  const { people, issued, back, links } = await rowOf<{
    people: number;
    issued: number;
    back: number;
    links: string[] | null;
  }>(
    tx,
    sql`
    WITH accounts AS MATERIALIZED (
      SELECT l.id, l.employee_id, l.available, l.locked, l.used, l.adjust_seq FROM limit_accounts l
      WHERE ${old} AND l.employee_id <= ${last}::uuid),
    -- A lot whose last day is over is not issued again.
    ended AS (
      UPDATE limit_lots o SET available = 0, locked = 0, recovered = o.recovered + o.available + o.locked,
        ended_at = coalesce(o.ended_at, ${now}::timestamptz),
        end_reason = coalesce(o.end_reason, CASE WHEN o.expires_at <= ${now}::timestamptz THEN 'EXPIRED' ELSE 'MOVED' END)
      FROM accounts a
      WHERE o.tenant_id = ${tenantId}::uuid AND o.account_id = a.id AND (o.ended_at IS NULL OR o.locked > 0)
      RETURNING new.id, new.account_id, new.institution_id, new.batch_id, new.row_no, new.expires_at, old.available, old.locked,
        new.end_reason = 'MOVED' AS again),
    lots AS (SELECT *, uuidv7() AS new_id FROM (SELECT * FROM ended WHERE available + locked > 0 ORDER BY id) o),
    anew AS (
      INSERT INTO limit_lots (tenant_id, id, account_id, institution_id, batch_id, row_no, amount, available, locked, expires_at, created_at)
      SELECT ${tenantId}::uuid, new_id, account_id, institution_id, batch_id, row_no, available + locked, available, locked, expires_at,
        ${now}::timestamptz
      FROM lots WHERE again),
    held AS (
      SELECT account_id, sum(available + locked) AS all_left, coalesce(sum(available) FILTER (WHERE NOT again), 0) AS dead_available,
        coalesce(sum(locked) FILTER (WHERE NOT again), 0) AS dead_locked FROM lots GROUP BY 1),
    present AS (
      SELECT a.*, coalesce(h.all_left, 0)::bigint AS of_lots, coalesce(h.dead_available, 0)::bigint AS dead_available,
        coalesce(h.dead_locked, 0)::bigint AS dead_locked
      FROM accounts a LEFT JOIN held h ON h.account_id = a.id),
    links AS (
      SELECT k.*, p.employee_id, p.adjust_seq + row_number() OVER in_turn AS seq, p.available + p.used + sum(k.delta) OVER in_turn AS after
      FROM (
        SELECT p.id, v.place, v.type, v.delta, NULL::uuid AS lot_id FROM present p CROSS JOIN LATERAL (VALUES
          (1, 'UNFREEZE', p.locked),
          (2, 'RECOVER', p.of_lots - p.available - p.locked),
          (4, 'INCREASE', p.available + p.locked - p.of_lots),
          (6, 'FREEZE', p.dead_locked - p.locked)) v(place, type, delta)
        WHERE v.delta <> 0
        UNION ALL
        SELECT account_id, 3, 'RECOVER', -(available + locked), id FROM lots
        UNION ALL
        SELECT account_id, 5, 'INCREASE', available + locked, new_id FROM lots WHERE again) k
      JOIN present p ON p.id = k.id
      WINDOW in_turn AS (PARTITION BY k.id ORDER BY k.place, k.lot_id)),
    counted AS (SELECT id, count(*)::int AS links FROM links GROUP BY 1),
    moved AS (
      UPDATE limit_accounts l SET company_id = ${toCompanyId}::uuid, updated_at = ${now}::timestamptz,
        total = l.total + p.available + p.locked - p.dead_available - p.dead_locked, recovered = l.recovered + p.available + p.locked,
        available = l.available - p.dead_available, locked = l.locked - p.dead_locked,
        lot_available = l.lot_available - p.dead_available, lot_locked = l.lot_locked - p.dead_locked,
        adjust_seq = l.adjust_seq + coalesce(c.links, 0)
      FROM present p LEFT JOIN counted c ON c.id = p.id
      WHERE l.tenant_id = ${tenantId}::uuid AND l.id = p.id
      RETURNING p.available + p.locked AS back, p.available + p.locked - p.dead_available - p.dead_locked AS issued),
    written AS (
      INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason,
        lot_id, created_at, created_by, created_by_id)
      SELECT ${tenantId}::uuid, ${merchantId}::uuid, employee_id, id,
        CASE WHEN place <= 3 THEN ${fromCompanyId}::uuid ELSE ${toCompanyId}::uuid END, seq, type,
        'SYSTEM', after - delta, delta, after, ${reason}, lot_id, ${now}::timestamptz, ${by.userName}, ${by.userId}::uuid
      FROM links RETURNING id),
    sums AS (
      SELECT count(*)::int AS people, coalesce(sum(issued), 0)::bigint AS issued, coalesce(sum(back), 0)::bigint AS back FROM moved),
    added AS (
      UPDATE merchant_moves v SET moved_people = v.moved_people + s.people, moved_amount = v.moved_amount + s.issued
      FROM sums s WHERE v.tenant_id = ${tenantId}::uuid AND v.approval_id = ${chunk.approvalId}::uuid)
    SELECT people, issued::float8 AS issued, back::float8 AS back, (SELECT array_agg(id) FROM written) AS links FROM sums`,
  );
  const flow = { tenantId, sourceId: chunk.approvalId, remark: chunk.merchantNo };
  const held = issued > 0 ? await spendHold(tx, hold, issued) : 0;
  await moveFunds(
    tx,
    (
      [
        { ...flow, companyId: fromCompanyId, kind: 'LIMIT_RECOVER', delta: back },
        { ...flow, companyId: toCompanyId, kind: 'LIMIT_ISSUE', delta: -issued, held },
      ] as const
    ).filter(({ delta }) => delta !== 0),
    { sourceType: 'approval', by: by.userName, now },
  );
  await post(
    tx,
    chunk.rule,
    (links ?? []).map((id) => ({ tenantId, id })),
  );
  return { last, people, amount: issued };
}
