import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mobile } from '@xyxlx/contracts/fields';
import { addressesOf } from '@xyxlx/database/servers';
import type { SessionLimits } from '@xyxlx/database/session-limits';
import { z } from 'zod';
// The declaration below adds to this module, also where nothing else asks for it.
import type {} from '../../core/deps.ts';
import { isLoopback } from '../http/own-site.ts';
import { refuseDemo } from './refuse-demo.ts';
import { SettingsError } from './settings-error.ts';
import { type SignOnSettings, signOnEnvironment, signOnSettings } from './sign-on-settings.ts';
import { stubChannelHost } from './stub-channel-host.ts';
import { type TrustedProxies, trustedProxies } from './trusted-proxies.ts';

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A length of time such as `10m` or none at all (`0s`), in milliseconds. */
const delay = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'must be a number and a unit, such as 30s, 10m or 12h')
  .transform((text) => {
    const [, amount, unit] = /^(\d+)(.+)$/.exec(text) as unknown as [string, string, keyof typeof units];
    return Number(amount) * units[unit];
  })
  // Far beyond it a date is none any more, and each sign-in would fail.
  .refine((ms) => ms <= 365 * units.d, 'must be at most 365d');

const duration = delay.refine((ms) => ms > 0, 'must be more than nothing');

const onOff = z.enum(['on', 'off']);
const trueFalse = z.enum(['true', 'false']).transform((text) => text === 'true');

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
  .refine(
    (url) => addressesOf(url).every((address) => URL.canParse(address)),
    'is no address; special characters in a password are written as %40',
  );

/** The settings as the environment has them; docs/operations.md says what they mean. */
export const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_ADMIN_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddress.optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(12),
  DATABASE_WAIT: duration.default(900),
  DATABASE_STATEMENT_TIMEOUT: duration.default(8 * units.s),
  DATABASE_LOCK_TIMEOUT: duration.default(3 * units.s),
  DATABASE_IDLE_TIMEOUT: duration.default(5 * units.s),
  DATABASE_START_WAIT: delay.default(units.m),
  STOP_DELAY: delay.optional(),
  EVENT_LOOP_DELAY: duration.default(units.s),
  DOWNLOAD_IDLE: duration.default(30 * units.s),
  EXPORT_STREAM_ROWS: z.coerce.number().int().min(0).default(50_000),
  DATA_DIR: z.string().min(1).default('.data'),
  JWT_SECRET: z.string().optional(),
  DATA_KEY: z.string().optional(),
  CHANNEL_HOSTS: z.string().default(''),
  ACCESS_TOKEN_TTL: duration.default(10 * units.m),
  REFRESH_IDLE_TTL: duration.default(30 * units.m),
  SESSION_MAX_TTL: duration.default(12 * units.h),
  REFRESH_GRACE: duration.default(30 * units.s),
  CAPTCHA_PROVIDER: z.enum(['slider', 'aliyun', 'off']).default('slider'),
  CAPTCHA_REQUIRED: trueFalse.optional(),
  SMS_PROVIDER: z.enum(['outbox', 'aliyun']).default('outbox'),
  ALIYUN_ACCESS_KEY_ID: z.string().optional(),
  ALIYUN_ACCESS_KEY_SECRET: z.string().optional(),
  ALIYUN_CAPTCHA_ENDPOINT: z.url().default('https://captcha.cn-shanghai.aliyuncs.com'),
  ALIYUN_CAPTCHA_SCENE_ID: z.string().optional(),
  ALIYUN_CAPTCHA_PREFIX: z.string().optional(),
  ALIYUN_SMS_ENDPOINT: z.url().default('https://dysmsapi.aliyuncs.com'),
  ALIYUN_SMS_SIGN_NAME: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_CODE: z.string().optional(),
  ALIYUN_SMS_INVITATION_TEMPLATE_CODE: z.string().optional(),
  ALIYUN_SMS_MOBILE_CHANGED_TEMPLATE_CODE: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .refine((url) => URL.canParse(url), 'is no address; special characters in a password are written as %40')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]* <)?[^\s@<>]+@[^\s@<>]+>?$/,
      'must be an e-mail address, or a name and one: 商户平台 <no-reply@example.com>',
    )
    .optional(),
  ...signOnEnvironment,
  DEV_TOOLS: onOff.optional(),
  DEV_TOOLS_HOSTS: z.string().default(''),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SEED: z.enum(['none', 'small', 'demo', 'large']).optional(),
  FIRST_ADMIN: z
    .string()
    .refine((text) => mobile.safeParse(text).success, 'must be a mobile number or an e-mail address')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: trustedProxies.default(false),
  APP_IOS_URL: z.url({ protocol: /^https$/ }).optional(),
  APP_ANDROID_URL: z.url({ protocol: /^https$/ }).optional(),
});

