import { randomInt } from 'node:crypto';
import type { errorReport as contract } from '@xyxlx/contracts/error-report';
import { InvalidInput } from '../../core/errors.ts';
import { consumeLimits } from '../../platform/security/rate-limit.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import type { Handlers } from '../../wire/implement.ts';

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
    await prisma.errorReport.create({
      data: { ticket, ...input, content, ip: request.ip, agent: request.device, createdAt: now },
    });
    return { ticket };
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
