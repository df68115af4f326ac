import { createHash, randomBytes } from 'node:crypto';
import { connect } from '@xyxlx/database/connect';
import { expect, test } from 'vitest';
import { openCaseDesk } from '../support/case-desk.ts';
import { expectInvariants } from '../support/invariants.ts';
import { killAtRow, startWorker } from '../support/kill-at-row.ts';
import { openReport } from '../support/open-report.ts';
import { startTestApi, withoutJobs } from '../support/test-api.ts';

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

  const worker = () => startWorker('job-worker.ts', api.databaseUrl, tenantId, jobId);
  const chunks = () =>
    prisma.riskReportChunk.findMany({ where: { tenantId, reportId }, orderBy: { seq: 'asc' } });
  const report = () =>
    prisma.riskReport.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: reportId } } });

  const left: number[] = [];
  for (const { table, on, n } of kills) {
    await killAtRow(owner, { table, on, n }, worker);
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
