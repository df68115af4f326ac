import { issueTarget, maxIssueAmount } from '@xyxlx/contracts/issue';
import { planAmount } from '@xyxlx/contracts/issue-schedule';
import type { IssueBatch } from '@xyxlx/database/client/client';
import { z } from 'zod';
import { disableNestedLoops } from '../../platform/db/disable-nested-loops.ts';
import { rowOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { meantBy } from './target.ts';

export interface IssuePayload {
  tenantId: string;
  batchId: string;
}

const terms = z.strictObject({ target: issueTarget, amount: planAmount });

/** Finds out whom a batch is for and how much each gets, and adds the good rows up. */
export const checkIssue: JobKind<IssuePayload> = {
  kind: 'issueCheck',
  title: { zh: '发放校验', en: 'Check of a batch to be issued' },
  permission: 'creditlimit.issue',
  abandoned: async (tx, { payload: { tenantId, batchId }, state }) => {
    await tx.issueBatch.updateMany({
      where: { tenantId, id: batchId, state: 'CHECKING' },
      data: { state, version: { increment: 1 } },
    });
  },
  run: async ({ payload, steps }) => {
    await steps(async (tx, checked) => {
      if (checked) return null;
      const rows = await checkRows(tx, payload);
      return { checkpoint: true, done: rows };
    });
    return { state: 'SUCCEEDED', message: { zh: '校验完成', en: 'Checked' } };
  },
};

async function checkRows(tx: Transaction, { tenantId, batchId }: IssuePayload): Promise<number> {
  const batch = await tx.issueBatch.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: batchId } } });
  // A file's rows were judged as they were read.
  if (batch.terms !== null) await writeTarget(tx, batch);
  return addUp(tx, batch);
}

/** Whether the batch's merchant still does business. */
function merchantStands({ tenantId, merchantId }: IssueBatch): Sql {
  return sql`EXISTS (SELECT FROM merchants m WHERE m.tenant_id = ${tenantId}::uuid AND m.id = ${merchantId}::uuid AND m.state = 'ACTIVE')`;
}

/** Writes a row for each whom the batch's target means: who is at work or frozen, the frozen ones with their reason. */
async function writeTarget(tx: Transaction, batch: IssueBatch): Promise<void> {
  const { tenantId, id } = batch;
  const { target, amount } = terms.parse(batch.terms);
  const meant = await meantBy(tx, batch, target);
  const given =
    amount.by === 'SAME'
      ? sql`${amount.amount}::bigint`
      : sql`coalesce((SELECT g.amount FROM jsonb_to_recordset(${JSON.stringify(amount.grades)}::jsonb) AS g(grade text, amount bigint)
          WHERE g.grade = e.grade), ${amount.otherwise}::bigint)`;
  await disableNestedLoops(tx);
  await tx.$executeRaw(sql`
    WITH meant AS (
      SELECT e.*, ${given} AS amount, row_number() OVER (ORDER BY e.employee_no) AS row_no,
        CASE WHEN e.state = 'FROZEN' THEN 'frozen' WHEN NOT ${merchantStands(batch)} THEN 'merchant' ELSE '' END AS problem
      FROM employees e WHERE ${meant} AND e.state IN ('ACTIVE', 'FROZEN'))
    INSERT INTO issue_rows (tenant_id, batch_id, row_no, employee_id, employee_no, employee_name, amount, state, message)
    SELECT ${tenantId}::uuid, ${id}::uuid, row_no, id, employee_no, name, amount,
      CASE WHEN problem <> '' THEN 'FAILED' WHEN amount = 0 THEN 'NOTHING' ELSE 'READY' END, problem
    FROM meant`);
}

/** Adds the rows up on their batch, which is a draft where at least one is good; returns how many there are. */
async function addUp(tx: Transaction, { tenantId, id }: IssueBatch): Promise<number> {
  const { total } = await rowOf<{ total: number }>(
    tx,
    sql`
    UPDATE issue_batches b SET total = s.total, failed = s.failed, amount = s.amount,
      state = CASE WHEN s.good > 0 AND s.amount <= ${maxIssueAmount}::bigint THEN 'DRAFT' ELSE 'FAILED' END,
      message = CASE WHEN s.good = 0 THEN 'empty' WHEN s.amount > ${maxIssueAmount}::bigint THEN 'sum' ELSE '' END,
      version = version + 1, updated_at = now()
    FROM (
      SELECT count(*)::int AS total, count(*) FILTER (WHERE state = 'FAILED')::int AS failed,
        count(*) FILTER (WHERE state = 'READY')::int AS good, coalesce(sum(amount) FILTER (WHERE state = 'READY'), 0)::bigint AS amount
      FROM issue_rows WHERE tenant_id = ${tenantId}::uuid AND batch_id = ${id}::uuid) s
    WHERE b.tenant_id = ${tenantId}::uuid AND b.id = ${id}::uuid RETURNING b.total`,
  );
  return total;
}
