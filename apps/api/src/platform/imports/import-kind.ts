import type { Label } from '@xyxlx/contracts/endpoint';
import type { ImportFigure, MadeByImport } from '@xyxlx/contracts/job';
import { Prisma } from '@xyxlx/database/client/client';
import { disableNestedLoops } from '../db/disable-nested-loops.ts';
import type { Transaction } from '../db/transaction.ts';
import type { JobEnd, JobKey, JobKind, JobWork } from '../jobs/job-kind.ts';
import { cellsOf } from './cells-of.ts';
import type { ImportDefinition, ImportPayload, ImportRun } from './import-definition.ts';

/** The job of an import: in state CHECKING its dry run, after the confirmation its effect, batch after batch. */
export function importKind<Params extends object>(
  definition: ImportDefinition<Params>,
): JobKind<ImportPayload<Params>> {
  return {
    kind: definition.kind,
    title: definition.title,
    permission: definition.permission,
    outcome: ({ id, payload }) => {
      const page = definition.page(payload.params);
      return `${page}${page.includes('?') ? '&' : '?'}import=${id}`;
    },
    run: (work) => {
      if (work.state === 'CHECKING') return check(definition, work);
      return work.state === 'UNDOING' ? undo(definition, work) : apply(definition, work);
    },
  };
}

async function check<Params extends object>(
  definition: ImportDefinition<Params>,
  work: JobWork<ImportPayload<Params>>,
): Promise<JobEnd> {
  await work.report({ message: { zh: '正在检查', en: 'Checking' } });
  let good = 0;
  await work.steps(async (tx, checkpoint) => {
    if (checkpoint) {
      good = (checkpoint as { good: number }).good;
      return null;
    }
    await disableNestedLoops(tx);
    if (work.payload.report) await forgetCheck(tx, work);
    const run = runOf(definition, work, tx, Prisma.empty);
    for (const { key, secret, unique } of definition.columns) {
      if (!unique) continue;
      const value = secret ? run.secret('index') : run.cell(key);
      await refuseRepeated(tx, run, key, value, unique === true ? sameAs : unique);
    }
    const figures: ImportFigure[] = (await definition.check?.(tx, run)) ?? [];
    const [count] = await tx.$queryRaw<{ good: number; bad: number }[]>`
      SELECT count(*) FILTER (WHERE problems IS NULL)::int AS good, count(problems)::int AS bad
      FROM import_rows WHERE tenant_id = ${work.tenantId}::uuid AND job_id = ${work.id}::uuid`;
    const report = { ...(count ?? { good: 0, bad: 0 }), figures };
    await tx.$executeRaw`
      UPDATE jobs SET payload = payload || jsonb_build_object('report', ${JSON.stringify(report)}::jsonb)
      WHERE tenant_id = ${work.tenantId}::uuid AND id = ${work.id}::uuid`;
    good = report.good;
    return { checkpoint: { good }, done: 0 };
  });
  if (good === 0) {
    return { state: 'FAILED', message: { zh: '没有可以导入的行', en: 'No row can be imported' } };
  }
  return {
    state: 'WAITING_CONFIRM',
    message: { zh: '检查完成，等待确认', en: 'Checked, waiting for confirmation' },
  };
}

/** What the check before found and said; what can't be read of a row stays. */
async function forgetCheck(tx: Transaction, { tenantId, id }: JobKey): Promise<void> {
  await tx.$executeRaw`
    UPDATE import_rows SET note = NULL, problems = (
      SELECT jsonb_agg(p ORDER BY n) FROM jsonb_array_elements(problems) WITH ORDINALITY AS of(p, n) WHERE NOT p ? 'compared')
    WHERE tenant_id = ${tenantId}::uuid AND job_id = ${id}::uuid AND (note IS NOT NULL OR problems IS NOT NULL)`;
}

