import type { Logger } from 'pino';
import type { Database } from '../platform/db/database.ts';
import type { Notices } from '../platform/db/notices.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { PublishedHeads } from '../platform/log-chain/published-heads.ts';
import type { Messenger } from '../platform/messages/messenger.ts';
import type { Captcha } from '../platform/security/captcha/captcha.ts';
import type { DataKeys } from '../platform/security/data-keys.ts';
import type { IdentityProviders } from '../platform/security/identity/identity-provider.ts';
import type { Passwords } from '../platform/security/passwords.ts';
import type { Sessions } from '../platform/security/sessions/sessions.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { Clock } from './clock.ts';

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
