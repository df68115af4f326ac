import { expect, type Page } from 'playwright/test';
import { publicScreens, screens } from '../../apps/console/src/screens.ts';
import { post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { quietOf } from './support/quiet.ts';
import { tokenOf } from './support/records.ts';
import { addressOf } from './support/screens.ts';

/** What screens show besides what they open with. */
const faces = [
  '/layout/profile/userinfo?tab=devices',
  '/layout/profile/userinfo?tab=preferences',
  '/layout/system/user?import=new',
  '/layout/index/approval?tab=all',
];

const schemes = [
  { scheme: 'light', rules: undefined, finds: 'nothing serious' },
  // Structure, names and roles are the same in both: a scheme changes colours alone.
  { scheme: 'dark', rules: ['color-contrast', 'link-in-text-block'], finds: 'enough contrast' },
] as const;

for (const { scheme, rules, finds } of schemes) {
  test.describe(`in the ${scheme} scheme axe finds ${finds}, the title is right and the page fits the window`, () => {
    test.use({ colorScheme: scheme });
    test.describe.configure({ timeout: 300_000 });

    test('on every screen behind sign-in', async ({ context }) => {
      const page = await signedInPage(context);
      const look = lookAt(page, rules);
      for (const { path, title } of screens) await look(addressOf(path), title.zh);
    });

    test('on every public screen', async ({ page }) => {
      const look = lookAt(page, rules);
      for (const { path, title } of publicScreens) await look(addressOf(path), title.zh);
    });

    test('on the other faces of screens, and on those of one merchant and employee', async ({ context }) => {
      const page = await signedInPage(context);
      const look = lookAt(page, rules);
      const token = await tokenOf(context.request);
      const { list } = await post(context.request, 'employee/queryEmployee', { state: ['ACTIVE'] }, token);
      const [{ id, merchant }] = list;
      for (const address of [
        ...faces,
        `/layout/userlist?merchantId=${merchant.id}`,
        `/layout/userlist?merchantId=${merchant.id}&tab=batches&open=new`,
        `/layout/userlist/adjusthis/${merchant.id}/${id}`,
      ]) {
        await look(address);
      }
      await page.goto('/layout/merchant');
      await page.locator('tbody tr button').first().click();
      await expect(page.getByRole('dialog')).toContainText('MCC');
      await expectNothingSerious(page, rules);
    });
  });
}

function lookAt(page: Page, rules?: readonly string[]): (address: string, title?: string) => Promise<void> {
  const untilQuiet = quietOf(page);
  return (address, title) =>
    test.step(address, async () => {
      await page.goto(address);
      if (title) await expect(page).toHaveTitle(new RegExp(`^${title} · `));
      await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveCount(1);
      await untilQuiet();
      // A table scrolls within its panel; a page that is wider than the window hides what stands at its right.
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThan(1);
      await expectNothingSerious(page, rules);
    });
}
