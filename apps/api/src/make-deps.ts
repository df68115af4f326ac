import type { Logger } from 'pino';
import { makeCaptcha } from './captcha/make-captcha.ts';
import type { Deps } from './deps.ts';
import { duties } from './duties.ts';
import { makeIdentityProviders } from './identity/make-identity-providers.ts';
import { jobKinds } from './job-kinds.ts';
import { aliyunSms } from './messages/aliyun-sms.ts';
import { inBackground } from './messages/in-background.ts';
import { outbox } from './messages/outbox.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { makeDataKeys } from './platform/data-keys.ts';
import { connectDatabase } from './platform/database.ts';
import { makeJobs } from './platform/jobs/jobs.ts';
import { makeQueue } from './platform/jobs/queue.ts';
import { makePublishedHeads } from './platform/log-chain/published-heads.ts';
import { makeNotices } from './platform/notices.ts';
import { makePasswords } from './platform/passwords.ts';
import type { DatabaseAddresses } from './platform/service-address.ts';
import { makeSessions } from './sessions/sessions.ts';
import { makeTokens } from './sessions/token.ts';
import type { Settings } from './settings.ts';

/** What the service needs, as the settings say. */
export function makeDeps(
  settings: Settings,
  addresses: DatabaseAddresses,
  log: Logger,
  clock: Clock = systemClock(),
): Deps {
  const database = connectDatabase(
    addresses,
    settings.databasePoolSize,
    settings.databaseWait,
    settings.sessionLimits.statement,
  );
  const tokens = makeTokens(settings.jwtSecrets, settings.accessTokenTtl);
  const dataKeys = makeDataKeys(settings.dataKeys);
  const notices = makeNotices(addresses.owner, log);
  return {
    settings,
    clock,
    database,
    dataKeys,
    log,
    sessions: makeSessions(database, tokens, clock, settings),
    passwords: makePasswords(),
    notices,
    jobs: makeJobs(jobKinds, duties, makeQueue(addresses.service, notices, log)),
    publishedHeads: makePublishedHeads(settings, dataKeys, log),
    captcha: makeCaptcha(settings, database, clock),
    messenger:
      settings.smsProvider === 'aliyun'
        ? inBackground(aliyunSms(settings.aliyun, clock), log)
        : outbox(clock),
    identityProviders: makeIdentityProviders(settings, clock),
  };
}
