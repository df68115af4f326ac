import { controlledRoles, postingKindWords } from '@xyxlx/contracts/ledger-roles';
import { systemActor } from '@xyxlx/contracts/system-actor';
import { submitEach } from '../../platform/approval/submit.ts';
import { empty, join, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { theSystem } from '../../platform/operation-log/operation-log.ts';
import { documentNames } from './document-names.ts';
import { voucherApproval } from './voucher-approval.ts';

const making = { module: 'voucher', action: 'sealLedger', target: 'voucher' };

/** A slot whose voucher is made, and the day that the voucher is dated. */
export interface Making {
  slotId: string;
  date: string;
}

/** The words of each kind of posting. */
const kindWords: Sql = join(
  Object.entries(postingKindWords).map(([kind, { zh }]) => sql`WHEN ${kind} THEN ${zh}`),
  ' ',
);

/**
 * What the slots of `given` (id of the voucher, slot_id, date, number of the document) come to by the present mapping: `moves` are their postings
 * added up once; `lines` are grouped by account, and by company where the account is controlled, debits first, by code; `summaries` such as
 * 11月21日 消费 18,204 笔, with the document's number where it is of one.
 */
function fromPostings(tenantId: string): Sql {
  return sql`moves AS MATERIALIZED (
      SELECT p.slot_id, p.debit_role, p.credit_role, p.company_id, p.counter_company_id, sum(p.amount) AS amount, count(*) AS rows
      FROM given g JOIN ledger_postings p ON p.tenant_id = ${tenantId}::uuid AND p.slot_id = g.slot_id
      GROUP BY 1, 2, 3, 4, 5),
    sides AS MATERIALIZED (
      SELECT g.id AS voucher_id, o.book_date, v.is_debit, v.role, v.company_id, m.amount, m.rows
      FROM moves m JOIN given g ON g.slot_id = m.slot_id JOIN ledger_slots o ON o.tenant_id = ${tenantId}::uuid AND o.id = m.slot_id
      CROSS JOIN LATERAL (VALUES (true, m.debit_role, m.company_id),
        (false, m.credit_role, coalesce(m.counter_company_id, m.company_id))) v(is_debit, role, company_id)),
    lines AS MATERIALIZED (
      SELECT s.voucher_id, s.is_debit, a.id AS account_id, a.code, s.company_id, s.amount,
        row_number() OVER (PARTITION BY s.voucher_id ORDER BY NOT s.is_debit, a.code, s.company_id) AS line_no
      FROM (SELECT s.voucher_id, s.is_debit, s.role, CASE WHEN s.role = ANY(${[...controlledRoles]}::text[]) THEN s.company_id END AS company_id,
          sum(s.amount)::bigint AS amount
        FROM sides s GROUP BY 1, 2, 3, 4) s
      JOIN ledger_accounts a ON a.tenant_id = ${tenantId}::uuid AND a.role = s.role),
    summaries AS MATERIALIZED (
      SELECT g.id, extract(month FROM s.book_date) || '月' || extract(day FROM s.book_date) || '日 ' || CASE s.kind ${kindWords} END || ' '
        || coalesce(nullif(g.document, '') || ' ', '')
        || to_char((SELECT count(DISTINCT p.source_id) FROM ledger_postings p
          WHERE p.tenant_id = s.tenant_id AND p.slot_id = s.id), 'FM999,999,999,999') || ' 笔' AS summary
      FROM given g JOIN ledger_slots s ON s.tenant_id = ${tenantId}::uuid AND s.id = g.slot_id)`;
}

/** Writes `lines` with their `summaries`. */
function writeLines(tenantId: string): Sql {
  return sql`INSERT INTO voucher_lines (tenant_id, voucher_id, date, line_no, summary, account_id, company_id, debit, credit)
    SELECT ${tenantId}::uuid, l.voucher_id, g.date, l.line_no, s.summary, l.account_id, l.company_id, CASE WHEN l.is_debit THEN l.amount ELSE 0 END,
      CASE WHEN l.is_debit THEN 0 ELSE l.amount END
    FROM lines l JOIN given g ON g.id = l.voucher_id JOIN summaries s ON s.id = l.voucher_id ORDER BY l.voucher_id, l.line_no`;
}

/** Adds what the slots come to, in fen, to the days of their roles. */
function addToDays(tenantId: string): Sql {
  return sql`INSERT INTO ledger_days AS d (tenant_id, book_date, role, company_id, debit, credit, rows)
    SELECT ${tenantId}::uuid, s.book_date, s.role, s.company_id, coalesce(sum(s.amount) FILTER (WHERE s.is_debit), 0),
      coalesce(sum(s.amount) FILTER (WHERE NOT s.is_debit), 0), sum(s.rows)
    FROM sides s GROUP BY 2, 3, 4 ORDER BY 2, 3, 4
    ON CONFLICT (tenant_id, book_date, role, company_id) DO UPDATE
      SET debit = d.debit + excluded.debit, credit = d.credit + excluded.credit, rows = d.rows + excluded.rows`;
}

/** A voucher that was made, as its checkers are told of it; Σ借 in fen. */
interface Made {
  id: string;
  label: string;
  amount: number;
}

/** Makes the next vouchers of sealed slots of a tenant and hands them in; the maker is the service. */
export async function makeVouchersAgain(
  tx: Transaction,
  { tenantId, now, trace }: { tenantId: string; now: Date; trace: string },
  slots: readonly Making[],
): Promise<void> {
  await handIn(tx, { tenantId, trace }, await writeVouchers(tx, { tenantId, now }, slots, empty));
}

/** Hands vouchers in that wait already. */
export async function handIn(
  tx: Transaction,
  { tenantId, trace }: { tenantId: string; trace: string },
  made: readonly Made[],
): Promise<void> {
  await submitEach(
    tx,
    theSystem(tenantId, trace, making),
    voucherApproval,
    tenantId,
    made.map(({ id, label, amount }) => ({ subjectId: id, subjectLabel: label, amount })),
  );
}

/** Makes the first vouchers of slots of a tenant, in their order, and adds the slots to the days of their roles; nobody is asked to check them yet. */
export function writeSealed(
  tx: Transaction,
  of: { tenantId: string; now: Date },
  slots: readonly Making[],
): Promise<Made[]> {
  return writeVouchers(tx, of, slots, sql`, days AS (${addToDays(of.tenantId)})`);
}

async function writeVouchers(
  tx: Transaction,
  { tenantId, now }: { tenantId: string; now: Date },
  slots: readonly Making[],
  more: Sql,
): Promise<Made[]> {
  if (slots.length === 0) return [];
  const given = await documentNames(tx, tenantId, slots);
  return rowsOf<Made>(
    tx,
    sql`
    WITH given AS MATERIALIZED (
      SELECT uuidv7() AS id, g."slotId" AS slot_id, g.date, g.document
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g("slotId" uuid, date date, document text)),
    ${fromPostings(tenantId)},
    words AS (
      SELECT l.voucher_id AS id, CASE WHEN books.voucher_style = 'ONE' THEN '记'
          WHEN bool_or(NOT l.is_debit AND l.code ~ '^(1001|1002|1012)') THEN '付'
          WHEN bool_or(l.is_debit AND l.code ~ '^(1001|1002|1012)') THEN '收' ELSE '转' END AS word,
        (sum(l.amount) FILTER (WHERE l.is_debit))::float8 AS amount
      FROM lines l CROSS JOIN ledger_setting_at(${tenantId}::uuid, ${now}::timestamptz) books
      GROUP BY l.voucher_id, books.voucher_style),
    heads AS (
      INSERT INTO vouchers (tenant_id, id, period, word, date, kind, slot_id, state, maker_name, created_at, created_by, updated_at, updated_by)
      SELECT ${tenantId}::uuid, g.id, to_char(g.date, 'YYYY-MM'), w.word, g.date, 'SYSTEM', g.slot_id, 'PENDING', ${systemActor.zh},
        ${now}::timestamptz, ${systemActor.zh}, ${now}::timestamptz, ${systemActor.zh}
      FROM given g JOIN words w ON w.id = g.id ORDER BY g.date, g.id
      RETURNING id, word, date),
    written AS (${writeLines(tenantId)})
    ${more}
    SELECT h.id, h.word || ' ' || h.date || ' ' || s.summary AS label, w.amount
    FROM heads h JOIN summaries s ON s.id = h.id JOIN words w ON w.id = h.id ORDER BY h.id`,
  );
}

/** Writes the lines of an automatic voucher anew. */
export async function remakeLines(
  tx: Transaction,
  { tenantId, id, slotId, date }: { tenantId: string; id: string; slotId: string; date: Date },
): Promise<void> {
  const [given] = await documentNames(tx, tenantId, [{ slotId }]);
  await tx.voucherLine.deleteMany({ where: { tenantId, voucherId: id } });
  await tx.$executeRaw(
    sql`
    WITH given AS MATERIALIZED (
      SELECT ${id}::uuid AS id, ${slotId}::uuid AS slot_id, ${date}::date AS date, ${given?.document ?? ''}::text AS document),
    ${fromPostings(tenantId)} ${writeLines(tenantId)}`,
  );
}
