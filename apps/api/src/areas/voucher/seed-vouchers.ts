import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { writeSnapshots } from './close-job.ts';
import { writeClosing } from './closing-voucher.ts';
import { handIn, writeSealed } from './make-vouchers.ts';
import { closeSlots } from './seal-ledger.ts';

/** So many of the newest vouchers wait for a checker. */
const waiting = 3;
/** So many months are left open, the present one among them. */
const open = 2;

interface Books {
  tenantId: string;
  checkerId: string;
  checkerName: string;
}

/** What a seed's past days leave in the books: their vouchers, posted but for the newest, and the months before the last one closed. */
export async function seedVouchers(tx: Transaction, now: Date): Promise<void> {
  for (const books of await booksWithChecker(tx)) {
    await sealDays(tx, books, now);
    await postAllButNewest(tx, books, now);
    await closeMonths(tx, books, now);
  }
}

function booksWithChecker(client: Queryable): Promise<Books[]> {
  return rowsOf<Books>(
    client,
    sql`SELECT DISTINCT ON (m.tenant_id) m.tenant_id AS "tenantId", u.id AS "checkerId", u.name AS "checkerName"
        FROM memberships m JOIN membership_roles mr ON mr.tenant_id = m.tenant_id AND mr.membership_id = m.id
        JOIN roles r ON r.tenant_id = mr.tenant_id AND r.id = mr.role_id AND 'voucher.approve' = ANY(r.permissions)
        JOIN users u ON u.id = m.user_id
        WHERE EXISTS (SELECT FROM ledger_slots s WHERE s.tenant_id = m.tenant_id)
        ORDER BY m.tenant_id, r.code = 'finance-checker' DESC, u.id`,
  );
}

async function sealDays(tx: Transaction, { tenantId }: Books, now: Date): Promise<void> {
  const today = shanghaiDay(now);
  let newest: Awaited<ReturnType<typeof writeSealed>> = [];
  for (;;) {
    const { found, sealed } = await closeSlots(
      tx,
      tenantId,
      sql`s.book_date < ${today}::date`,
      'SKIP LOCKED',
    );
    if (found === 0) break;
    newest = [...newest, ...(await writeSealed(tx, { tenantId, now }, sealed))].slice(-waiting);
  }
  await handIn(tx, { tenantId, trace: `seed/${today}` }, newest);
}

async function postAllButNewest(tx: Transaction, books: Books, now: Date): Promise<void> {
  const { tenantId, checkerId, checkerName } = books;
  await tx.$executeRaw`
    WITH counted AS (
      SELECT v.id, row_number() OVER (PARTITION BY v.period, v.word ORDER BY v.date, v.id) AS number FROM vouchers v
      WHERE v.tenant_id = ${tenantId}::uuid AND v.state = 'PENDING'
        AND NOT EXISTS (SELECT FROM approvals a WHERE a.tenant_id = v.tenant_id AND a.subject_type = 'voucher' AND a.subject_id = v.id))
    UPDATE vouchers v SET state = 'APPROVED', number = c.number, approved_by_id = ${checkerId}::uuid, approved_by_name = ${checkerName},
      updated_at = ${now}, updated_by = ${checkerName}, version = v.version + 1
    FROM counted c WHERE v.tenant_id = ${tenantId}::uuid AND v.id = c.id`;
  await tx.$executeRaw`
    INSERT INTO voucher_counters (tenant_id, period, word, last)
    SELECT tenant_id, period, word, max(number) FROM vouchers
    WHERE tenant_id = ${tenantId}::uuid AND state = 'APPROVED' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
  await tx.$executeRaw`
    UPDATE vouchers SET state = 'POSTED', posted_by_id = approved_by_id, posted_by_name = approved_by_name, version = version + 1
    WHERE tenant_id = ${tenantId}::uuid AND state = 'APPROVED'`;
}

async function closeMonths(tx: Transaction, books: Books, now: Date): Promise<void> {
  const { tenantId, checkerId: id, checkerName: name } = books;
  const periods = await tx.ledgerPeriod.findMany({ where: { tenantId }, orderBy: { period: 'asc' } });
  for (const { period } of periods.slice(0, -open)) {
    const where = { tenantId_period: { tenantId, period } };
    await tx.ledgerPeriod.update({ where, data: { state: 'CLOSING' } });
    await writeClosing(tx, { tenantId, period }, { now, checker: { id, name } });
    await writeSnapshots(tx, tenantId, period);
    await tx.ledgerPeriod.update({ where, data: { state: 'CLOSED', closedAt: now, closedBy: name } });
  }
}