type Environment = z.infer<typeof environment>;

/** The validated settings; lengths of time in milliseconds. */
export interface Settings {
  production: boolean;
  host: string;
  port: number;
  /** Where browsers find the console, if that is not here. */
  publicUrl: string | undefined;
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** The owner's, for migrations, resets and LISTEN; undefined as `databaseUrl` is. */
  databaseAdminUrl: string | undefined;
  /** A standby's, or undefined. */
  databaseReadUrl: string | undefined;
  databasePoolSize: number;
  /** How long a request waits for a connection before it is answered 503, in milliseconds. */
  databaseWait: number;
  /** What the database gives a request's statements and transactions. */
  sessionLimits: SessionLimits;
  /** How long a start waits for a database that is not there yet, in milliseconds. */
  databaseStartWait: number;
  /** How long a service that is to stop says so and still works, in milliseconds. */
  stopDelay: number;
  /** A later event loop answers 503, in milliseconds. */
  eventLoopDelay: number;
  /** How long a download waits for its reader before its connection is broken, in milliseconds. */
  downloadIdle: number;
  /** An export of more rows is made by a job. */
  exportStreamRows: number;
  dataDir: string;
  /** The first signs, all verify. */
  jwtSecrets: [string, ...string[]];
  /** Protect what is kept: the first encrypts and seals, all decrypt and verify. */
  dataKeys: [string, ...string[]];
  /** Hosts (`host:port`) that channel bindings may reach besides the channels' own, without TLS too: a stub, a proxy. */
  channelHosts: string[];
  accessTokenTtl: number;
  refreshIdleTtl: number;
  sessionMaxTtl: number;
  refreshGrace: number;
  captchaProvider: 'slider' | 'aliyun' | 'off';
  captchaRequired: boolean;
  smsProvider: 'outbox' | 'aliyun';
  aliyun: AliyunSettings;
  /** Undefined: e-mails are kept in the database. */
  mail: MailSettings | undefined;
  signOn: SignOnSettings;
  devTools: boolean;
  /** Names of this machine, besides the loopback's, that browsers may call it by while `devTools` are on. */
  devToolsHosts: string[];
  /** With it the metrics are served to others than this machine. */
  metricsToken: string | undefined;
  seed: 'none' | 'small' | 'demo' | 'large';
  /** The mobile or e-mail of the administrator that a database without tenants gets. */
  firstAdmin: string | undefined;
  logLevel: Environment['LOG_LEVEL'];
  /** Whether every answer is held to its contract, and not one in a hundred. */
  checksAllAnswers: boolean;
  trustProxy: TrustedProxies;
  /** Where the apps are to be had; null: not released. */
  appDownload: { ios: string | null; android: string | null };
}

declare module '../../core/deps.ts' {
  interface Deps {
    settings: Settings;
  }
}

/** Messages that tell of something and ask for no code. */
export type NoticeScene = 'invitation' | 'mobileChanged';

/** What hands e-mails over. */
export interface MailSettings {
  smtpUrl: string;
  /** Whom they are from. */
  from: string;
}

export interface AliyunSettings {
  accessKeyId: string;
  accessKeySecret: string;
  captchaEndpoint: string;
  captchaSceneId: string;
  captchaPrefix: string;
  smsEndpoint: string;
  smsSignName: string;
  smsTemplateCode: string;
  smsNoticeTemplates: Record<NoticeScene, string>;
}

