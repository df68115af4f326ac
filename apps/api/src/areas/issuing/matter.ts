import {
  type IssueBatchState,
  type IssueKind,
  type IssueRowState,
  issueKindWords,
  issueRowStateWords,
} from '@xyxlx/contracts/issue-kinds';
import type { Option } from '@xyxlx/contracts/option';
import { count, facts, firstRows, money, noMatter, record, text } from '../../platform/approval/matter.ts';
import type { Matter, ReadMatter } from '../../platform/approval/subject.ts';
import { named, type Queryable, raw, rowsOf, sql } from '../../platform/db/sql.ts';

interface Batch {
  batchNo: string;
  name: string;
  kind: IssueKind;
  merchant: Option;
  institution: string | null;
  plan: string | null;
  effectiveOn: string;
  lastDay: string | null;
  state: IssueBatchState;
  total: number;
  failed: number;
  amount: number;
  done: number;
}

/** Whom a batch gives how much, row by row. */
export const matterOfIssue: ReadMatter = (client, { tenantId, subjectId }) =>
  read(client, { tenantId, id: subjectId }, 'TRUE');

/** The rows that would be taken back, as far as they are unspent. */
export const matterOfVoid: ReadMatter = (client, { tenantId, subjectId }) =>
  read(client, { tenantId, id: subjectId }, "r.state IN ('TO_VOID', 'VOIDED', 'VOID_FAILED')");

async function read(
  client: Queryable,
  { tenantId, id }: { tenantId: string; id: string },
  which: string,
): Promise<Matter> {
  const [batch] = await rowsOf<Batch>(
    client,
    sql`SELECT b.batch_no AS "batchNo", b.name, b.kind, ${named('m')} AS merchant, i.name AS institution, p.name || ' v' || b.plan_version AS plan,
          b.effective_on::text AS "effectiveOn", b.last_day::text AS "lastDay", b.state, b.total, b.failed, b.amount::float8 AS amount,
          b.done_amount::float8 AS done
        FROM issue_batches b JOIN merchants m ON m.tenant_id = b.tenant_id AND m.id = b.merchant_id
        LEFT JOIN institutions i ON i.tenant_id = b.tenant_id AND i.id = b.institution_id
        LEFT JOIN issue_plans p ON p.tenant_id = b.tenant_id AND p.id = b.plan_id
        WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${id}::uuid`,
  );
  if (!batch) return noMatter;
  const rows = await firstRows<{
    rowNo: number;
    no: string;
    name: string;
    amount: number | null;
    state: IssueRowState;
  }>(client, {
    title: { zh: '发放明细', en: 'Who gets what' },
    columns: [
      { zh: '行', en: 'Row' },
      { zh: '员工', en: 'Employee' },
      { zh: '金额', en: 'Amount' },
      { zh: '状态', en: 'State' },
    ],
    select: sql`r.row_no AS "rowNo", r.employee_no AS no, r.employee_name AS name, r.amount::float8 AS amount, r.state`,
    from: sql`FROM issue_rows r WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${id}::uuid AND ${raw(which)}`,
    orderBy: 'r.amount DESC NULLS LAST, r.row_no',
    row: ({ rowNo, no, name, amount, state }) => [
      count(rowNo),
      text(`${name} ${no}`),
      money(amount),
      text(issueRowStateWords[state]),
    ],
  });
  return {
    parts: [
      facts(
        ['批次号', 'Batch', record('issueBatch', { id, name: batch.batchNo })],
        ['名称', 'Name', text(batch.name)],
        ['来源', 'Made by', text(issueKindWords[batch.kind])],
        ['商户', 'Merchant', record('merchant', batch.merchant)],
        ['制度', 'Policy', text(batch.institution)],
        ['发放计划', 'Plan', text(batch.plan)],
        ['生效日', 'Good from', text(batch.effectiveOn)],
        ['截止日', 'Good until', text(batch.lastDay)],
        ['人数', 'People', count(batch.total - batch.failed)],
        ['有误行', 'Rows with errors', batch.failed > 0 ? count(batch.failed) : null],
        ['合计金额', 'In all', money(batch.amount)],
        ['已发放', 'Issued', batch.done > 0 ? money(batch.done) : null],
      ),
      rows,
    ],
  };
}
