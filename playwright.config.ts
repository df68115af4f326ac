import { freePort } from '@xyxlx/database/embedded/free-port';
import { defineConfig, devices } from 'playwright/test';
import { chromiumLaunchOptions } from './tests/browser/support/chromium.ts';
import { otherName } from './tests/browser/support/other-name.ts';

// The workers read this file too, and must come to the same address.
process.env.BROWSER_TEST_PORT ??= String(await freePort());

const browser = chromiumLaunchOptions();
/** Pages that live for seconds: one after the other in a warm process, and without compiling what they run anew to run it faster. */
const forShortLives = ['--process-per-site', '--js-flags=--no-opt --no-maglev'];
const otherNames = `--host-resolver-rules=MAP ${otherName} 127.0.0.1`;

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/browser/support/service.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Two browsers, the service and its database share machines of two cores.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  // What passes only when it is repeated is broken, here or in the product.
  retries: 0,
  reporter: [['list'], ['html', { open: 'never' }]],
  use: {
    // A click that can't be made fails its own line, long before its test's time is up.
    actionTimeout: 30_000,
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${process.env.BROWSER_TEST_PORT}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Nothing slides or fades under the pointer.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs more than the tests do: `--trace on` records one that is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...browser, args: [...(browser.args ?? []), ...forShortLives, otherNames] },
  },
});