/** Reads and checks the settings; throws `SettingsError` with a sentence that names the wrong one. */
export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(filled);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    throw new SettingsError(`Setting ${first?.path.join('.')}: ${first?.message}.`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  for (const name of ['DATABASE_ADMIN_URL', 'DATABASE_READ_URL'] as const) {
    if (env[name] && !env.DATABASE_URL)
      throw new SettingsError(`Setting ${name}: needs DATABASE_URL beside it.`);
  }
  const dataDir = resolve(env.DATA_DIR);
  const secrets = jwtSecrets(env, dataDir);
  const dataKeys = env.DATA_KEY ? secretList('DATA_KEY', env.DATA_KEY) : secrets;
  const devTools = env.DEV_TOOLS ? env.DEV_TOOLS === 'on' : !production && env.DATABASE_URL === undefined;
  const captchaRequired = env.CAPTCHA_REQUIRED ?? production;
  const seed = env.SEED ?? (production ? 'none' : 'demo');
  if (production) {
    const secretsByName = [
      ['JWT_SECRET', secrets],
      ['DATA_KEY', dataKeys],
      ['METRICS_TOKEN', env.METRICS_TOKEN ? [env.METRICS_TOKEN] : []],
    ] as const;
    refuseDemo({
      ...{ DEV_TOOLS: devTools, SEED: seed, SMS_PROVIDER: env.SMS_PROVIDER },
      SMTP_URL: env.SMTP_URL,
      ...{ CAPTCHA_PROVIDER: env.CAPTCHA_PROVIDER, CAPTCHA_REQUIRED: captchaRequired },
      secrets: secretsByName,
    });
  }
  if (env.SMS_PROVIDER === 'aliyun' && env.FIRST_ADMIN?.includes('@')) {
    throw new SettingsError(
      'Setting FIRST_ADMIN: must be a mobile number, as SMS_PROVIDER=aliyun sends no e-mail.',
    );
  }
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    databaseUrl: env.DATABASE_URL,
    databaseAdminUrl: env.DATABASE_ADMIN_URL ?? env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databaseWait: env.DATABASE_WAIT,
    sessionLimits: {
      statement: env.DATABASE_STATEMENT_TIMEOUT,
      lock: env.DATABASE_LOCK_TIMEOUT,
      idleInTransaction: env.DATABASE_IDLE_TIMEOUT,
    },
    databaseStartWait: env.DATABASE_START_WAIT,
    stopDelay: env.STOP_DELAY ?? (production ? 3 * units.s : 0),
    eventLoopDelay: env.EVENT_LOOP_DELAY,
    downloadIdle: env.DOWNLOAD_IDLE,
    exportStreamRows: env.EXPORT_STREAM_ROWS,
    dataDir,
    jwtSecrets: secrets,
    dataKeys,
    channelHosts: [...channelHosts(env.CHANNEL_HOSTS), ...(devTools ? [stubChannelHost] : [])],
    accessTokenTtl: env.ACCESS_TOKEN_TTL,
    refreshIdleTtl: env.REFRESH_IDLE_TTL,
    sessionMaxTtl: env.SESSION_MAX_TTL,
    refreshGrace: env.REFRESH_GRACE,
    captchaProvider: env.CAPTCHA_PROVIDER,
    captchaRequired,
    smsProvider: env.SMS_PROVIDER,
    aliyun: aliyun(env),
    mail: mail(env),
    signOn: signOnSettings(env, { production, devTools, localUrl: `http://127.0.0.1:${env.PORT}` }),
    devTools,
    devToolsHosts: devTools ? devToolsHosts(env) : [],
    metricsToken: env.METRICS_TOKEN,
    seed,
    firstAdmin: env.FIRST_ADMIN,
    logLevel: env.LOG_LEVEL,
    checksAllAnswers: env.NODE_ENV === 'test',
    trustProxy: env.TRUST_PROXY,
    appDownload: { ios: env.APP_IOS_URL ?? null, android: env.APP_ANDROID_URL ?? null },
  };
}

function hostList(text: string): string[] {
  return text
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
}

/** Everybody who reaches the developer tools can reset the data, so the network reaches them only where two settings say so. */
function devToolsHosts({ HOST, DEV_TOOLS_HOSTS, PUBLIC_URL }: Environment): string[] {
  const named = hostList(DEV_TOOLS_HOSTS);
  if (!isLoopback(HOST) && named.length === 0) {
    throw new SettingsError(
      `Setting DEV_TOOLS: HOST ${HOST} lets others reach the developer tools, which reset the data; set DEV_TOOLS=off, or name in DEV_TOOLS_HOSTS the hosts that browsers may call it by.`,
    );
  }
  return [HOST.toLowerCase(), ...named, ...(PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : [])];
}

function channelHosts(list: string): string[] {
  const hosts = hostList(list);
  const wrong = hosts.find((host) => !isHostWithPort(host));
  if (wrong === undefined) return hosts;
  throw new SettingsError(`Setting CHANNEL_HOSTS: ${wrong} is no host:port, such as pay.example.com:8443.`);
}

