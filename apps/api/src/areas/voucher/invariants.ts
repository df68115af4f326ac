import { controlledRoles } from '@xyxlx/contracts/ledger-roles';
import type { Invariant } from '../area.ts';

/** Both sides of each posting of the tenant, the account that its role stands for now, and its slot. */
const sides = `SELECT p.slot_id, p.book_date, v.role, v.company_id, v.debit, v.credit
  FROM ledger_postings p CROSS JOIN LATERAL (VALUES (p.debit_role, p.company_id, p.amount, 0::bigint),
    (p.credit_role, coalesce(p.counter_company_id, p.company_id), 0::bigint, p.amount)) v(role, company_id, debit, credit)
  WHERE p.tenant_id = $1`;

/** The invariants of vouchers, periods and what is added up from them. */
export const voucherInvariants: readonly Invariant[] = [
  {
    name: 'slotsHaveOneVoucher',
    label: {
      zh: '每个已封存的归集恰有一张有效自动凭证，逐科目与其流水一致',
      en: 'Each sealed slot has one live automatic voucher, of what its postings come to, account by account',
    },
    // A voucher has the accounts of its day: where a business of it was mapped to another one since, only what it comes to is compared.
    violations: `WITH live AS (
            SELECT v.slot_id, v.id, v.created_at FROM vouchers v WHERE v.tenant_id = $1 AND v.kind = 'SYSTEM' AND v.state <> 'REVERSED'),
          sides AS (
            SELECT s.slot_id, s.role, CASE WHEN s.role = ANY('{${controlledRoles}}') THEN s.company_id END AS company_id,
              sum(s.debit) AS debit, sum(s.credit) AS credit FROM (${sides}) s GROUP BY 1, 2, 3),
          remapped AS (
            SELECT c.after->>'role' AS role, max(c.applied_at) AS at FROM record_changes c JOIN approvals a ON a.tenant_id = c.tenant_id AND a.id = c.approval_id
            WHERE c.tenant_id = $1 AND a.subject_type = 'chartChange' AND c.after->>'role' IS NOT NULL GROUP BY 1),
          mapped AS (
            SELECT l.slot_id FROM live l WHERE NOT EXISTS (
              SELECT FROM sides s JOIN remapped r ON r.role = s.role WHERE s.slot_id = l.slot_id AND r.at >= l.created_at)),
          parts AS (
            SELECT l.slot_id, n.account_id, n.company_id, n.debit, n.credit FROM live l JOIN voucher_lines n ON n.tenant_id = $1 AND n.voucher_id = l.id
            UNION ALL
            SELECT s.slot_id, a.id, s.company_id, -s.debit, -s.credit FROM sides s JOIN live l ON l.slot_id = s.slot_id
            LEFT JOIN ledger_accounts a ON a.tenant_id = $1 AND a.role = s.role),
          wrong AS (
            SELECT slot_id FROM parts GROUP BY 1 HAVING sum(debit) <> 0 OR sum(credit) <> 0
            UNION
            SELECT p.slot_id FROM parts p JOIN mapped m ON m.slot_id = p.slot_id
            GROUP BY p.slot_id, p.account_id, p.company_id HAVING sum(p.debit) <> 0 OR sum(p.credit) <> 0)
          SELECT s.book_date || ' ' || s.kind || ' ' || s.part AS what FROM ledger_slots s
          LEFT JOIN (SELECT slot_id, count(*) AS vouchers FROM live GROUP BY 1) l ON l.slot_id = s.id
          WHERE s.tenant_id = $1 AND (CASE s.state WHEN 'OPEN' THEN l.slot_id IS NOT NULL ELSE l.vouchers IS DISTINCT FROM 1 END
            OR s.id IN (SELECT slot_id FROM wrong))`,
  },
  {
    name: 'vouchersBalance',
    label: { zh: '每张凭证借贷相等，至少两行', en: 'Each voucher has two lines or more that balance' },
    violations: `SELECT v.period || ' ' || v.word || coalesce('-' || v.number, '') AS what FROM vouchers v
          LEFT JOIN voucher_lines l ON l.tenant_id = v.tenant_id AND l.voucher_id = v.id
          WHERE v.tenant_id = $1 GROUP BY v.id, v.period, v.word, v.number
          HAVING count(l.line_no) < 2 OR sum(l.debit) <> sum(l.credit)`,
  },
  {
    name: 'voucherNumbersContinuous',
    label: {
      zh: '每期每字的凭证号从 1 起连续',
      en: 'Numbers of each period and word go from 1 without a gap',
    },
    violations: `SELECT coalesce(v.period, c.period) || ' ' || coalesce(v.word, c.word) AS what
          FROM (SELECT period, word, count(*) AS count, max(number) AS last FROM vouchers
            WHERE tenant_id = $1 AND number IS NOT NULL GROUP BY 1, 2) v
          FULL JOIN (SELECT period, word, last FROM voucher_counters WHERE tenant_id = $1) c ON c.period = v.period AND c.word = v.word
          WHERE v.count IS DISTINCT FROM v.last OR v.last IS DISTINCT FROM c.last`,
  },
  {
    name: 'trialBalanceZero',
    label: {
      zh: '已过账、全部凭证、实时流水三种口径均借贷相等',
      en: 'Posted vouchers, all vouchers and live postings each balance',
    },
    violations: `SELECT basis AS what FROM (
            SELECT 'POSTED' AS basis, sum(l.debit) - sum(l.credit) AS net FROM vouchers v
            JOIN voucher_lines l ON l.tenant_id = v.tenant_id AND l.voucher_id = v.id
            WHERE v.tenant_id = $1 AND v.state IN ('POSTED', 'REVERSED')
            UNION ALL
            SELECT 'VOUCHERS', sum(l.debit) - sum(l.credit) FROM voucher_lines l WHERE l.tenant_id = $1
            UNION ALL
            SELECT 'LIVE', sum(debit) - sum(credit) FROM (
              SELECT debit, credit FROM ledger_days WHERE tenant_id = $1
              UNION ALL SELECT s.debit, s.credit FROM (${sides}) s
              JOIN ledger_slots o ON o.tenant_id = $1 AND o.id = s.slot_id AND o.state = 'OPEN') live) bases
          WHERE net <> 0`,
  },
  {
    name: 'closedIsClosed',
    label: {
      zh: '已结账期间只有已过账凭证、无未封存归集，快照等于发生额',
      en: 'A closed period has posted vouchers alone, no open slot, and snapshots of what was booked',
    },
    violations: `SELECT v.period || ' ' || v.word || ' ' || v.state AS what FROM vouchers v
          JOIN ledger_periods p ON p.tenant_id = v.tenant_id AND p.period = v.period AND p.state = 'CLOSED'
          WHERE v.tenant_id = $1 AND v.state NOT IN ('POSTED', 'REVERSED')
          UNION ALL
          SELECT s.period || ' ' || s.kind FROM ledger_slots s
          JOIN ledger_periods p ON p.tenant_id = s.tenant_id AND p.period = s.period AND p.state = 'CLOSED'
          WHERE s.tenant_id = $1 AND s.state = 'OPEN'
          UNION ALL
          SELECT period || ' ' || a.code FROM (
            SELECT p.period, b.account_id FROM ledger_periods p
            JOIN LATERAL (SELECT l.account_id, l.company_id, l.debit - l.credit AS net, CASE v.period WHEN p.period THEN l.debit ELSE 0 END AS debit,
                CASE v.period WHEN p.period THEN l.credit ELSE 0 END AS credit
              FROM vouchers v JOIN voucher_lines l ON l.tenant_id = v.tenant_id AND l.voucher_id = v.id
              WHERE v.tenant_id = p.tenant_id AND v.period <= p.period AND v.state IN ('POSTED', 'REVERSED')
              UNION ALL
              SELECT s.account_id, s.company_id, CASE s.side WHEN 'DEBIT' THEN -s.closing ELSE s.closing END, -s.debit, -s.credit
              FROM ledger_snapshots s WHERE s.tenant_id = p.tenant_id AND s.period = p.period) b ON TRUE
            WHERE p.tenant_id = $1 AND p.state = 'CLOSED' GROUP BY 1, 2, b.company_id
            HAVING sum(b.net) <> 0 OR sum(b.debit) <> 0 OR sum(b.credit) <> 0) n
          JOIN ledger_accounts a ON a.tenant_id = $1 AND a.id = n.account_id
          UNION ALL
          SELECT s.period || ' snapshot' FROM ledger_snapshots s JOIN ledger_periods p ON p.tenant_id = s.tenant_id AND p.period = s.period
          WHERE s.tenant_id = $1 AND p.state <> 'CLOSED'`,
  },
  {
    name: 'daysAreTheirPostings',
    label: { zh: '日汇总等于已封存归集的流水', en: 'Days are what the postings of sealed slots come to' },
    violations: `WITH sealed AS (
            SELECT s.book_date, s.role, s.company_id, sum(s.debit) AS debit, sum(s.credit) AS credit, count(*) AS rows
            FROM (${sides}) s JOIN ledger_slots o ON o.tenant_id = $1 AND o.id = s.slot_id AND o.state = 'SEALED' GROUP BY 1, 2, 3)
          SELECT coalesce(d.book_date, s.book_date) || ' ' || coalesce(d.role, s.role) AS what
          FROM (SELECT * FROM ledger_days WHERE tenant_id = $1) d
          FULL JOIN sealed s ON s.book_date = d.book_date AND s.role = d.role
            AND coalesce(s.company_id, '00000000-0000-0000-0000-000000000000') = coalesce(d.company_id, '00000000-0000-0000-0000-000000000000')
          WHERE (d.debit, d.credit, d.rows) IS DISTINCT FROM (s.debit, s.credit, s.rows)`,
  },
];
