import { paths } from '@xyxlx/contracts/paths';
import { type BrowserContext, expect, type Page } from 'playwright/test';
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
  '/layout/platform/fundmana?tab=claims',
  '/layout/compliance/settings?tab=inbox',
  '/layout/compliance/audit?tab=alerts',
  '/layout/compliance/audit?tab=dashboard',
  '/layout/paymentreceived/voucher?tab=balance',
  '/layout/paymentreceived/voucher?tab=ledger',
  '/layout/paymentreceived/voucher?tab=period',
  '/layout/paymentreceived/voucher?tab=chart',
];

/** Screens that the seed has rows of, the first of which opens a drawer. */
const withDrawer = new Set<string>([
  paths.merchant,
  paths.storeBill,
  paths.storeLottery,
  paths.platform,
  paths.platformAccounts,
  paths.brand,
  paths.rules,
  paths.user,
  paths.role,
  paths.tenantInfo,
  paths.channel,
  paths.scheduledTask,
  paths.subApps,
]);

/** Screens of one test: two browsers share them out. */
const atOnce = 8;

/** Structure, names and roles are the same in both schemes: the other one changes colours alone. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

test.describe('axe finds nothing serious, in the dark scheme enough contrast too, the title is right and the page fits the window', () => {
  test.describe.configure({ timeout: 300_000 });

  for (let first = 0; first < screens.length; first += atOnce) {
    const some = screens.slice(first, first + atOnce);
    test(`on every screen behind sign-in, from ${some[0]?.title.zh} on`, async ({ context }) => {
      const look = lookAt(await pageInBothSchemes(context), inBothSchemes);
      for (const { path, title } of some) {
        // Where other tests have made a plan meanwhile, the list of plans stands there instead.
        const name = path === paths.issuePlans ? `(${title.zh}|执行列表)` : title.zh;
        await look(addressOf(path), name, withDrawer.has(path));
      }
    });
  }

  test('on the other faces of screens, and on those of one merchant and employee', async ({ context }) => {
    const page = await pageInBothSchemes(context);
    const look = lookAt(page, inBothSchemes);
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
  });

  for (const { scheme, rules } of [{ scheme: 'light' }, { scheme: 'dark', rules: rulesOfColours }] as const) {
    test(`on every public screen, for whoever likes it ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      const look = lookAt(page, () => expectNothingSerious(page, rules));
      for (const { path, title } of publicScreens) await look(addressOf(path), title.zh);
    });
  }
});

/** What is switched here stays here: others use the same account at the same time. */
async function pageInBothSchemes(context: BrowserContext): Promise<Page> {
  const page = await signedInPage(context);
  await page.route('**/preference/savePreference', (route) =>
    route.fulfill({ json: { code: 200, success: true, msg: '', result: null } }),
  );
  return page;
}

/** The page as it stands, or a part of it, and with the colours of the other scheme: what is open stays open. */
async function inBothSchemes(page: Page, part?: string): Promise<void> {
  await expectNothingSerious(page, undefined, part);
  for (const [words, scheme] of [
    ['切换到深色', 'dark'],
    ['切换到浅色', 'light'],
  ] as const) {
    // Behind a dialog nothing could be pressed.
    await page.getByLabel(words).dispatchEvent('click');
    // A sub-application has an element of that name too, without a scheme.
    await expect(page.locator('html[data-scheme]')).toHaveAttribute('data-scheme', scheme);
    if (scheme === 'dark') await expectNothingSerious(page, rulesOfColours, part);
  }
}

function lookAt(
  page: Page,
  judge: (page: Page, part?: string) => Promise<void>,
): (address: string, title?: string, hasDrawer?: boolean) => Promise<void> {
  const untilQuiet = quietOf(page);
  return (address, title, hasDrawer = false) =>
    test.step(address, async () => {
      await page.goto(address);
      if (title) await expect(page).toHaveTitle(new RegExp(`^${title} · `));
      await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveCount(1);
      await untilQuiet();
      // A table scrolls within its panel; a page that is wider than the window hides what stands at its right.
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThan(1);
      await judge(page);
      if (!hasDrawer) return;
      await page.locator('tbody tr button').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await untilQuiet();
      await judge(page, '[role=dialog]');
    });
}
