import { expect } from 'playwright/test';
import { signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in the ${scheme} scheme`, () => {
    test.use({ colorScheme: scheme });

    // The walk along all routes looks at every screen as it opens; these are the other faces of some.
    for (const path of [
      '/layout/profile/userinfo?tab=devices',
      '/layout/profile/userinfo?tab=preferences',
      '/layout/system/user?import=new',
      '/layout/index/approval?tab=all',
    ]) {
      test(`axe finds nothing serious on ${path}`, async ({ context }) => {
        const page = await signedInPage(context);
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectNothingSerious(page);
      });
    }

    test('axe finds nothing serious on the merchants, with and without the detail', async ({ context }) => {
      const page = await signedInPage(context);
      await page.goto('/layout/merchant');
      await expect(page.getByRole('table')).toContainText('正常');
      await expectNothingSerious(page);
      await page.locator('tbody tr button').first().click();
      await expect(page.getByRole('dialog')).toContainText('MCC');
      await expectNothingSerious(page);
    });
  });
}
