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
      zh: '每个已封存的归集恰有一张有效自动凭证，金额与其流水一致',
      en: 'Each sealed slot has one live automatic voucher, of what its postings come to',
    },
    violations: `WITH live AS (
            SELECT v.slot_id, count(*) AS vouchers, sum(t.debit) AS debit, sum(t.credit) AS credit FROM vouchers v
            CROSS JOIN LATERAL (SELECT sum(l.debit) AS debit, sum(l.credit) AS credit FROM voucher_lines l
              WHERE l.tenant_id = v.tenant_id AND l.voucher_id = v.id) t
            WHERE v.tenant_id = $1 AND v.kind = 'SYSTEM' AND v.state <> 'REVERSED' GROUP BY 1),
          posted AS (SELECT slot_id, sum(amount) AS amount FROM ledger_postings WHERE tenant_id = $1 GROUP BY 1)
          SELECT s.book_date || ' ' || s.kind || ' ' || s.part AS what FROM ledger_slots s
          LEFT JOIN live ON live.slot_id = s.id LEFT JOIN posted ON posted.slot_id = s.id
          WHERE s.tenant_id = $1 AND CASE s.state WHEN 'OPEN' THEN live.slot_id IS NOT NULL
            ELSE live.vouchers IS DISTINCT FROM 1 OR live.debit IS DISTINCT FROM posted.amount OR live.credit IS DISTINCT FROM posted.amount END`,
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
            SELECT p.period, b.account_id, b.company_id, sum(b.net) AS net FROM ledger_periods p
            JOIN LATERAL (SELECT l.account_id, l.company_id, l.debit - l.credit AS net FROM vouchers v
              JOIN voucher_lines l ON l.tenant_id = v.tenant_id AND l.voucher_id = v.id
              WHERE v.tenant_id = p.tenant_id AND v.period <= p.period AND v.state IN ('POSTED', 'REVERSED')
              UNION ALL
              SELECT s.account_id, s.company_id, CASE s.side WHEN 'DEBIT' THEN -s.closing ELSE s.closing END FROM ledger_snapshots s
              WHERE s.tenant_id = p.tenant_id AND s.period = p.period) b ON TRUE
            WHERE p.tenant_id = $1 AND p.state = 'CLOSED' GROUP BY 1, 2, 3) n
          JOIN ledger_accounts a ON a.tenant_id = $1 AND a.id = n.account_id
          WHERE n.net <> 0
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