/** Neither a scheme nor a path, nor anything else that no address would be equal to. */
function isHostWithPort(text: string): boolean {
  const [, host, port] = /^([a-z0-9.-]+|\[[0-9a-f:.]+\]):(\d+)$/.exec(text) ?? [];
  return Number(port) >= 1 && Number(port) <= 65_535 && URL.canParse(`http://${host}/`);
}

/** In bytes. */
const shortestSecret = 32;

function jwtSecrets(env: Environment, dataDir: string): [string, ...string[]] {
  if (env.JWT_SECRET) return secretList('JWT_SECRET', env.JWT_SECRET);
  if (env.DATABASE_URL) {
    throw new SettingsError('Setting JWT_SECRET: required with DATABASE_URL, at least 32 bytes.');
  }
  const file = join(dataDir, 'jwt-secret');
  try {
    if (!existsSync(file)) {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600 });
    }
  } catch (error) {
    throw unusableDataDir(error);
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (Buffer.byteLength(secret) >= shortestSecret) return [secret];
  throw new SettingsError(
    `Setting DATA_DIR: ${file} is no key. Put the right one back; removed, it is made anew, and what the old one sealed can't be verified any more.`,
  );
}

/** What the file system says of the data directory, with the setting's name. */
export function unusableDataDir(error: unknown): SettingsError {
  return new SettingsError(`Setting DATA_DIR: the directory can't be used (${(error as Error).message}).`);
}

function secretList(name: string, text: string): [string, ...string[]] {
  const given = text.split(',').map((secret) => secret.trim());
  const short = given.some((secret) => Buffer.byteLength(secret) < shortestSecret);
  if (short)
    throw new SettingsError(`Setting ${name}: every value must have at least ${shortestSecret} bytes.`);
  return given as [string, ...string[]];
}

function mail({ SMTP_URL, MAIL_FROM }: Environment): MailSettings | undefined {
  if (!SMTP_URL) return undefined;
  if (!MAIL_FROM) throw new SettingsError('Setting MAIL_FROM: required by SMTP_URL.');
  return { smtpUrl: SMTP_URL, from: MAIL_FROM };
}

function aliyun(env: Environment): AliyunSettings {
  const needed = {
    aliyun: ['ALIYUN_ACCESS_KEY_ID', 'ALIYUN_ACCESS_KEY_SECRET'],
    captcha: ['ALIYUN_CAPTCHA_SCENE_ID', 'ALIYUN_CAPTCHA_PREFIX'],
    sms: [
      'ALIYUN_SMS_SIGN_NAME',
      'ALIYUN_SMS_TEMPLATE_CODE',
      'ALIYUN_SMS_INVITATION_TEMPLATE_CODE',
      'ALIYUN_SMS_MOBILE_CHANGED_TEMPLATE_CODE',
    ],
  } as const;
  const wanted = [
    ...(env.CAPTCHA_PROVIDER === 'aliyun' ? [...needed.aliyun, ...needed.captcha] : []),
    ...(env.SMS_PROVIDER === 'aliyun' ? [...needed.aliyun, ...needed.sms] : []),
  ];
  const missing = wanted.find((name) => !env[name]);
  if (missing) throw new SettingsError(`Setting ${missing}: required by the aliyun provider.`);
  return {
    accessKeyId: env.ALIYUN_ACCESS_KEY_ID ?? '',
    accessKeySecret: env.ALIYUN_ACCESS_KEY_SECRET ?? '',
    captchaEndpoint: env.ALIYUN_CAPTCHA_ENDPOINT,
    captchaSceneId: env.ALIYUN_CAPTCHA_SCENE_ID ?? '',
    captchaPrefix: env.ALIYUN_CAPTCHA_PREFIX ?? '',
    smsEndpoint: env.ALIYUN_SMS_ENDPOINT,
    smsSignName: env.ALIYUN_SMS_SIGN_NAME ?? '',
    smsTemplateCode: env.ALIYUN_SMS_TEMPLATE_CODE ?? '',
    smsNoticeTemplates: {
      invitation: env.ALIYUN_SMS_INVITATION_TEMPLATE_CODE ?? '',
      mobileChanged: env.ALIYUN_SMS_MOBILE_CHANGED_TEMPLATE_CODE ?? '',
    },
  };
}
