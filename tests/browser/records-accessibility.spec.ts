import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'playwright/test';
import { post, signedInPage, test } from './support/console.ts';
import { tokenOf } from './support/records.ts';

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on the screens of records in the ${scheme} scheme`, async ({ browser }) => {
    test.slow();
    const context = await browser.newContext({ colorScheme: scheme });
    const { list } = await post(
      context.request,
      'employee/queryEmployee',
      { state: ['ACTIVE'] },
      await tokenOf(context.request),
    );
    const [{ id, merchant }] = list;
    const page = await signedInPage(context);
    for (const path of [
      '/layout/index',
      '/layout/merchant/storebill',
      '/layout/merchant/storelottery',
      `/layout/userlist?merchantId=${merchant.id}`,
      `/layout/userlist?merchantId=${merchant.id}&tab=batches&open=new`,
      `/layout/userlist/adjusthis/${merchant.id}/${id}`,
      '/layout/bill',
      '/layout/search',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      // What slides in is half-transparent on its way and has no contrast yet.
      await page.waitForFunction(() => document.getAnimations().length === 0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id: rule, nodes }) => `${path} ${rule}: ${nodes[0]?.html}`)).toEqual([]);
    }
    await context.close();
  });
}
