import { chromium, expect, test } from 'playwright/test';
import { chromiumLaunchOptions } from './support/chromium.ts';

test('a file keeps its Chinese name in the browser of the tests on a machine without a locale', async () => {
  const machine = process.env.LC_ALL;
  process.env.LC_ALL = 'C';
  try {
    const browser = await chromium.launch(chromiumLaunchOptions());
    const page = await browser.newPage();
    await page.setContent('<a download="消费记录.csv" href="data:text/csv,x">x</a>');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('x').click()]);
    expect(download.suggestedFilename()).toBe('消费记录.csv');
    await browser.close();
  } finally {
    if (machine === undefined) delete process.env.LC_ALL;
    else process.env.LC_ALL = machine;
  }
});
