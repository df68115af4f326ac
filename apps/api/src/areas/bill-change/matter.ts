import { limitBatchRowStateWords } from '@xyxlx/contracts/bill-change';
import type { Option } from '@xyxlx/contracts/option';
import { count, facts, firstRows, money, noMatter, record, text } from '../../platform/approval/matter.ts';
import type { Matter, ReadMatter } from '../../platform/approval/subject.ts';
import { named, type Queryable, raw, rowsOf, sql } from '../../platform/db/sql.ts';

interface Batch {
  batchNo: string;
  merchant: Option;
  fileName: string;
  sameAs: string | null;
  changed: number;
  unchanged: number;
  failed: number;
  increase: number;
  decrease: number;
}

/** The file: whom it gives and takes how much, row by row. */
export const matterOfBatch: ReadMatter = (client, { tenantId, subjectId }) =>
  read(client, { tenantId, id: subjectId }, "r.state IN ('READY', 'DONE', 'FAILED')");

/** What was changed by the batch that would be taken back. */
export const matterOfBatchUndo: ReadMatter = (client, { tenantId, subjectId }) =>
  read(client, { tenantId, id: subjectId }, "r.state = 'DONE'");

async function read(
  client: Queryable,
  { tenantId, id }: { tenantId: string; id: string },
  which: string,
): Promise<Matter> {
  const [batch] = await rowsOf<Batch>(
    client,
    sql`SELECT b.batch_no AS "batchNo", ${named('m')} AS merchant, b.file_name AS "fileName", b.same_as_batch_no AS "sameAs", b.changed, b.unchanged, b.failed,
          b.increase_amount::float8 AS increase, b.decrease_amount::float8 AS decrease
        FROM limit_batches b JOIN merchants m ON m.tenant_id = b.tenant_id AND m.id = b.merchant_id
        WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${id}::uuid`,
  );
  if (!batch) return noMatter;
  const rows = await firstRows<{
    rowNo: number;
    no: string;
    name: string;
    before: number | null;
    after: number | null;
    state: keyof typeof limitBatchRowStateWords;
  }>(client, {
    title: { zh: '文件明细', en: 'Rows of the file' },
    columns: [
      { zh: '行', en: 'Row' },
      { zh: '员工', en: 'Employee' },
      { zh: '现额度', en: 'Present limit' },
      { zh: '新额度', en: 'New limit' },
      { zh: '变动', en: 'Change' },
      { zh: '状态', en: 'State' },
    ],
    select: sql`r.row_no AS "rowNo", r.employee_no AS no, r.employee_name AS name, r.present_limit::float8 AS before, r.new_limit::float8 AS after, r.state`,
    from: sql`FROM limit_batch_rows r WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${id}::uuid AND ${raw(which)}`,
    orderBy: 'abs(coalesce(r.new_limit, 0) - coalesce(r.present_limit, 0)) DESC, r.row_no',
    row: ({ rowNo, no, name, before, after, state }) => [
      count(rowNo),
      text(`${name} ${no}`),
      money(before),
      money(after),
      before === null || after === null ? null : money(after - before),
      text(limitBatchRowStateWords[state]),
    ],
  });
  return {
    parts: [
      facts(
        ['批次号', 'Batch', record('limitBatch', { id, name: batch.batchNo })],
        ['商户', 'Merchant', record('merchant', batch.merchant)],
        ['文件', 'File', text(batch.fileName)],
        ['与此前批次文件相同', 'The same file as', text(batch.sameAs)],
        ['变动人数', 'People changed', count(batch.changed)],
        ['未变动', 'Unchanged', count(batch.unchanged)],
        ['有误行', 'Rows with errors', count(batch.failed)],
        ['增加合计', 'Increases', money(batch.increase)],
        ['减少合计', 'Decreases', money(batch.decrease)],
      ),
      rows,
    ],
  };
}
