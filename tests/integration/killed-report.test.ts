import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { connect } from '@xyxlx/database/connect';
import { expect, test } from 'vitest';
import { openCaseDesk } from '../support/case-desk.ts';
import { eventually } from '../support/eventually.ts';
import { expectInvariants } from '../support/invariants.ts';
import { openReport } from '../support/open-report.ts';
import { startTestApi, withoutJobs } from '../support/test-api.ts';

const root = join(import.meta.dirname, '../..');
/** The advisory lock that the chosen row waits for. */
const lockNo = 150_033;
/** Where the writing is killed: at its first piece, in the middle, and as the report is sealed. */
const kills = [
  { table: 'risk_report_chunks', on: 'INSERT', n: 1 },
  { table: 'risk_report_chunks', on: 'INSERT', n: 4 },
  { table: 'risk_reports', on: 'UPDATE', n: 1 },
] as const;

test(`a report whose making is killed ${kills.length} times is one whole file: its hash is the report's, its manifest holds`, {
  timeout: 240_000,
}, async ({ onTestFinished }) => {
  const api = await startTestApi({ override: withoutJobs });
  const owner = await connect(api.databaseUrl);
  onTestFinished(async () => {
    await owner.end();
    await api.close();
  });
  const desk = await openCaseDesk(api);
  const { tenantId } = desk;
  const { prisma } = api.deps.database;
  const { id } = await desk.newCase();
  // Nothing of it can be made smaller: the file has a piece for each MiB.
  const data = randomBytes(5_500_000);
  await prisma.attachment.create({
    data: {
      ...{ tenantId, fileName: '票据.png', mediaType: 'image/png', size: data.length, data },
      ...{ subjectType: 'riskCase', subjectId: id, sha256: createHash('sha256').update(data).digest('hex') },
      ...{ createdById: desk.analyst.session.userId, createdBy: '分析员' },
    },
  });
  const { hitId } = await prisma.riskAlert.findFirstOrThrow({ where: { caseId: id } });
  const input = { id, kind: 'BEHAVIOUR', narrative: '五'.repeat(60), hitIds: [hitId], measures: [] };
  const { id: reportId, approvalId } = await desk.done('fileReport', input);
  expect((await api.call('approval/approve', { id: approvalId }, desk.head.token)).body.code).toBe(200);
  const { id: jobId } = await prisma.job.findFirstOrThrow({ where: { tenantId, kind: 'riskReport' } });

  const worker = () => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };
    const args = ['--disable-warning=ExperimentalWarning', 'tests/support/job-worker.ts'];
    const child = spawn(process.execPath, [...args, api.databaseUrl, tenantId, jobId], {
      ...{ cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] },
    });
    const ended = new Promise<number | string>((resolve) => {
      child.on('close', (code, signal) => resolve(code ?? signal ?? ''));
    });
    return { child, ended };
  };
  const chunks = () =>
    prisma.riskReportChunk.findMany({ where: { tenantId, reportId }, orderBy: { seq: 'asc' } });
  const report = () =>
    prisma.riskReport.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: reportId } } });

  await owner.query('CREATE SEQUENCE counted');
  await owner.query(`CREATE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF nextval('counted') = TG_ARGV[0]::int THEN PERFORM pg_advisory_lock_shared(${lockNo}); END IF; RETURN NEW; END $$`);
  const left: number[] = [];
  for (const { table, on, n } of kills) {
    await owner.query(`SELECT pg_advisory_lock(${lockNo})`);
    await owner.query('ALTER SEQUENCE counted RESTART');
    await owner.query(
      `CREATE TRIGGER stop_here BEFORE ${on} ON ${table} FOR EACH ROW EXECUTE FUNCTION stop_here(${n})`,
    );
    const { child, ended } = worker();
    const pid = await eventually(
      async () => {
        expect(child.exitCode).toBeNull();
        const { rows } = await owner.query(
          `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${lockNo} AND NOT granted`,
        );
        expect(rows).toHaveLength(1);
        return rows[0].pid;
      },
      { timeout: 60_000, interval: 10 },
    );
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    // By itself it finds at the end of its statement that there is nobody to tell.
    await owner.query('SELECT pg_terminate_backend($1)', [pid]);
    await owner.query(`SELECT pg_advisory_unlock(${lockNo})`);
    await owner.query(`DROP TRIGGER stop_here ON ${table}`);
    left.push((await chunks()).length);
    expect(await report()).toMatchObject({ state: 'WRITING', sha256: null });
  }
  // Each began anew: nothing of the run before stays beside what it writes.
  expect(left.slice(0, 2)).toEqual([0, 3]);
  expect(left[2]).toBeGreaterThan(4);

  const both = [worker(), worker()];
  expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
  const pieces = await chunks();
  const file = Buffer.concat(pieces.map(({ bytes }) => bytes));
  expect(pieces.map(({ seq }) => seq)).toEqual(pieces.map((_, at) => at + 1));
  expect(await report()).toMatchObject({
    ...{ state: 'APPROVED', size: file.length },
    sha256: createHash('sha256').update(file).digest('hex'),
  });
  const files = await openReport(file);
  expect(files.size).toBe(7);
  expect([...files.values()].some((content) => content.equals(data))).toBe(true);
  await expectInvariants(api);
});
