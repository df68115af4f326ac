import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { chromium, type LaunchOptions } from 'playwright/test';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Made for cloud functions: they weaken the very protections of a browser that some tests look at. */
const HARMFUL = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
];

/** How to start a Chromium: Playwright's own or the system's when there is one, else the one from npm. */
export function chromiumLaunchOptions(): LaunchOptions {
  if (existsSync(chromium.executablePath())) return {};
  const system = SYSTEM_BROWSERS.find((path) => existsSync(path));
  // Chrome's sandbox can't be set up by root, as in a container.
  if (system) return { executablePath: system, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };
  const directory = unpackedChromium();
  const args = sparticuz.args.filter((arg) => !HARMFUL.includes(arg) && !arg.startsWith('--headless'));
  return {
    executablePath: join(directory, 'chromium'),
    args,
    env: { ...definedEnvironment(), FONTCONFIG_PATH: join(directory, 'fonts') },
  };
}

/** Unpacked once for each version, beside the packages, so that nothing else's leftovers are taken for it. */
function unpackedChromium(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const packageFile = join(dirname(entry), '..', 'package.json');
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const directory = join(dirname(packageFile), '..', '..', '.cache', `chromium-${version}`);
  if (existsSync(directory)) return directory;
  const fresh = `${directory}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  // It unpacks to the temporary directory and nowhere else, so it runs in a process that has its own.
  const script = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  execFileSync(process.execPath, ['-e', script], {
    env: { ...process.env, TMPDIR: fresh },
    stdio: 'inherit',
  });
  try {
    renameSync(fresh, directory);
  } catch {
    // Another process was faster.
    rmSync(fresh, { recursive: true });
  }
  return directory;
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
