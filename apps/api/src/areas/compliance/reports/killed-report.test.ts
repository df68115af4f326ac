import { createHash, randomBytes } from 'node:crypto';
import type { RiskReportDetail } from '@xyxlx/contracts/compliance-report';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { expectInvariants } from '../../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import type { JobKind } from '../../../platform/jobs/job-kind.ts';
import { runJob } from '../../../platform/jobs/run-job.ts';
import { reportJob, resumeReports } from './report-job.ts';

let api: TestApi;
let desk: CaseDesk;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
});
afterAll(() => api.close());

const jobsOf = (reportId: string) =>
  api.deps.database.prisma.job.findMany({
    where: { tenantId: desk.tenantId, kind: 'riskReport', payload: { path: ['reportId'], equals: reportId } },
    orderBy: { id: 'asc' },
  });

test('a report whose writing was killed, and whose job failed then, is written anew: nothing of the run before is in it', async () => {
  const { prisma } = api.deps.database;
  const { tenantId } = desk;
  const { id } = await desk.newCase();
  const data = randomBytes(2_500_000);
  await prisma.attachment.create({
    data: {
      ...{
        tenantId,
        fileName: 'a.png',
        mediaType: 'image/png',
        size: data.length,
        data,
        subjectType: 'riskCase',
        subjectId: id,
      },
      ...{ place: 0, sha256: createHash('sha256').update(data).digest('hex'), createdBy: '某' },
      createdById: desk.analyst.session.userId,
    },
  });
  const { hitId } = await prisma.riskAlert.findFirstOrThrow({ where: { caseId: id } });
  const input = { id, kind: 'BEHAVIOUR', narrative: '五'.repeat(60), hitIds: [hitId], measures: [] };
  const report = await desk.done('fileReport', input);
  await api.call('approval/approve', { id: report.approvalId }, desk.head.token);
  const [first] = await jobsOf(report.id);
  // What a killed run leaves behind: pieces, and where it was.
  await prisma.riskReportChunk.createMany({
    data: [1, 2, 3, 4, 5, 6].map((seq) => ({ tenantId, reportId: report.id, seq, bytes: randomBytes(1000) })),
  });
  const where = { tenantId_id: { tenantId, id: first?.id as string } };
  await prisma.job.update({
    where,
    data: { state: 'FAILED', checkpoint: { run: crypto.randomUUID(), seq: 6 }, finishedAt: new Date() },
  });
  await resumeReports(api.deps);
  await resumeReports(api.deps);
  const [, second, ...more] = await jobsOf(report.id);
  expect(more).toEqual([]);
  await runJob({
    ...{ deps: api.deps, key: { tenantId, id: second?.id as string }, kindOf: () => reportJob as JobKind },
    queue: { send: () => Promise.reject(new Error('The job was paused.')) },
    signal: new AbortController().signal,
  });
  const sealed = (await desk.done('getReport', { id: report.id })) as unknown as RiskReportDetail;
  expect(sealed.state).toBe('APPROVED');
  const chunks = await prisma.riskReportChunk.findMany({
    where: { reportId: report.id },
    orderBy: { seq: 'asc' },
  });
  const file = Buffer.concat(chunks.map(({ bytes }) => bytes));
  expect(chunks.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect([file.length, createHash('sha256').update(file).digest('hex')]).toEqual([
    sealed.size,
    sealed.sha256,
  ]);
  await expect(
    prisma.riskReportChunk.deleteMany({ where: { tenantId, reportId: report.id } }),
  ).rejects.toThrow(/refuse_sealed_report/);
  await resumeReports(api.deps);
  expect(await jobsOf(report.id)).toHaveLength(2);
  await expectInvariants(api);
});