async function apply<Params extends object>(
  definition: ImportDefinition<Params>,
  work: JobWork<ImportPayload<Params>>,
): Promise<JobEnd> {
  let done = 0;
  let failed = 0;
  await work.steps(async (tx, checkpoint) => {
    const before = (checkpoint ?? { row: 0, done: 0, failed: 0 }) as {
      row: number;
      done: number;
      failed: number;
    };
    ({ done, failed } = before);
    const [next] = await tx.$queryRaw<{ last: number | null }[]>`
      SELECT max(row_no) AS last FROM (SELECT row_no FROM import_rows
        WHERE tenant_id = ${work.tenantId}::uuid AND job_id = ${work.id}::uuid AND row_no > ${before.row} ORDER BY row_no LIMIT ${definition.batch ?? 500}) batch`;
    if (!next || next.last === null) return null;
    const range = Prisma.sql`AND r.row_no > ${before.row} AND r.row_no <= ${next.last}`;
    await disableNestedLoops(tx);
    const made = await definition.apply(tx, runOf(definition, work, tx, range));
    if (made) await keepMade(tx, work, made);
    const [count] = await tx.$queryRaw<{ good: number; bad: number }[]>`
      SELECT count(*) FILTER (WHERE r.problems IS NULL)::int AS good, count(r.problems)::int AS bad
      FROM import_rows r WHERE r.tenant_id = ${work.tenantId}::uuid AND r.job_id = ${work.id}::uuid ${range}`;
    const { good, bad } = count ?? { good: 0, bad: 0 };
    done += good;
    failed += bad;
    return { checkpoint: { row: next.last, done, failed }, done: good, failed: bad };
  });
  return {
    message: {
      zh: `成功 ${done} 行，失败 ${failed} 行`,
      en: `${done} rows imported, ${failed} rows failed`,
    },
  };
}

async function keepMade(tx: Transaction, { tenantId, id }: JobKey, made: MadeByImport): Promise<void> {
  await tx.$executeRaw`
    UPDATE jobs SET payload = jsonb_set(payload, '{report,made}', ${JSON.stringify(made)}::jsonb)
    WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
}

/** All of it or nothing, in one step. */
async function undo<Params extends object>(
  definition: ImportDefinition<Params>,
  work: JobWork<ImportPayload<Params>>,
): Promise<JobEnd> {
  const { undoneBy: actor = work.actor } = work.payload;
  let count = 0;
  await work.steps(async (tx, checkpoint) => {
    const before = checkpoint as { undone?: number };
    if (before.undone !== undefined) {
      count = before.undone;
      return null;
    }
    count = (await definition.undo?.(tx, { ...runOf(definition, work, tx, Prisma.empty), actor })) ?? 0;
    return { checkpoint: { ...before, undone: count }, done: 0 };
  });
  return { state: 'UNDONE', message: { zh: `已撤销 ${count} 行`, en: `${count} rows taken back` } };
}

const places = { id: '1', cipher: '2', index: '3', indexes: '3:' };

function runOf<Params extends object>(
  { columns }: ImportDefinition<Params>,
  { id, tenantId, payload, actor, deps }: JobWork<ImportPayload<Params>>,
  tx: Transaction,
  range: Prisma.Sql,
): ImportRun<Params> {
  return {
    jobId: id,
    tenantId,
    params: payload.params,
    actor,
    deps,
    rows: Prisma.sql`r.tenant_id = ${tenantId}::uuid AND r.job_id = ${id}::uuid AND r.problems IS NULL ${range}`,
    cell: cellsOf(columns),
    secret: (part) => Prisma.raw(`r.secret[${places[part]}]`),
    refuse: async (key, reason, rowNumbers) => {
      await tx.$executeRaw`
        UPDATE import_rows r SET problems = coalesce(r.problems, '[]') || jsonb_build_array(jsonb_build_object(
          'column', ${key}::text, 'value', ${cellsOf(columns)(key)}, 'reason', ${JSON.stringify(reason)}::jsonb, 'compared', true))
        WHERE r.tenant_id = ${tenantId}::uuid AND r.job_id = ${id}::uuid ${range} AND r.row_no IN (${rowNumbers})`;
    },
  };
}

const sameAs: Label = { zh: '与第 % 行重复', en: 'The same as row %' };

/** Every row but the first that has the value is refused, and told which row that was. */
async function refuseRepeated<Params extends object>(
  tx: Transaction,
  { tenantId, jobId, cell }: ImportRun<Params>,
  key: string,
  value: Prisma.Sql,
  { zh, en }: Label,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE import_rows r SET problems = coalesce(r.problems, '[]') || jsonb_build_array(jsonb_build_object(
      'column', ${key}::text, 'value', ${cell(key)}, 'reason', jsonb_build_object(
        'zh', replace(${zh}, '%', firsts.first::text), 'en', replace(${en}, '%', firsts.first::text)), 'compared', true))
    FROM (SELECT r.row_no, min(r.row_no) OVER (PARTITION BY ${value}) AS first
          FROM import_rows r WHERE r.tenant_id = ${tenantId}::uuid AND r.job_id = ${jobId}::uuid AND ${value} <> '') firsts
    WHERE r.tenant_id = ${tenantId}::uuid AND r.job_id = ${jobId}::uuid AND r.row_no = firsts.row_no AND firsts.first < r.row_no`;
}
