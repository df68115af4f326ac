import { expect, type Page } from 'playwright/test';
import { detours, publicScreens, screens } from '../../apps/console/src/screens.ts';
import { signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';

// What does not exist answers 406, which a screen shows; the address itself is well formed.
const nobody = '00000000-0000-7000-8000-000000000000';

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in the ${scheme} scheme`, () => {
    test.use({ colorScheme: scheme });

    test('every screen behind sign-in shows its title, and axe finds nothing serious', async ({
      context,
    }) => {
      test.setTimeout(400_000);
      const page = await signedInPage(context);
      for (const screen of screens) {
        await test.step(screen.path, async () => {
          await page.goto(addressOf(screen.path));
          await expect(page).toHaveTitle(new RegExp(`^${screen.title.zh} · `));
          await settled(page);
          await expectNothingSerious(page);
        });
      }
    });

    test('every public screen shows its title, and axe finds nothing serious', async ({ page }) => {
      test.setTimeout(200_000);
      for (const screen of publicScreens) {
        await test.step(screen.path, async () => {
          await page.goto(addressOf(screen.path));
          await expect(page).toHaveTitle(new RegExp(`^${screen.title.zh} · `));
          await settled(page);
          await expectNothingSerious(page);
        });
      }
    });
  });
}

test('without a token every screen behind sign-in leads to the sign-in screen', async ({ page }) => {
  test.setTimeout(200_000);
  for (const { path } of screens) {
    const address = addressOf(path);
    await page.goto(address);
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(address)}`);
  }
});

test('detours lead to their screens', async ({ context }) => {
  const page = await signedInPage(context);
  for (const { path, to } of detours) {
    await page.goto(path);
    await expect(page).toHaveURL(to);
  }
});

test('any other path shows the not-found page, inside the layout and outside', async ({ context }) => {
  const page = await signedInPage(context);
  for (const path of ['/nowhere', '/layout/nowhere', '/layout/merchant/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: '页面不存在' })).toBeVisible();
  }
});

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('加载中...')).toBeHidden();
}

function addressOf(pattern: string): string {
  // Without an answer of the identity provider these two go and ask for one.
  if (pattern === '/oauth' || pattern === '/workwxsso') return `${pattern}?error=access_denied`;
  return pattern
    .replace('/:type/:code?', '/MONTHLY')
    .replace('/:code?', '')
    .replace('/subapp/:code', '/subapp/board')
    .replace(/:\w+/g, nobody);
}
