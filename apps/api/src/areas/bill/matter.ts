import {
  type BillFigure,
  type BillKind,
  type BillMessageSide,
  billFigureWords,
  billKindWords,
  billMessageSideWords,
  billSums,
} from '@xyxlx/contracts/bill-kinds';
import { facts, firstRows, instant, money, noMatter, record, text } from '../../platform/approval/matter.ts';
import type { ReadMatter } from '../../platform/approval/subject.ts';
import { iso, rowsOf, sql } from '../../platform/db/sql.ts';
import { figuresOf } from './figures.sql.ts';

/** The bill as a sum, line by line; of a company also what it comes to by merchant. */
export const matterOfBill: ReadMatter = async (client, { tenantId, subjectId }) => {
  const [bill] = await rowsOf<{
    billNo: string;
    kind: BillKind;
    owner: string;
    period: string;
    issuedAt: string | null;
    issuedBy: string | null;
    figures: Record<BillFigure, number>;
  }>(
    client,
    sql`SELECT b.bill_no AS "billNo", b.kind, coalesce(m.name, c.name) AS owner, b.period, ${iso('b.issued_at')} AS "issuedAt",
          b.issued_by AS "issuedBy", ${figuresOf('b')} AS figures
        FROM bills b LEFT JOIN merchants m ON m.tenant_id = b.tenant_id AND m.id = b.merchant_id
        LEFT JOIN companies c ON c.tenant_id = b.tenant_id AND c.id = b.company_id
        WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${subjectId}::uuid`,
  );
  if (!bill) return noMatter;
  const { kind, figures } = bill;
  const sum = billSums[kind].map(({ figure, sign }) => [
    text(billFigureWords[figure]),
    money(sign * figures[figure]),
  ]);
  const byMerchant =
    kind === 'COMPANY'
      ? [
          await firstRows<{ merchant: string; issued: number; back: number }>(client, {
            title: { zh: '商户明细', en: 'By merchant' },
            columns: [
              { zh: '商户', en: 'Merchant' },
              { zh: '发放', en: 'Issued' },
              { zh: '回收', en: 'Recovered' },
            ],
            select: sql`m.name AS merchant, l.issued::float8 AS issued, l.back::float8 AS back`,
            from: sql`FROM bill_lines l JOIN merchants m ON m.tenant_id = l.tenant_id AND m.id = l.merchant_id
              WHERE l.tenant_id = ${tenantId}::uuid AND l.bill_id = ${subjectId}::uuid`,
            orderBy: 'l.issued DESC, m.name, m.id',
            row: ({ merchant, issued, back }) => [text(merchant), money(issued), money(back)],
          }),
        ]
      : [];
  const thread = await firstRows<{ side: BillMessageSide; words: string; author: string; at: string }>(
    client,
    {
      title: { zh: '异议往来', en: 'Dispute' },
      columns: [
        { zh: '时间', en: 'At' },
        { zh: '类型', en: 'Kind' },
        { zh: '姓名', en: 'By' },
        { zh: '内容', en: 'Words' },
      ],
      select: sql`d.side, d.text AS words, d.author_name AS author, ${iso('d.created_at')} AS at`,
      from: sql`FROM bill_messages d WHERE d.tenant_id = ${tenantId}::uuid AND d.bill_id = ${subjectId}::uuid`,
      orderBy: 'd.seq',
      row: ({ side, words, author, at }) => [
        instant(at),
        text(billMessageSideWords[side]),
        text(author),
        text(words),
      ],
    },
  );
  return {
    parts: [
      facts(
        ['账单', 'Bill', text(billKindWords[kind])],
        ['账单号', 'Number', record('bill', { id: subjectId, name: bill.billNo })],
        ['账单归属', 'Of', text(bill.owner)],
        ['账期', 'Month', text(bill.period)],
        ['出账时间', 'Issued at', instant(bill.issuedAt)],
        ['出账人', 'Issued by', text(bill.issuedBy)],
      ),
      ...(thread.type === 'rows' && thread.total > 0 ? [thread] : []),
      {
        type: 'rows',
        title: { zh: '账单明细', en: 'Lines of the bill' },
        columns: [
          { zh: '项目', en: 'Line' },
          { zh: '金额', en: 'Amount' },
        ],
        rows: [...sum, [text(billFigureWords.closingBalance), money(figures.closingBalance)]],
        total: sum.length + 1,
      },
      ...byMerchant,
    ],
  };
};
