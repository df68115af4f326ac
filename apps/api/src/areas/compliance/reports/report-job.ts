import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { endedJobStates } from '@xyxlx/contracts/job';
import { paths } from '@xyxlx/contracts/paths';
import type { Deps } from '../../../core/deps.ts';
import { activeTenantIds } from '../../../platform/db/active-tenant.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { fileStream } from '../../../platform/exports/file-stream.ts';
import { chunksOf } from '../../../platform/exports/stored-file.ts';
import { zip } from '../../../platform/exports/zip.ts';
import type { JobKind, JobWork } from '../../../platform/jobs/job-kind.ts';
import { readDossier } from './dossier.ts';
import { reportEntries } from './report-entries.ts';
import { type ReportPayload, reportJobKind, startReportJob } from './start-report-job.ts';

/** Writes the file of an approved report, and seals the report with it. It is seen by who approved it alone: whom it is about may see jobs, too. */
export const reportJob: JobKind<ReportPayload> = {
  kind: reportJobKind,
  title: { zh: '生成可疑报告', en: 'Writing of a suspicious report' },
  goesOnToItsEnd: true,
  outcome: ({ payload }) => `${paths.complianceAudit}?report=${payload.reportId}`,
  run: async (work) => {
    const { deps, payload } = work;
    const dossier = await readDossier(deps.database, payload.tenantId, payload.reportId);
    const entries = reportEntries(dossier, deps.database);
    await seal(work, fileStream(Readable.from(zip(entries), { objectMode: false })));
    const { reportNo } = dossier.report;
    return {
      state: 'SUCCEEDED',
      message: { zh: `可疑报告 ${reportNo} 已生成`, en: `The suspicious report ${reportNo} is written` },
    };
  },
};

/** Where the writing is: of the run that took the job last, so that a killed one's pieces are not built upon. */
interface Written {
  run: string;
  seq: number;
}

/** Writes the file piece by piece, a step each; with the last one the report says what it is, and stays. */
async function seal({ payload, steps }: JobWork<ReportPayload>, file: Readable): Promise<void> {
  const { tenantId, reportId } = payload;
  const run = crypto.randomUUID();
  const chunks = chunksOf(file);
  const hash = createHash('sha256');
  let size = 0;
  let next: { seq: number; bytes: Buffer | undefined } | undefined;
  try {
    await steps(async (tx, checkpoint) => {
      const before = checkpoint as Written | null;
      if (before?.run !== run) {
        await tx.riskReportChunk.deleteMany({ where: { tenantId, reportId } });
        return { checkpoint: { run, seq: 0 } satisfies Written, done: 0 };
      }
      const seq = before.seq + 1;
      // A step that has to be tried again writes the same piece again.
      if (next?.seq !== seq) {
        next = { seq, bytes: (await chunks.next()).value };
        size += take(hash, next.bytes);
      }
      if (!next.bytes) {
        // A reader of a broken stream finds its end.
        if (file.errored) throw file.errored;
        const sha256 = hash.copy().digest('hex');
        await tx.riskReport.updateMany({
          where: { tenantId, id: reportId, state: 'WRITING' },
          data: { state: 'APPROVED', sha256, size, version: { increment: 1 } },
        });
        return null;
      }
      await tx.riskReportChunk.create({
        data: { tenantId, reportId, seq, bytes: new Uint8Array(next.bytes) },
      });
      return { checkpoint: { run, seq } satisfies Written, done: 0 };
    });
  } finally {
    file.destroy();
  }
}

function take(hash: Hash, bytes: Buffer | undefined): number {
  if (bytes) hash.update(bytes);
  return bytes?.length ?? 0;
}

/** Takes up reports whose job came to an end before its work did, by a fault: half written is no state to stay in. */
export async function resumeReports({ database, clock, jobs }: Deps): Promise<void> {
  for (const tenantId of await activeTenantIds(database, clock.businessNow())) {
    await inTransaction(database, async (tx) => {
      const left = await rowsOf<{ id: string; userId: string; userName: string }>(
        tx,
        sql`SELECT r.id, r.created_by_id AS "userId", r.created_by AS "userName" FROM risk_reports r
            WHERE r.tenant_id = ${tenantId}::uuid AND r.state = 'WRITING' AND r.created_by_id IS NOT NULL AND NOT EXISTS (
              SELECT FROM jobs j WHERE j.tenant_id = ${tenantId}::uuid AND j.kind = ${reportJobKind} AND j.payload ->> 'reportId' = r.id::text
                AND NOT j.state = ANY (${[...endedJobStates]}::text[]))
            ORDER BY r.id FOR NO KEY UPDATE OF r`,
      );
      for (const { id, userId, userName } of left) {
        const actor = {
          session: { tenantId, homeTenantId: tenantId, userId, userName, roles: [] },
          request: { id: `resumeReports/${id}`, ip: '', device: '', startedAt: clock.now().getTime() },
          deps: { jobs },
        };
        await startReportJob(tx, actor, { tenantId, id });
      }
    });
  }
}
