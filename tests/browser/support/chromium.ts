import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium, type LaunchOptions } from 'playwright/test';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The fonts of the system, Chinese ones among them when it has any, and a Latin one for a system without fonts. */
const FONTS = (directory: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <dir>${directory}/fonts</dir>
  <cachedir>${directory}/font-cache</cachedir>
</fontconfig>
`;

/** How to start a Chromium: Playwright's own or the system's when there is one, else the one from npm. */
export function chromiumLaunchOptions(): LaunchOptions {
  // Under an ASCII locale, as where LANG is unset, Chromium calls every file whose name has other letters "download".
  const env = { ...definedEnvironment(), LC_ALL: 'C.UTF-8' };
  if (existsSync(chromium.executablePath())) return { env };
  const system = SYSTEM_BROWSERS.find((path) => existsSync(path));
  // Chrome's sandbox can't be set up by root, as in a container.
  if (system) return { executablePath: system, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [], env };
  const directory = unpackedChromium();
  const executablePath = join(directory, 'chromium');
  return {
    executablePath,
    // Not the arguments that come with it: made for cloud functions, they draw with a GPU emulated on the
    // CPU, which takes a core for itself, and weaken the very protections that some tests look at.
    args: ['--disable-gpu', '--no-sandbox'],
    env: {
      ...env,
      FONTCONFIG_FILE: join(directory, 'fonts.conf'),
      ...(lacksLibraries(executablePath) ? { LD_LIBRARY_PATH: join(directory, 'al2023/lib') } : {}),
    },
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
  // It unpacks to the temporary directory and nowhere else, so it runs in a process that has its own;
  // the name of a cloud makes it unpack the libraries too that a bare system lacks.
  const script = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  execFileSync(process.execPath, ['-e', script], {
    env: { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    stdio: 'inherit',
  });
  writeFileSync(join(fresh, 'fonts.conf'), FONTS(directory));
  try {
    renameSync(fresh, directory);
  } catch {
    // Another process was faster.
    rmSync(fresh, { recursive: true });
  }
  return directory;
}

function lacksLibraries(program: string): boolean {
  return /not found/.test(spawnSync('ldd', [program], { encoding: 'utf8' }).stdout);
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
