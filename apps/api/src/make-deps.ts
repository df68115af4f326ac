import type { Logger } from 'pino';
import { registry } from './areas.ts';
import { type Clock, systemClock } from './core/clock.ts';
import type { Deps } from './core/deps.ts';
import { makePaymentChannels } from './platform/channels/make-payment-channels.ts';
import { connectDatabase } from './platform/db/database.ts';
import { makePgNotifications } from './platform/db/pg-notifications.ts';
import type { DatabaseAddresses } from './platform/db/service-address.ts';
import { makeJobs } from './platform/jobs/jobs.ts';
import { makeQueue } from './platform/jobs/queue.ts';
import { makePublishedHeads } from './platform/log-chain/published-heads.ts';
import { outboxMailer } from './platform/mail/outbox-mailer.ts';
import { smtpMailer } from './platform/mail/smtp-mailer.ts';
import { aliyunSms } from './platform/messages/aliyun-sms.ts';
import { inBackground } from './platform/messages/in-background.ts';
import { outbox } from './platform/messages/outbox.ts';
import { registerRecordKinds } from './platform/operation-log/record-names.ts';
import { makeCaptcha } from './platform/security/captcha/make-captcha.ts';
import { makeDataKeys } from './platform/security/data-keys.ts';
import { makeIdentityProviders } from './platform/security/identity/make-identity-providers.ts';
import { makePasswords } from './platform/security/passwords.ts';
import { makeSessions } from './platform/security/sessions/sessions.ts';
import { makeTokens } from './platform/security/sessions/token.ts';
import { makeSignedCalls } from './platform/security/signed-calls/signed-calls.ts';
import type { Settings } from './platform/settings/settings.ts';

/** What the service needs, as the settings say; `schedule` is what it does by the clock. */
export function makeDeps(
  settings: Settings,
  addresses: DatabaseAddresses,
  log: Logger,
  clock: Clock = systemClock(),
  schedule = registry.schedule,
): Deps {
  registerRecordKinds(registry.records);
  const database = connectDatabase(
    addresses,
    settings.databasePoolSize,
    settings.databaseWait,
    settings.sessionLimits.statement,
  );
  const tokens = makeTokens(settings.jwtSecrets, settings.accessTokenTtl);
  const dataKeys = makeDataKeys(settings.dataKeys);
  const pgNotifications = makePgNotifications(addresses.owner, log);
  return {
    settings,
    registry,
    faults: new Map(),
    clock,
    database,
    dataKeys,
    log,
    sessions: makeSessions(database, tokens, clock, settings),
    signedCalls: makeSignedCalls(database, dataKeys, clock),
    passwords: makePasswords(),
    pgNotifications,
    jobs: makeJobs(registry.jobs, schedule, makeQueue(addresses.service, pgNotifications, log)),
    publishedHeads: makePublishedHeads(settings, dataKeys, log),
    captcha: makeCaptcha(settings, database, clock),
    messenger:
      settings.smsProvider === 'aliyun'
        ? inBackground(aliyunSms(settings.aliyun, clock), log)
        : outbox(clock),
    mailer: settings.mail ? smtpMailer(settings.mail) : outboxMailer(database, clock),
    paymentChannels: makePaymentChannels(settings, clock),
    identityProviders: makeIdentityProviders(settings, clock),
  };
}
