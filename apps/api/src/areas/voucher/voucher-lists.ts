import { voucher as contract } from '@xyxlx/contracts/voucher';
import { voucherStateWords } from '@xyxlx/contracts/voucher-kinds';
import type { VoucherDetail } from '@xyxlx/contracts/voucher-record';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { attachmentsJson } from '../../platform/attachments/claim-attachments.ts';
import { anywhere, iso, named, type Queryable, raw, rowsOf, sql } from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { findIn, type Ways } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { byId } from '../../platform/records/scope.ts';
import { accountJson, visibleBooks, voucherNo } from './books.ts';

/** What the lines of the voucher under `c` come to. */
export const lineTotals = raw(`JOIN LATERAL (
  SELECT sum(l.debit)::bigint AS debit, count(*)::int AS lines, min(l.summary) FILTER (WHERE l.line_no = 1) AS summary
  FROM voucher_lines l WHERE l.tenant_id = c.tenant_id AND l.voucher_id = c.id) totals ON TRUE`);

export const voucherColumns = sql`'id', c.id, 'voucherNo', ${voucherNo('c')}, 'word', c.word, 'number', c.number, 'date', c.date, 'period', c.period,
  'kind', c.kind, 'state', c.state, 'summary', coalesce(totals.summary, ''), 'debitAmount', totals.debit, 'lineCount', totals.lines,
  'attachmentCount', c.attachment_count, 'maker', c.maker_name, 'approver', c.approved_by_name, 'poster', c.posted_by_name,
  'createdAt', ${iso('c.created_at')}, 'version', c.version`;

const ofAmount = (comparison: '>=' | '<=') => (amount: number) =>
  sql`(SELECT sum(l.debit) FROM voucher_lines l WHERE l.tenant_id = c.tenant_id AND l.voucher_id = c.id) ${raw(comparison)} ${amount}::bigint`;

/** The vouchers of the books that one may see. */
export const vouchers = listOf(contract.queryVoucher, {
  from: 'vouchers',
  alias: 'c',
  ofTenants: true,
  scope: visibleBooks,
  filters: {
    tenantId: hasId('c.tenant_id'),
    period: (period) => sql`c.period = ${period}`,
    word: (word) => sql`c.word = ${word}`,
    number: (number) => sql`c.number = ${number}::int`,
    kind: oneOf('c.kind'),
    state: oneOf('c.state'),
    accountId: (id) =>
      sql`EXISTS (SELECT FROM voucher_lines l WHERE l.tenant_id = c.tenant_id AND l.voucher_id = c.id AND l.account_id = ${id}::uuid)`,
    keyword: (text) =>
      sql`EXISTS (SELECT FROM voucher_lines l WHERE l.tenant_id = c.tenant_id AND l.voucher_id = c.id AND l.summary ILIKE ${anywhere(text)})`,
    dateFrom: (day) => sql`c.date >= ${day}::date`,
    dateTo: (day) => sql`c.date <= ${day}::date`,
    amountFrom: ofAmount('>='),
    amountTo: ofAmount('<='),
  },
  sort: { date: { column: 'c.date', type: 'date' } },
  usual: ['date', 'desc'],
  joins: lineTotals,
  row: sql`json_build_object(${voucherColumns})`,
});

/** By a number as it is read, 记-0012 or 2026-11 记-0012: in one month there is one of it. */
const voucherNumbered: Ways = (typed) => {
  const [, period, word, number] = /^(?:(20\d\d-\d\d)\s*)?([记收付转])\s*-?\s*(\d{1,7})$/.exec(typed) ?? [];
  if (!word) return [];
  const months = period
    ? sql`c.period = ${period}`
    : sql`c.period IN (SELECT p.period FROM ledger_periods p WHERE p.tenant_id = c.tenant_id)`;
  return [
    { condition: sql`${months} AND c.word = ${word} AND c.number = ${Number(number)}::int`, whole: true },
  ];
};

/** Any of them by what is typed. */
export const foundVouchers = findIn(vouchers, {
  kind: 'voucher',
  by: [voucherNumbered],
  number: `c.period || ' ' || ${voucherNo('c').sql}`,
  title:
    '(SELECT l.summary FROM voucher_lines l WHERE l.tenant_id = c.tenant_id AND l.voucher_id = c.id AND l.line_no = 1)',
  state: ['c.state', voucherStateWords],
  amount:
    '(SELECT sum(l.debit) FROM voucher_lines l WHERE l.tenant_id = c.tenant_id AND l.voucher_id = c.id)',
});

/** SQL of the lines of the voucher under `c`. */
export const linesJson = sql`(SELECT json_agg(json_build_object('lineNo', l.line_no, 'summary', l.summary, 'account', ${accountJson('a')},
    'company', ${named('o')}, 'debitAmount', l.debit, 'creditAmount', l.credit) ORDER BY l.line_no)
  FROM voucher_lines l JOIN ledger_accounts a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
  LEFT JOIN companies o ON o.tenant_id = l.tenant_id AND o.id = l.company_id
  WHERE l.tenant_id = c.tenant_id AND l.voucher_id = c.id)`;

/** JSON of the voucher under `alias` as others name it; null where none was joined. */
function otherVoucher(alias: string) {
  return sql`CASE WHEN ${raw(alias)}.id IS NOT NULL THEN json_build_object('id', ${raw(alias)}.id, 'voucherNo', ${voucherNo(alias)},
    'period', ${raw(alias)}.period) END`;
}

/** One voucher as the wire has it; throws 406 when the caller can't see it. */
export async function voucherOf(client: Queryable, session: Session, id: string): Promise<VoucherDetail> {
  const [found] = await rowsOf<{ row: VoucherDetail }>(
    client,
    sql`SELECT json_build_object(${voucherColumns}, 'lines', ${linesJson}, 'attachments', ${attachmentsJson('voucher', 'c')}, 'reverses', ${otherVoucher('of')}, 'reversedBy', ${otherVoucher('red')},
          'approval', CASE WHEN w.id IS NOT NULL THEN json_build_object('id', w.id, 'state', w.state) END, 'reason', coalesce(w.decision_reason, w.reason),
          'slot', CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'bookDate', s.book_date, 'kind', s.kind, 'part', s.part,
            'docType', s.doc_type, 'docId', s.doc_id, 'postingCount',
            (SELECT count(*) FROM ledger_postings p WHERE p.tenant_id = s.tenant_id AND p.slot_id = s.id)) END) AS row
        FROM vouchers c ${lineTotals}
        LEFT JOIN vouchers of ON of.tenant_id = c.tenant_id AND of.id = c.reverses_id
        LEFT JOIN vouchers red ON red.tenant_id = c.tenant_id AND red.reverses_id = c.id
        LEFT JOIN ledger_slots s ON s.tenant_id = c.tenant_id AND s.id = c.slot_id
        LEFT JOIN LATERAL (SELECT a.id, a.state, a.decision_reason, a.reason FROM approvals a
          WHERE a.tenant_id = c.tenant_id AND a.subject_type = 'voucher' AND a.subject_id = coalesce(red.id, c.id)
          ORDER BY a.created_at DESC, a.id DESC LIMIT 1) w ON TRUE
        WHERE ${byId(session, 'c', id)} AND ${visibleBooks(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return found.row;
}
