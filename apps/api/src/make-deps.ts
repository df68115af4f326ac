import type { Logger } from 'pino';
import { makeCaptcha } from './captcha/make-captcha.ts';
import type { Deps } from './deps.ts';
import { aliyunSms } from './messages/aliyun-sms.ts';
import { outbox } from './messages/outbox.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { connectDatabase } from './platform/database.ts';
import { makePasswords } from './platform/passwords.ts';
import { makeSessions } from './sessions/sessions.ts';
import { makeTokens } from './sessions/token.ts';
import type { Settings } from './settings.ts';

/** What the service needs, as the settings say; `databaseUrl` is the embedded server's where the settings have none. */
export function makeDeps(
  settings: Settings,
  databaseUrl: string,
  log: Logger,
  clock: Clock = systemClock(),
): Deps {
  const database = connectDatabase(databaseUrl, settings.databasePoolSize);
  const tokens = makeTokens(settings.jwtSecrets, settings.accessTokenTtl);
  return {
    settings,
    clock,
    database,
    log,
    sessions: makeSessions(database, tokens, clock, settings),
    passwords: makePasswords(),
    captcha: makeCaptcha(settings, database, clock),
    messenger:
      settings.smsProvider === 'aliyun' ? aliyunSms(settings.aliyun, clock) : outbox(database.prisma, clock),
  };
}
