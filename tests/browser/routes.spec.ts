import { paths } from '@xyxlx/contracts/paths';
import { expect } from 'playwright/test';
import { redirects, screens } from '../../apps/console/src/screens.ts';
import { signedInPage, test } from './support/console.ts';
import { addressOf } from './support/screens.ts';

test('without a token every screen behind sign-in leads to the sign-in screen', async ({ page }) => {
  test.setTimeout(200_000);
  for (const { path } of screens) {
    const address = addressOf(path);
    await page.goto(address);
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(address)}`);
  }
});

/** Where there are plans, which another test may have made, their templates lead on to them. */
const onward = new Map<string, RegExp>([
  [paths.issuePlans, /\/autocreate\/(nodata|executionlist\?tab=plans)$/],
]);

test('redirects lead to their screens', async ({ context }) => {
  const page = await signedInPage(context);
  for (const { path, to } of redirects) {
    await page.goto(path);
    await expect(page).toHaveURL(onward.get(to) ?? to);
  }
});

test('any other path shows the not-found page, inside the layout and outside', async ({ context }) => {
  const page = await signedInPage(context);
  for (const path of ['/nowhere', '/layout/nowhere', '/layout/merchant/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: '页面不存在' })).toBeVisible();
  }
});
