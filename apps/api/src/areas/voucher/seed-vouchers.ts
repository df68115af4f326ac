import type { Prisma } from '@xyxlx/database/client/client';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { writeSnapshots } from './close-job.ts';
import { writeClosing } from './closing-voucher.ts';
import { handIn, writeSealed } from './make-vouchers.ts';
import { makeRed } from './reverse-voucher.ts';
import { closeSlots } from './seal-ledger.ts';
import { lastDayOf } from './span.ts';
import { nextVoucherNumber } from './voucher-approval.ts';

/** So many of the newest vouchers wait for a checker. */
const waiting = 3;
/** So many months are left open, the present one among them. */
const open = 2;

/** The accrual of a month is its voucher of this number. */
const accrualNumber = 7;

interface Books {
  tenantId: string;
  makerId: string | null;
  makerName: string | null;
  checkerId: string;
  checkerName: string;
}

/**
 * What a seed's past days leave in the books: their vouchers, posted but for the newest, two written by hand, one of them taken back, and
 * the months before the last one closed.
 */
export async function seedVouchers(tx: Transaction, now: Date): Promise<void> {
  for (const books of await booksWithChecker(tx)) {
    await sealDays(tx, books, now);
    const written = await writeByHand(tx, books, now);
    await postAllButNewest(tx, books, now);
    if (written) await reverse(tx, books, written.mistaken, now);
    await closeMonths(tx, books, now);
  }
}

function booksWithChecker(client: Queryable): Promise<Books[]> {
  return rowsOf<Books>(
    client,
    sql`SELECT DISTINCT ON (m.tenant_id) m.tenant_id AS "tenantId", u.id AS "checkerId", u.name AS "checkerName",
          maker.id AS "makerId", maker.name AS "makerName"
        FROM memberships m JOIN membership_roles mr ON mr.tenant_id = m.tenant_id AND mr.membership_id = m.id
        JOIN roles r ON r.tenant_id = mr.tenant_id AND r.id = mr.role_id AND 'voucher.approve' = ANY(r.permissions)
        JOIN users u ON u.id = m.user_id
        LEFT JOIN LATERAL (
          SELECT w.id, w.name FROM memberships n JOIN users w ON w.id = n.user_id
          JOIN membership_roles nr ON nr.tenant_id = n.tenant_id AND nr.membership_id = n.id
          JOIN roles o ON o.tenant_id = nr.tenant_id AND o.id = nr.role_id AND 'voucher.edit' = ANY(o.permissions)
          WHERE n.tenant_id = m.tenant_id AND n.user_id <> u.id ORDER BY o.code = 'finance-maker' DESC, w.id LIMIT 1) maker ON TRUE
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

/** Accrues what prizes will cost, twice: the second time by mistake. In the newest month that will be closed. */
async function writeByHand(
  tx: Transaction,
  { tenantId, makerId, makerName }: Books,
  now: Date,
): Promise<{ mistaken: string } | null> {
  const periods = await tx.ledgerPeriod.findMany({ where: { tenantId }, orderBy: { period: 'asc' } });
  const period = periods.at(-open - 1)?.period;
  if (!period || makerId === null || makerName === null) return null;
  const accounts = await tx.ledgerAccount.findMany({
    where: { tenantId, code: { in: ['6601.02', '2241.05'] } },
  });
  const idOf = (code: string) => accounts.find((account) => account.code === code)?.id;
  const write = async (date: string, summary: string, amount: number) => {
    const voucher = await tx.voucher.create({
      data: {
        ...{
          tenantId,
          period,
          word: '记',
          date: new Date(date),
          kind: 'MANUAL',
          state: 'PENDING',
          makerId,
          makerName,
        },
        ...{ createdAt: now, createdBy: makerName, updatedAt: now, updatedBy: makerName },
      },
    });
    await tx.$executeRaw`
      INSERT INTO voucher_lines (tenant_id, voucher_id, date, line_no, summary, account_id, debit, credit)
      VALUES (${tenantId}::uuid, ${voucher.id}::uuid, ${date}::date, 1, ${summary}, ${idOf('6601.02')}::uuid, ${amount}::bigint, 0),
        (${tenantId}::uuid, ${voucher.id}::uuid, ${date}::date, 2, ${summary}, ${idOf('2241.05')}::uuid, 0, ${amount}::bigint)`;
    return voucher.id;
  };
  await write(`${period}-05`, '计提本月奖品费用', 1_200_000);
  return { mistaken: await write(`${period}-20`, '计提本月奖品费用', 120_000) };
}

/** Takes a posted voucher back by a red one, posted on the last day of its month. */
async function reverse(tx: Transaction, books: Books, id: string, now: Date): Promise<void> {
  const { tenantId, makerId, checkerId, checkerName } = books;
  const voucher = await tx.voucher.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  const red = await makeRed(tx, voucher, {
    ...{ date: lastDayOf(voucher.period), now, makerId, makerName: voucher.makerName },
  });
  const stamps = { updatedAt: now, updatedBy: checkerName, version: { increment: 1 } };
  const change = (which: string, data: Prisma.VoucherUncheckedUpdateInput) =>
    tx.voucher.update({ where: { tenantId_id: { tenantId, id: which } }, data: { ...data, ...stamps } });
  const approved = { approvedById: checkerId, approvedByName: checkerName };
  await change(red.id, {
    state: 'APPROVED',
    number: await nextVoucherNumber(tx, tenantId, red),
    ...approved,
  });
  await change(red.id, { state: 'POSTED', postedById: checkerId, postedByName: checkerName });
  await change(id, { state: 'REVERSED' });
}

async function postAllButNewest(tx: Transaction, books: Books, now: Date): Promise<void> {
  const { tenantId, checkerId, checkerName } = books;
  await tx.$executeRaw`ANALYZE vouchers`;
  await tx.$executeRaw`
    WITH accruals AS MATERIALIZED (
      SELECT DISTINCT ON (m.period, m.word) m.id, m.period, m.word FROM vouchers m
      WHERE m.tenant_id = ${tenantId}::uuid AND m.kind = 'MANUAL' ORDER BY m.period, m.word, m.date),
    counted AS (
      SELECT v.id, CASE WHEN a.id = v.id THEN ${accrualNumber} ELSE row_number() OVER in_turn
          + (row_number() OVER in_turn >= ${accrualNumber} AND a.id IS NOT NULL)::int END AS number
      FROM vouchers v
      -- The accrual has its place among those of its month.
      LEFT JOIN accruals a ON a.period = v.period AND a.word = v.word
      WHERE v.tenant_id = ${tenantId}::uuid AND v.state = 'PENDING'
        AND NOT EXISTS (SELECT FROM approvals a WHERE a.tenant_id = v.tenant_id AND a.subject_type = 'voucher' AND a.subject_id = v.id)
      WINDOW in_turn AS (PARTITION BY v.period, v.word, a.id = v.id ORDER BY v.date, v.id))
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
