import type { Option } from '@xyxlx/contracts/option';
import type { Approval } from '@xyxlx/database/client/client';
import { facts, firstRows, instant, money, noMatter, record, text } from '../../platform/approval/matter.ts';
import type { Matter } from '../../platform/approval/subject.ts';
import { iso, masked, named, type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { maskAccount } from '../../platform/security/mask.ts';

interface Application {
  applicationNo: string;
  title: string;
  taxNo: string | null;
  bank: string | null;
  account: string | null;
  email: string;
  amount: number;
  untaxed: number;
  invoiceNo: string | null;
  isFirst: boolean;
}

/** What is invoiced, or reversed, and whose payments it is for. */
export async function matterOfInvoice(
  client: Queryable,
  { tenantId }: Approval,
  input: { id: string; invoiceNo?: string },
): Promise<Matter> {
  const [row] = await rowsOf<Application>(
    client,
    sql`SELECT i.application_no AS "applicationNo", i.title, i.tax_no AS "taxNo", i.bank, i.account, ${masked('i.email')} AS email,
          i.amount::float8 AS amount, i.untaxed::float8 AS untaxed, i.invoice_no AS "invoiceNo",
          NOT EXISTS (SELECT FROM invoice_applications o WHERE o.tenant_id = i.tenant_id AND o.id <> i.id AND o.title = i.title
            AND o.tax_no IS NOT DISTINCT FROM i.tax_no AND o.invoice_no IS NOT NULL) AS "isFirst"
        FROM invoice_applications i WHERE i.tenant_id = ${tenantId}::uuid AND i.id = ${input.id}::uuid`,
  );
  if (!row) return noMatter;
  const lines = await firstRows<{
    kind: 'consumption' | 'cardOrder';
    no: Option;
    merchant: Option;
    at: string;
    amount: number;
  }>(client, {
    title: { zh: '消费与订单', en: 'Payments and orders' },
    columns: [
      { zh: '流水号', en: 'Number' },
      { zh: '商户', en: 'Merchant' },
      { zh: '时间', en: 'When' },
      { zh: '开票金额', en: 'Invoiced' },
    ],
    select: sql`CASE WHEN o.id IS NULL THEN 'consumption' ELSE 'cardOrder' END AS kind,
      json_build_object('id', coalesce(c.id, o.id), 'name', coalesce(c.payment_no, o.order_no)) AS no, ${named('m')} AS merchant, ${iso('coalesce(c.paid_at, o.created_at)')} AS at, l.amount::float8 AS amount`,
    from: sql`FROM invoice_lines l
      LEFT JOIN consumption_records c ON c.tenant_id = l.tenant_id AND c.id = l.consumption_id
      LEFT JOIN card_orders o ON o.tenant_id = l.tenant_id AND o.id = l.order_id
      JOIN merchants m ON m.tenant_id = l.tenant_id AND m.id = coalesce(c.merchant_id, o.merchant_id)
      WHERE l.tenant_id = ${tenantId}::uuid AND l.application_id = ${input.id}::uuid`,
    orderBy: 'l.amount DESC, l.id',
    row: ({ kind, no, merchant, at, amount }) => [
      record(kind, no),
      record('merchant', merchant),
      instant(at),
      money(amount),
    ],
  });
  const { invoiceNo = null } = input;
  return {
    parts: [
      facts(
        ['操作', 'Act', text(invoiceNo ? { zh: '开票', en: 'Invoice' } : { zh: '红冲', en: 'Reversal' })],
        ['申请号', 'Application', text(row.applicationNo)],
        ['发票号码', 'Invoice number', text(invoiceNo ?? row.invoiceNo)],
        ['抬头', 'Title', text(row.title)],
        ['税号', "Taxpayer's number", text(row.taxNo)],
        ['开户行', 'Bank', text(row.bank)],
        ['账号', 'Account', text(row.account && maskAccount(row.account))],
        ['邮箱', 'E-mail', text(row.email)],
        ['开票金额', 'Invoiced', money(row.amount)],
        ['不开票金额', 'Without an invoice', row.untaxed > 0 ? money(row.untaxed) : null],
      ),
      lines,
    ],
    ...(invoiceNo && { payee: { name: row.title, isFirst: row.isFirst } }),
  };
}
