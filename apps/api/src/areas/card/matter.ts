import {
  type CardRequestKind,
  type CardState,
  cardFormWords,
  cardNamingWords,
  cardRequestKindWords,
  cardStateWords,
} from '@xyxlx/contracts/card-kinds';
import type { Approval } from '@xyxlx/database/client/client';
import { facts, firstRows, instant, money, noMatter, text } from '../../platform/approval/matter.ts';
import type { Matter, ReadMatter } from '../../platform/approval/subject.ts';
import { iso, type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';

/** The card that something is asked of. */
export const matterOfRequest: ReadMatter = async (client, { tenantId, subjectId }) => {
  const [found] = await rowsOf<{
    requestNo: string;
    kind: CardRequestKind;
    amount: number;
    fee: number;
    cardNo: string;
    product: string;
    form: keyof typeof cardFormWords;
    naming: keyof typeof cardNamingWords;
    holder: string | null;
    merchant: string;
    company: string;
    state: CardState;
    held: number;
    expiresAt: string | null;
  }>(
    client,
    sql`SELECT r.request_no AS "requestNo", r.kind, r.amount::float8 AS amount, r.fee::float8 AS fee, c.card_no AS "cardNo",
          p.code || ' ' || p.name AS product, c.form, c.naming, e.name || ' ' || e.employee_no AS holder, m.name AS merchant, o.name AS company,
          c.state, c.held::float8 AS held, ${iso('c.expires_at')} AS "expiresAt"
        FROM card_requests r JOIN cards c ON c.tenant_id = r.tenant_id AND c.id = r.card_id
        JOIN card_products p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
        JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
        JOIN companies o ON o.tenant_id = r.tenant_id AND o.id = r.company_id
        LEFT JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
        WHERE r.tenant_id = ${tenantId}::uuid AND r.id = ${subjectId}::uuid`,
  );
  if (!found) return noMatter;
  return {
    parts: [
      facts(
        ['申请号', 'Request', text(found.requestNo)],
        ['申请', 'What is asked', text(cardRequestKindWords[found.kind])],
        ['卡号', 'Card', text(found.cardNo)],
        ['产品', 'Product', text(found.product)],
        [
          '卡种',
          'Kind',
          text({
            zh: `${cardFormWords[found.form].zh} ${cardNamingWords[found.naming].zh}`,
            en: `${cardFormWords[found.form].en}, ${cardNamingWords[found.naming].en.toLowerCase()}`,
          }),
        ],
        ['持卡人', 'Holder', text(found.holder)],
        ['商户', 'Merchant', text(found.merchant)],
        ['公司', 'Company', text(found.company)],
        ['卡状态', 'State', text(cardStateWords[found.state])],
        ['申请时余额', 'Balance when asked', money(found.amount)],
        ['预授权占用', 'Held', found.held > 0 ? money(found.held) : null],
        ['费用', 'Fee', found.fee > 0 ? money(found.fee) : null],
        ['有效期至', 'Valid until', instant(found.expiresAt)],
      ),
    ],
  };
};

/** The file's cards, row by row; of their numbers only the ends are shown. */
export async function matterOfImport(
  client: Queryable,
  { merchantId, tenantId: ofTenant, amount }: Approval,
  job: { tenantId: string; id: string },
): Promise<Matter> {
  const [file] = await rowsOf<{ name: string; by: string; merchant: string | null }>(
    client,
    sql`SELECT j.file_name AS name, j.created_by AS by,
          (SELECT m.name FROM merchants m WHERE m.tenant_id = ${ofTenant}::uuid AND m.id = ${merchantId}::uuid) AS merchant
        FROM jobs j WHERE j.tenant_id = ${job.tenantId}::uuid AND j.id = ${job.id}::uuid`,
  );
  if (!file) return noMatter;
  const rows = await firstRows<{ rowNo: number; cells: string[] }>(client, {
    title: { zh: '文件明细', en: 'Rows of the file' },
    columns: [
      { zh: '卡号', en: 'Number' },
      { zh: '产品编码', en: 'Product code' },
      { zh: '工号', en: 'Employee no.' },
      { zh: '初始余额', en: 'Balance' },
      { zh: '有效期', en: 'Valid until' },
    ],
    select: sql`r.row_no AS "rowNo", r.cells`,
    from: sql`FROM import_rows r WHERE r.tenant_id = ${job.tenantId}::uuid AND r.job_id = ${job.id}::uuid AND r.problems IS NULL`,
    orderBy: 'r.row_no',
    row: ({ cells: [number, product, employeeNo, balance, expiresOn] }) => [
      text(number),
      text(product),
      text(employeeNo),
      money(Number(balance || 0)),
      text(expiresOn),
    ],
  });
  return {
    parts: [
      facts(
        ['文件', 'File', text(file.name)],
        ['商户', 'Merchant', text(file.merchant)],
        ['上传人', 'Uploaded by', text(file.by)],
        ['初始余额合计', 'Balances in all', money(amount)],
      ),
      rows,
    ],
  };
}
