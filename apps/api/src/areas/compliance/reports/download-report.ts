import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Call } from '../../../core/call.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { fileStream } from '../../../platform/exports/file-stream.ts';
import { logDownload } from '../../../platform/exports/log-download.ts';
import type { OutgoingFile } from '../../../platform/http/files.ts';
import { reportOf } from './report.sql.ts';

/** The file of an approved report, at its reader's pace; each time it is taken is logged. */
export async function downloadReport(call: Call<{ id: string }, Session>): Promise<OutgoingFile> {
  const { input, session, deps } = call;
  const { pool } = deps.database;
  const { id, no, state, sha256 } = await reportOf(pool, session, input.id);
  if (state !== 'APPROVED') throw new Refusal({ zh: '报告尚未生成', en: 'The report is not written yet' });
  const body = fileStream(Readable.from(chunksIn(pool, session.tenantId, id), { objectMode: false }));
  const change = { tenantId: session.tenantId, id, label: no, after: { sha256 } };
  return logDownload(call, change, { fileName: `${no}.zip`, mediaType: 'application/zip', body });
}

async function* chunksIn(pool: pg.Pool, tenantId: string, reportId: string): AsyncGenerator<Buffer> {
  for (let seq = 1; ; seq++) {
    const { rows } = await pool.query<{ bytes: Buffer }>({
      name: 'report-chunk',
      text: 'SELECT bytes FROM risk_report_chunks WHERE tenant_id = $1 AND report_id = $2 AND seq = $3',
      values: [tenantId, reportId, seq],
    });
    if (!rows[0]) return;
    yield rows[0].bytes;
  }
}
