import { type EmbeddedService, startService } from '@xyxlx/api';

/** What the service signs with, and keeps numbers of cards by. */
export const secret = 'the test kit signs with this secret and nobody else does';

/** Starts the real service on a database; port 0 takes a free one. */
export function startTestService(options: {
  databaseUrl: string;
  dataDir: string;
  port: number;
  /** Settings by their names in the environment. */
  settings: Record<string, string>;
}): Promise<EmbeddedService> {
  return startService(
    {
      NODE_ENV: 'test',
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: options.dataDir,
      JWT_SECRET: secret,
      CAPTCHA_PROVIDER: 'off',
      DEV_TOOLS: 'on',
      LOG_LEVEL: 'fatal',
      // A stalled machine must not look like an overloaded service.
      DATABASE_WAIT: '10s',
      EVENT_LOOP_DELAY: '10s',
      ...options.settings,
    },
    options.port,
  );
}
