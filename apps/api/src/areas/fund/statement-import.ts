import { paths } from '@xyxlx/contracts/paths';
import { maxStatementRows } from '@xyxlx/contracts/statement';
import { Prisma } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { ImportDefinition, ImportRun } from '../../platform/imports/import-definition.ts';
import { postWhere } from '../../platform/ledger/post.ts';
import { takeBackPostings } from '../../platform/ledger/take-back.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { readAmount, readBalance } from '../../platform/table-files/read-amounts.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import type { AccountDay } from './compare.sql.ts';
import { receiptPostings } from './postings.ts';
import { lockPlatformAccounts, reconcile } from './reconcile.ts';
import { readDirection, readTime } from './statement-cells.ts';

/** The account that the statement is of, looked up when the file came in. */
export interface StatementImport {
  tenantId: string;
  accountId: string;
  accountName: string;
}

const takingBack = { module: 'fund', action: 'undoImport', target: 'platformAccount' };

/** The lines of one account's statement, in the order of time or against it. */
export const statementImport: ImportDefinition<StatementImport> = {
  kind: 'importStatement',
  title: { zh: '对账单导入', en: 'Statement import' },
  permission: 'fund.reconcile',
  page: ({ accountId }) => `${paths.fund}?tab=claims&accountId=${accountId}`,
  maxRows: maxStatementRows,
  // One step: lines of the same second keep the order of the statement.
  batch: maxStatementRows,
  columns: [
    {
      key: 'bankNo',
      label: { zh: '流水号', en: 'Bank no.' },
      required: true,
      unique: true,
      maxLength: 64,
    },
    { key: 'at', label: { zh: '时间', en: 'Time' }, required: true, read: readTime },
    { key: 'direction', label: { zh: '收/支', en: 'In/out' }, required: true, read: readDirection },
    { key: 'amount', label: { zh: '金额(元)', en: 'Amount (yuan)' }, required: true, read: readAmount },
    { key: 'balance', label: { zh: '余额', en: 'Balance' }, required: true, read: readBalance },
    { key: 'payer', label: { zh: '对方户名', en: 'Other party' }, maxLength: 120 },
    { key: 'summary', label: { zh: '摘要', en: 'Summary' } },
  ],

  check: async (tx, run) => {
    await refuseGaps(run);
    await refuseKnown(run);
    const { rows, cell } = run;
    const [{ count, came, went }] = await tx.$queryRaw<[{ count: number; came: number; went: number }]>`
      WITH good AS MATERIALIZED (SELECT ${cell('direction')} AS direction, ${cell('amount')} AS amount FROM import_rows r WHERE ${rows})
      SELECT count(*)::int AS count, coalesce(sum(amount::bigint) FILTER (WHERE direction = 'IN'), 0)::float8 AS came,
        coalesce(sum(amount::bigint) FILTER (WHERE direction = 'OUT'), 0)::float8 AS went FROM good`;
    return [
      { label: { zh: '将导入流水', en: 'Lines to be imported' }, value: count, unit: 'count' },
      { label: { zh: '收入', en: 'Came in' }, value: came, unit: 'fen' },
      { label: { zh: '支出', en: 'Went out' }, value: went, unit: 'fen' },
    ];
  },

  apply: async (tx, run) => {
    const { tenantId, accountId, accountName } = run.params;
    const by = run.actor.session.userName;
    // Of two files with the same lines the second finds those of the first.
    await lockPlatformAccounts(tx, tenantId, [accountId]);
    await refuseKnown(run);
    const count = await tx.$executeRaw`
      WITH ${chain(run)}
      INSERT INTO statement_lines (tenant_id, account_id, bank_no, direction, amount, balance_after, at, payer, summary, state, import_job_id,
        created_by, updated_by)
      SELECT ${tenantId}::uuid, ${accountId}::uuid, c.bank_no, c.direction, abs(c.moved), c.balance, c.at, c.payer, c.summary,
        CASE c.direction WHEN 'IN' THEN 'UNCLAIMED' ELSE 'UNMATCHED' END, ${run.jobId}::uuid, ${by}, ${by}
      FROM chain c ORDER BY c.at, c.place`;
    await postWhere(
      tx,
      receiptPostings,
      tenantId,
      Prisma.sql`r.account_id = ${accountId}::uuid AND r.import_job_id = ${run.jobId}::uuid`,
    );
    const days = await daysOfImport(tx, run);
    await reconcile(tx, { tenantId, days, now: run.deps.clock.businessNow(), by });
    await logChange(
      tx,
      { ...run.actor, operation: operationOf('fund', 'importStatement') },
      { tenantId, id: accountId, label: accountName, after: { added: count, jobId: run.jobId } },
    );
  },

  undo: async (tx, run) => {
    const { jobId, params, actor } = run;
    const { tenantId, accountId, accountName } = params;
    const added = Prisma.sql`l.tenant_id = ${tenantId}::uuid AND l.account_id = ${accountId}::uuid AND l.import_job_id = ${jobId}::uuid`;
    await lockPlatformAccounts(tx, tenantId, [accountId]);
    await tx.$executeRaw`SELECT FROM statement_lines l WHERE ${added} FOR UPDATE`;
    const [{ used }] = await tx.$queryRaw<[{ used: number }]>`
      SELECT count(*)::int AS used FROM statement_lines l WHERE ${added} AND (l.version > 1 OR EXISTS (
        SELECT FROM reconciliation_breaks b WHERE b.tenant_id = l.tenant_id AND b.line_id = l.id AND b.state <> 'OPEN'))`;
    if (used > 0) {
      throw new Refusal({
        zh: `${used} 条流水已被认领或匹配过，不能撤销`,
        en: `${used} lines were claimed or matched: it can not be taken back`,
      });
    }
    const days = await daysOfImport(tx, run);
    await tx.$executeRaw`
      DELETE FROM reconciliation_breaks b USING statement_lines l
      WHERE b.tenant_id = ${tenantId}::uuid AND b.line_id = l.id AND ${added}`;
    const now = run.deps.clock.businessNow();
    const ids = Prisma.sql`SELECT l.id FROM statement_lines l WHERE ${added}`;
    await takeBackPostings(tx, { tenantId, source: receiptPostings.source, ids, at: now });
    const count = await tx.$executeRaw`DELETE FROM statement_lines l WHERE ${added}`;
    const by = actor.session.userName;
    await reconcile(tx, { tenantId, days, now, by });
    const change = { tenantId, id: accountId, label: accountName, after: { removed: count, jobId } };
    await logChange(tx, { ...actor, operation: takingBack }, change);
    return count;
  },
};

