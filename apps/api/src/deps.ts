import type { Logger } from 'pino';
import type { Captcha } from './captcha/captcha.ts';
import type { IdentityProviders } from './identity/identity-provider.ts';
import type { Messenger } from './messages/messenger.ts';
import type { Clock } from './platform/clock.ts';
import type { DataKeys } from './platform/data-keys.ts';
import type { Database } from './platform/database.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { PublishedHeads } from './platform/log-chain/published-heads.ts';
import type { Notices } from './platform/notices.ts';
import type { Passwords } from './platform/passwords.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Settings } from './settings.ts';

/** All that the service is built from; tests hand in their own clock, captcha and messenger. */
export interface Deps {
  settings: Settings;
  clock: Clock;
  database: Database;
  dataKeys: DataKeys;
  sessions: Sessions;
  passwords: Passwords;
  captcha: Captcha;
  messenger: Messenger;
  identityProviders: IdentityProviders;
  notices: Notices;
  jobs: Jobs;
  publishedHeads: PublishedHeads;
  log: Logger;
}
