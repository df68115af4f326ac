import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { signedInPage, test } from './support/console.ts';

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in the ${scheme} scheme`, () => {
    test.use({ colorScheme: scheme });

    for (const path of ['/login', '/reset', '/tenant', '/oauth?error=access_denied', '/404', '/500']) {
      test(`axe finds nothing serious on ${path}`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNothingSerious(page);
      });
    }

    for (const path of [
      '/layout/profile/changepassword',
      '/layout/profile/userinfo',
      '/layout/profile/userinfo?tab=devices',
      '/layout/profile/userinfo?tab=preferences',
      '/layout/system/user',
      '/layout/system/user?import=new',
      '/layout/system/role',
      '/layout/system/company',
      '/layout/system/companyinfo',
      '/layout/system/tenantinfo',
      '/layout/system/bindsetting',
      '/layout/operationlog',
      '/layout/paymentreceived/operationlog',
      '/layout/index/approval?tab=all',
      '/layout/index/notification',
    ]) {
      test(`axe finds nothing serious on ${path}`, async ({ context }) => {
        const page = await signedInPage(context);
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await page.waitForFunction(() => document.getAnimations().length === 0);
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
      // The drawer slides in; half-transparent text has no contrast yet.
      await page.waitForFunction(() => document.getAnimations().length === 0);
      await expectNothingSerious(page);
    });
  });
}

async function expectNothingSerious(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
}
