import {
  errorReport as contract,
  type ErrorReportDetail,
  type ErrorReportRow,
} from '@xyxlx/contracts/error-report';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, fromStart, iso, type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { fromDay, oneOf, untilDay } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { ofService } from '../../platform/records/scope.ts';
import { maskedKeyword } from '../../platform/security/mask.ts';

const fields = sql`'id', e.id, 'ticket', e.ticket, 'state', e.state, 'headline', e.headline, 'fingerprint', e.fingerprint,
  'sameCount', (SELECT count(*)::int FROM error_reports o WHERE o.fingerprint = e.fingerprint),
  'page', e.page, 'release', e.release, 'reporter', e.reporter, 'serial', e.serial, 'resolution', e.resolution, 'version', e.version,
  'createdAt', ${iso('e.created_at')}, 'updatedAt', ${iso('e.updated_at')}, 'updatedBy', e.updated_by`;

/** The reports that were handed in, for whoever looks after the service. */
export const errorReports = listOf(contract.queryErrorReport, {
  from: 'error_reports',
  alias: 'e',
  primaryKey: ['id'],
  scope: ofService,
  filters: {
    keyword: (text) => sql`(e.ticket = ${text} OR e.headline ILIKE ${anywhere(text)})`,
    state: oneOf('e.state'),
    serial: (text) => sql`e.serial = ${text}`,
    page: (text) => sql`e.page LIKE ${fromStart(text)}`,
    release: (text) => sql`e.release ILIKE ${anywhere(text)}`,
    reporter: (text) => sql`e.reporter ILIKE ${anywhere(text)}`,
    fingerprint: (text) => sql`e.fingerprint = ${text}`,
    createdFrom: fromDay('e.created_at'),
    createdTo: untilDay('e.created_at'),
  },
  sort: { createdAt: { column: 'e.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  row: sql`json_build_object(${fields})`,
  present: (rows: ErrorReportRow[]) => rows.map(masked),
});

/** A report with its log; throws 406 where there is none, or nobody but the platform sees it. */
export async function foundReport(
  client: Queryable,
  session: Session,
  id: string,
): Promise<ErrorReportDetail> {
  const [found] = await rowsOf<{ report: ErrorReportDetail }>(
    client,
    sql`SELECT json_build_object(${fields}, 'note', e.note, 'content', e.content, 'ip', e.ip, 'agent', e.agent) AS report
      FROM error_reports e WHERE e.id = ${id}::uuid AND ${ofService(session)}`,
  );
  if (!found) throw recordMissing();
  const { note, content } = found.report;
  return { ...masked(found.report), note: maskedKeyword(note), content: maskedKeyword(content) };
}

/** Whoever hands in a log writes what they like into it. */
function masked<Row extends ErrorReportRow>(row: Row): Row {
  const { page, reporter, serial } = row;
  return {
    ...row,
    page: maskedKeyword(page),
    reporter: maskedKeyword(reporter),
    serial: maskedKeyword(serial),
  };
}
