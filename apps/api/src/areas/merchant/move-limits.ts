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
 * handful of statements for any number of them; their ends stay, and what is frozen is frozen again. Null when none was left.
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
  const { people, amount, links } = await rowOf<{ people: number; amount: number; links: string[] | null }>(
    tx,
    sql`
    WITH moved AS (
      UPDATE limit_accounts l SET company_id = ${toCompanyId}::uuid, total = total + available + locked,
        recovered = recovered + available + locked, updated_at = ${now}::timestamptz,
        adjust_seq = adjust_seq + CASE WHEN locked > 0 THEN 4 WHEN available > 0 THEN 2 ELSE 0 END
      WHERE ${old} AND l.employee_id <= ${last}::uuid
      RETURNING new.id, new.employee_id, new.available, new.locked, new.available + new.used AS chain, old.adjust_seq AS seq),
    links AS (
      SELECT m.id, m.employee_id, m.seq, k.* FROM moved m CROSS JOIN LATERAL (VALUES
        (1, 'UNFREEZE', m.locked, m.chain + m.locked),
        (2, 'RECOVER', -(m.available + m.locked), m.chain - m.available),
        (3, 'INCREASE', m.available + m.locked, m.chain + m.locked),
        (4, 'FREEZE', -m.locked, m.chain)) k(place, type, delta, after)
      WHERE k.delta <> 0),
    written AS (
      INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason,
        created_at, created_by, created_by_id)
      SELECT ${tenantId}::uuid, ${merchantId}::uuid, employee_id, id,
        CASE WHEN place <= 2 THEN ${fromCompanyId}::uuid ELSE ${toCompanyId}::uuid END,
        seq + row_number() OVER (PARTITION BY id ORDER BY place), type,
        'SYSTEM', after - delta, delta, after, ${reason}, ${now}::timestamptz, ${by.userName}, ${by.userId}::uuid
      FROM links RETURNING id),
    sums AS (SELECT count(*)::int AS people, coalesce(sum(available + locked), 0)::bigint AS amount FROM moved),
    added AS (
      UPDATE merchant_moves v SET moved_people = v.moved_people + s.people, moved_amount = v.moved_amount + s.amount
      FROM sums s WHERE v.tenant_id = ${tenantId}::uuid AND v.approval_id = ${chunk.approvalId}::uuid)
    SELECT people, amount::float8 AS amount, (SELECT array_agg(id) FROM written) AS links FROM sums`,
  );
  if (amount > 0) {
    const flow = { tenantId, sourceId: chunk.approvalId, remark: chunk.merchantNo };
    const held = await spendHold(tx, hold, amount);
    await moveFunds(
      tx,
      [
        { ...flow, companyId: fromCompanyId, kind: 'LIMIT_RECOVER', delta: amount },
        { ...flow, companyId: toCompanyId, kind: 'LIMIT_ISSUE', delta: -amount, held },
      ],
      { sourceType: 'approval', by: by.userName, now },
    );
  }
  await post(
    tx,
    chunk.rule,
    (links ?? []).map((id) => ({ tenantId, id })),
  );
  return { last, people, amount };
}
