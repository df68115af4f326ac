import { randomInt } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type errorReport as contract, maxErrorReportBytes } from '@xyxlx/contracts/error-report';
import { takeOf } from '../../platform/rate-limit.ts';
import { InvalidInput, TooLarge } from '../../wire/errors.ts';
import type { Handlers } from '../../wire/implement.ts';

const perMinute = 10;
const perDay = 200;
/** Everybody together: a crowd of addresses can't fill the disk. */
const perDayInAll = 20_000;

export const errorReport: Handlers<typeof contract> = {
  uploadErrorReport: async ({ input, request, deps }, file) => {
    const { prisma } = deps.database;
    const now = deps.clock.now();
    await takeOf(
      prisma,
      [
        { key: `error-report:${request.ip}`, max: perMinute, seconds: 60 },
        { key: `error-report:${request.ip}`, max: perDay, seconds: 86_400 },
        { key: 'error-report', max: perDayInAll, seconds: 86_400 },
      ],
      now,
    );
    const content = await readText(file.stream);
    const ticket = `E${now.toISOString().slice(0, 10).replaceAll('-', '')}-${randomInt(1e8).toString().padStart(8, '0')}`;
    await prisma.errorReport.create({
      data: { ticket, ...input, content, ip: request.ip, agent: request.device, createdAt: now },
    });
    return { ticket };
  },
};

/** The whole text of a small file; throws 413 as soon as it is too large, 400 when it isn't text. */
async function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxErrorReportBytes) throw new TooLarge('256 KiB');
    chunks.push(chunk);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8: refused below like any other file that isn't text.
  }
  throw new InvalidInput([{ path: 'file', message: 'not UTF-8 text' }], {
    zh: '日志文件须为 UTF-8 文本',
    en: 'The log must be UTF-8 text',
  });
}
