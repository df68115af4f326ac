import {
  type VoucherKind,
  type VoucherState,
  voucherKindWords,
  voucherStateWords,
} from '@xyxlx/contracts/voucher-kinds';
import { count, facts, firstRows, money, noMatter, text } from '../../platform/approval/matter.ts';
import type { ReadMatter } from '../../platform/approval/subject.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';

/** The voucher with its 分录. */
export const matterOfVoucher: ReadMatter = async (client, { tenantId, subjectId }) => {
  const [voucher] = await rowsOf<{
    date: string;
    period: string;
    word: string;
    kind: VoucherKind;
    attachments: number;
    maker: string;
    reverses: string | null;
    debit: number;
    credit: number;
  }>(
    client,
    sql`SELECT v.date::text, v.period, v.word, v.kind, v.attachment_count AS attachments, v.maker_name AS maker,
          (SELECT r.word || '-' || r.number || ' ' || r.period FROM vouchers r WHERE r.tenant_id = v.tenant_id AND r.id = v.reverses_id) AS reverses,
          (SELECT sum(l.debit)::float8 FROM voucher_lines l WHERE l.tenant_id = v.tenant_id AND l.voucher_id = v.id) AS debit,
          (SELECT sum(l.credit)::float8 FROM voucher_lines l WHERE l.tenant_id = v.tenant_id AND l.voucher_id = v.id) AS credit
        FROM vouchers v WHERE v.tenant_id = ${tenantId}::uuid AND v.id = ${subjectId}::uuid`,
  );
  if (!voucher) return noMatter;
  const lines = await firstRows<{
    summary: string;
    account: string;
    company: string | null;
    debit: number;
    credit: number;
  }>(client, {
    title: { zh: '分录', en: 'Entries' },
    columns: [
      { zh: '摘要', en: 'Summary' },
      { zh: '科目', en: 'Account' },
      { zh: '公司', en: 'Company' },
      { zh: '借方', en: 'Debit' },
      { zh: '贷方', en: 'Credit' },
    ],
    select: sql`l.summary, a.code || ' ' || a.name AS account, c.name AS company, l.debit::float8 AS debit, l.credit::float8 AS credit`,
    from: sql`FROM voucher_lines l JOIN ledger_accounts a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
      LEFT JOIN companies c ON c.tenant_id = l.tenant_id AND c.id = l.company_id
      WHERE l.tenant_id = ${tenantId}::uuid AND l.voucher_id = ${subjectId}::uuid`,
    orderBy: 'l.line_no',
    row: ({ summary, account, company, debit, credit }) => [
      text(summary),
      text(account),
      text(company),
      debit === 0 ? null : money(debit),
      credit === 0 ? null : money(credit),
    ],
  });
  return {
    parts: [
      facts(
        ['凭证字', 'Word', text(voucher.word)],
        ['日期', 'Date', text(voucher.date)],
        ['期间', 'Period', text(voucher.period)],
        ['来源', 'Kind', text(voucherKindWords[voucher.kind])],
        ['冲销', 'Takes back', text(voucher.reverses)],
        ['附件', 'Attachments', count(voucher.attachments)],
        ['制单', 'Made by', text(voucher.maker)],
        ['借方合计', 'Debit', money(voucher.debit)],
        ['贷方合计', 'Credit', money(voucher.credit)],
      ),
      lines,
    ],
  };
};

/** The period that closes or opens again, and its vouchers by their states. */
export const matterOfPeriod: ReadMatter = async (client, { tenantId, subjectId }) => {
  const states = await rowsOf<{ period: string; state: VoucherState | null; count: number; debit: number }>(
    client,
    sql`SELECT p.period, v.state, count(v.id)::int AS count, coalesce(sum(l.debit), 0)::float8 AS debit
        FROM ledger_periods p LEFT JOIN vouchers v ON v.tenant_id = p.tenant_id AND v.period = p.period
        LEFT JOIN LATERAL (SELECT sum(debit) AS debit FROM voucher_lines WHERE tenant_id = v.tenant_id AND voucher_id = v.id) l ON true
        WHERE p.tenant_id = ${tenantId}::uuid AND p.id = ${subjectId}::uuid GROUP BY 1, 2 ORDER BY 2`,
  );
  const [first] = states;
  if (!first) return noMatter;
  const rows = states.flatMap(({ state, count: number, debit }) =>
    state ? [[text(voucherStateWords[state]), count(number), money(debit)]] : [],
  );
  return {
    parts: [
      facts(['期间', 'Period', text(first.period)]),
      {
        type: 'rows',
        title: { zh: '凭证', en: 'Vouchers' },
        columns: [
          { zh: '状态', en: 'State' },
          { zh: '张数', en: 'Count' },
          { zh: '借方合计', en: 'Debit' },
        ],
        rows,
        total: rows.length,
      },
    ],
  };
};
