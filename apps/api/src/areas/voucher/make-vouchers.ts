import { controlledRoles, postingKindWords } from '@xyxlx/contracts/ledger-roles';
import { systemActor } from '@xyxlx/contracts/system-actor';
import { submitEach } from '../../platform/approval/submit.ts';
import { join, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { theSystem } from '../../platform/operation-log/operation-log.ts';
import { voucherApproval } from './voucher-approval.ts';

const making = { module: 'voucher', action: 'sealLedger', target: 'voucher' };

/** A slot whose voucher is made, and the day that the voucher is dated. */
export interface Making {
  slotId: string;
  date: string;
}

/** A line of an automatic voucher, in fen. */
interface MadeLine {
  voucherId: string;
  lineNo: number;
  summary: string;
  accountId: string;
  companyId: string | null;
  debit: number;
  credit: number;
}

/** The words of each kind of posting. */
const kindWords: Sql = join(
  Object.entries(postingKindWords).map(([kind, { zh }]) => sql`WHEN ${kind} THEN ${zh}`),
  ' ',
);

/**
 * What the slots of `given` (id of the voucher, slot_id) come to by the present mapping: `lines` grouped by account, and by company where the
 * account is controlled, debits first, by code; `summaries` such as 11月21日 消费 18,204 笔.
 */
function fromPostings(tenantId: string): Sql {
  return sql`sides AS (
      SELECT g.id AS voucher_id, v.is_debit, v.role, CASE WHEN v.role = ANY(${[...controlledRoles]}::text[]) THEN v.company_id END AS company_id,
        sum(p.amount)::bigint AS amount
      FROM given g JOIN ledger_postings p ON p.tenant_id = ${tenantId}::uuid AND p.slot_id = g.slot_id
      CROSS JOIN LATERAL (VALUES (true, p.debit_role, p.company_id),
        (false, p.credit_role, coalesce(p.counter_company_id, p.company_id))) v(is_debit, role, company_id)
      GROUP BY 1, 2, 3, 4),
    lines AS MATERIALIZED (
      SELECT s.voucher_id, s.is_debit, a.id AS account_id, a.code, s.company_id, s.amount,
        row_number() OVER (PARTITION BY s.voucher_id ORDER BY NOT s.is_debit, a.code, s.company_id) AS line_no
      FROM sides s JOIN ledger_accounts a ON a.tenant_id = ${tenantId}::uuid AND a.role = s.role),
    summaries AS MATERIALIZED (
      SELECT g.id, extract(month FROM s.book_date) || '月' || extract(day FROM s.book_date) || '日 ' || CASE s.kind ${kindWords} END || ' '
        || to_char((SELECT count(DISTINCT (p.source_type, p.source_id)) FROM ledger_postings p
          WHERE p.tenant_id = s.tenant_id AND p.slot_id = s.id), 'FM999,999,999,999') || ' 笔' AS summary
      FROM given g JOIN ledger_slots s ON s.tenant_id = ${tenantId}::uuid AND s.id = g.slot_id)`;
}

const lineJson = sql`json_build_object('voucherId', l.voucher_id, 'lineNo', l.line_no, 'summary', s.summary, 'accountId', l.account_id,
  'companyId', l.company_id, 'debit', CASE WHEN l.is_debit THEN l.amount ELSE 0 END, 'credit', CASE WHEN l.is_debit THEN 0 ELSE l.amount END)`;

/** A voucher that was made, as its checkers are told of it; Σ借 in fen. */
interface Made {
  id: string;
  label: string;
  amount: number;
}

/** Makes the vouchers of slots of a tenant and hands them in; the maker is the service. */
export async function makeVouchers(
  tx: Transaction,
  { tenantId, now, trace }: { tenantId: string; now: Date; trace: string },
  slots: readonly Making[],
): Promise<void> {
  await handIn(tx, { tenantId, trace }, await writeVouchers(tx, { tenantId, now }, slots));
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

/** Makes the vouchers of slots of a tenant, in the order of the slots; nobody is asked to check them yet. */
export async function writeVouchers(
  tx: Transaction,
  { tenantId, now }: { tenantId: string; now: Date },
  slots: readonly Making[],
): Promise<Made[]> {
  if (slots.length === 0) return [];
  const made = await rowsOf<Made & { lines: MadeLine[] }>(
    tx,
    sql`
    WITH given AS MATERIALIZED (
      SELECT uuidv7() AS id, g."slotId" AS slot_id, g.date
      FROM jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) AS g("slotId" uuid, date date)),
    ${fromPostings(tenantId)},
    words AS (
      SELECT l.voucher_id AS id, CASE WHEN books.voucher_style = 'ONE' THEN '记'
          WHEN bool_or(NOT l.is_debit AND l.code ~ '^(1001|1002|1012)') THEN '付'
          WHEN bool_or(l.is_debit AND l.code ~ '^(1001|1002|1012)') THEN '收' ELSE '转' END AS word
      FROM lines l CROSS JOIN ledger_setting_at(${tenantId}::uuid, ${now}::timestamptz) books
      GROUP BY l.voucher_id, books.voucher_style),
    heads AS (
      INSERT INTO vouchers (tenant_id, id, period, word, date, kind, slot_id, state, maker_name, created_at, created_by, updated_at, updated_by)
      SELECT ${tenantId}::uuid, g.id, to_char(g.date, 'YYYY-MM'), w.word, g.date, 'SYSTEM', g.slot_id, 'PENDING', ${systemActor.zh},
        ${now}::timestamptz, ${systemActor.zh}, ${now}::timestamptz, ${systemActor.zh}
      FROM given g JOIN words w ON w.id = g.id ORDER BY g.date, g.id
      RETURNING id, word, date)
    SELECT h.id, h.word || ' ' || h.date || ' ' || s.summary AS label,
      (sum(l.amount) FILTER (WHERE l.is_debit))::float8 AS amount, json_agg(${lineJson} ORDER BY l.line_no) AS lines
    FROM heads h JOIN summaries s ON s.id = h.id JOIN lines l ON l.voucher_id = h.id
    GROUP BY h.id, h.word, h.date, s.summary ORDER BY h.id`,
  );
  await writeLines(
    tx,
    tenantId,
    made.flatMap(({ lines }) => lines),
  );
  return made;
}

/** Writes the lines of an automatic voucher anew. */
export async function remakeLines(
  tx: Transaction,
  { tenantId, id, slotId }: { tenantId: string; id: string; slotId: string },
): Promise<void> {
  await tx.voucherLine.deleteMany({ where: { tenantId, voucherId: id } });
  const lines = await rowsOf<{ line: MadeLine }>(
    tx,
    sql`WITH given AS MATERIALIZED (SELECT ${id}::uuid AS id, ${slotId}::uuid AS slot_id), ${fromPostings(tenantId)}
        SELECT ${lineJson} AS line FROM lines l JOIN summaries s ON s.id = l.voucher_id`,
  );
  await writeLines(
    tx,
    tenantId,
    lines.map(({ line }) => line),
  );
}

/** A statement of its own: what a line may be depends on its voucher, which one statement does not see that writes both. */
async function writeLines(tx: Transaction, tenantId: string, lines: readonly MadeLine[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO voucher_lines (tenant_id, voucher_id, line_no, summary, account_id, company_id, debit, credit)
    SELECT ${tenantId}::uuid, l."voucherId", l."lineNo", l.summary, l."accountId", l."companyId", l.debit, l.credit
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      AS l("voucherId" uuid, "lineNo" int, summary text, "accountId" uuid, "companyId" uuid, debit bigint, credit bigint)
    ORDER BY l."voucherId", l."lineNo"`;
}
