import { SettingsError } from './settings-error.ts';

/** What production is not run with, by the settings' names. */
interface Demo {
  DEV_TOOLS: boolean;
  SEED: string;
  SMS_PROVIDER: string;
  SMTP_URL: string | undefined;
  CAPTCHA_PROVIDER: string;
  CAPTCHA_REQUIRED: boolean;
  /** Each value of the settings that hold secrets. */
  secrets: readonly (readonly [name: string, values: readonly string[]])[];
}

/** Bytes that differ in a secret; 32 random hexadecimal digits have fewer once in a thousand million times. */
const fewestBytes = 8;

/** Throws `SettingsError` with a sentence that names the first setting that only fits a demo. */
export function refuseDemo(settings: Demo): void {
  const refused: (readonly [name: string, wrong: boolean, why: string])[] = [
    ['DEV_TOOLS', settings.DEV_TOOLS, 'on opens the database to everybody'],
    ['SEED', settings.SEED !== 'none', 'only none is taken, as the seeded accounts have a known password'],
    ['SMS_PROVIDER', settings.SMS_PROVIDER === 'outbox', 'outbox sends nothing; aliyun does'],
    ['SMTP_URL', settings.SMTP_URL === undefined, 'without it e-mails are kept and not sent'],
    ['CAPTCHA_PROVIDER', settings.CAPTCHA_PROVIDER === 'off', 'off lets everything pass'],
    ['CAPTCHA_REQUIRED', !settings.CAPTCHA_REQUIRED, 'false lets robots try passwords and ask for codes'],
  ];
  const [name, , why] = refused.find(([, wrong]) => wrong) ?? [];
  if (name) throw new SettingsError(`Setting ${name}: ${why}; refused when NODE_ENV=production.`);
  for (const [secret, values] of settings.secrets) {
    if (values.some(isWeak)) {
      throw new SettingsError(
        `Setting ${secret}: a value has fewer than ${fewestBytes} different characters, or repeats itself; refused when NODE_ENV=production. Make one with: openssl rand -hex 32`,
      );
    }
  }
}

function isWeak(secret: string): boolean {
  return new Set(Buffer.from(secret)).size < fewestBytes || repeatsItself(secret);
}

function repeatsItself(secret: string): boolean {
  const lengths = Array.from({ length: Math.floor(secret.length / 2) }, (_, n) => n + 1);
  return lengths.some((length) => secret.slice(length) === secret.slice(0, -length));
}
