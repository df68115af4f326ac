import { randomInt } from 'node:crypto';
import type { errorReport as contract } from '@xyxlx/contracts/error-report';
import { InvalidInput } from '../../core/errors.ts';
import { logDownload } from '../../platform/exports/log-download.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { changeEach } from '../../platform/records/change-state.ts';
import { consumeLimits } from '../../platform/security/rate-limit.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import type { Handlers } from '../../wire/implement.ts';
import { fingerprintOf, headlineOf } from './headline.ts';
import { errorReports, foundReport } from './report-list.ts';
import { errorReportStateMachine } from './report-states.ts';

const perMinute = 10;
const perDay = 200;
/** Everybody together: a crowd of addresses can't fill the disk. */
const perDayInAll = 20_000;

export const errorReport: Handlers<typeof contract> = {
  uploadErrorReport: async ({ input, request, deps }, file) => {
    const { prisma } = deps.database;
    const now = deps.clock.now();
    await consumeLimits(
      prisma,
      [
        { key: `error-report:${request.ip}`, max: perMinute, seconds: 60 },
        { key: `error-report:${request.ip}`, max: perDay, seconds: 86_400 },
        { key: 'error-report', max: perDayInAll, seconds: 86_400 },
      ],
      now,
    );
    const content = textOf(await file.handle.readFile());
    const ticket = `E${shanghaiDay(now).replaceAll('-', '')}-${randomInt(1e8).toString().padStart(8, '0')}`;
    const headline = headlineOf({ note: input.note, content });
    const fingerprint = fingerprintOf(headline);
    await prisma.errorReport.create({
      data: {
        ticket,
        ...input,
        headline,
        fingerprint,
        content,
        ip: request.ip,
        agent: request.device,
        createdAt: now,
      },
    });
    return { ticket };
  },

  queryErrorReport: (call) => queryList(call, errorReports),

  getErrorReport: ({ input, session, deps }) => foundReport(deps.database.pool, session, input.id),

  takeErrorReport: (call) => changeEach(call, errorReportStateMachine, 'takeErrorReport'),
  closeErrorReport: (call) => changeEach(call, errorReportStateMachine, 'closeErrorReport'),
  reopenErrorReport: (call) => changeEach(call, errorReportStateMachine, 'reopenErrorReport'),

  downloadErrorLog: async (call) => {
    const { session, deps, input } = call;
    const { id, ticket, content } = await foundReport(deps.database.pool, session, input.id);
    return logDownload(
      call,
      { tenantId: session.tenantId, id, label: ticket },
      { fileName: `${ticket}.txt`, mediaType: 'text/plain; charset=utf-8', body: Buffer.from(content) },
    );
  },
};

/** The text that a file is; throws 400 when it isn't one. */
function textOf(file: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8: refused below like any other file that isn't text.
  }
  const message = { zh: '日志文件须为 UTF-8 文本', en: 'The log must be UTF-8 text' };
  throw new InvalidInput([{ path: 'file', message }], message);
}