/** The days of the import's lines that are over: those that come are reconciled tonight. */
async function daysOfImport(tx: Transaction, run: ImportRun<StatementImport>): Promise<AccountDay[]> {
  const { accountId } = run.params;
  return tx.$queryRaw`
    SELECT DISTINCT ${accountId}::text AS "accountId", (l.at AT TIME ZONE 'Asia/Shanghai')::date::text AS day FROM statement_lines l
    WHERE ${ofAccount(run)} AND l.import_job_id = ${run.jobId}::uuid
      AND (l.at AT TIME ZONE 'Asia/Shanghai')::date < ${shanghaiDay(run.deps.clock.businessNow())}::date`;
}

/** CTEs that end in `chain`: the good rows with the balance `before` each, whichever way the file goes; null of the first. */
function chain({ rows, cell }: ImportRun<StatementImport>): Prisma.Sql {
  return Prisma.sql`
    given AS MATERIALIZED (
      SELECT r.row_no, ${cell('bankNo')} AS bank_no, ${cell('at')} AS at, ${cell('direction')} AS direction, ${cell('amount')} AS amount,
        ${cell('balance')} AS balance, ${cell('payer')} AS payer, ${cell('summary')} AS summary
      FROM import_rows r WHERE ${rows}),
    figures AS (
      SELECT row_no, bank_no, at::timestamptz AS at, direction, payer, summary, balance::bigint AS balance,
        CASE direction WHEN 'IN' THEN amount::bigint ELSE -amount::bigint END AS moved FROM given),
    neighbours AS (
      SELECT *, lag(balance) OVER in_file AS above, lead(balance) OVER in_file AS below FROM figures WINDOW in_file AS (ORDER BY row_no)),
    -- The newest line comes last, or first, where that leaves fewer gaps.
    way AS (
      SELECT count(*) FILTER (WHERE balance - moved <> below) < count(*) FILTER (WHERE balance - moved <> above) AS newest_first FROM neighbours),
    chain AS (
      SELECT n.*, CASE WHEN w.newest_first THEN n.below ELSE n.above END AS before,
        CASE WHEN w.newest_first THEN -n.row_no ELSE n.row_no END AS place
      FROM neighbours n CROSS JOIN way w)`;
}

/** A row whose balance does not follow from the one before it, in the file or, of the first, among the lines that are there. */
async function refuseGaps(run: ImportRun<StatementImport>): Promise<void> {
  const known = ofAccount(run);
  await run.refuse(
    'balance',
    { zh: '余额不连续', en: 'The balance does not follow from the one before' },
    Prisma.sql`WITH ${chain(run)}, last AS (
        SELECT c.row_no, (SELECT max(l.at) FROM statement_lines l WHERE ${known} AND l.at <= c.at) AS at FROM chain c WHERE c.before IS NULL)
      SELECT c.row_no FROM chain c LEFT JOIN last ON last.row_no = c.row_no
      WHERE CASE WHEN c.before IS NOT NULL THEN c.before <> c.balance - c.moved
        ELSE last.at IS NOT NULL
          AND NOT EXISTS (SELECT FROM statement_lines l WHERE ${known} AND l.bank_no = c.bank_no)
          AND NOT EXISTS (SELECT FROM statement_lines l WHERE ${known} AND l.at = last.at AND l.balance_after = c.balance - c.moved) END`,
  );
}

async function refuseKnown(run: ImportRun<StatementImport>): Promise<void> {
  const { rows, cell } = run;
  await run.refuse(
    'bankNo',
    { zh: '流水号重复', en: 'The account has a line with this number' },
    Prisma.sql`SELECT r.row_no FROM import_rows r JOIN statement_lines l ON ${ofAccount(run)} AND l.bank_no = ${cell('bankNo')} WHERE ${rows}`,
  );
}

function ofAccount({ params }: ImportRun<StatementImport>): Prisma.Sql {
  return Prisma.sql`l.tenant_id = ${params.tenantId}::uuid AND l.account_id = ${params.accountId}::uuid`;
}
