import { expect, type Page } from 'playwright/test';
import { shanghaiDay } from '../../apps/api/src/platform/time/shanghai.ts';
import { approveOpen, cardOf, openOnDesk } from './support/approval-desk.ts';
import { accounts, signedInPage, test } from './support/console.ts';
import { checker, giveReason, rowsOf, settled } from './support/records.ts';

test('what the bank says and no book knows is found, left until it is known, and adjusted by two people', async ({
  browser,
  context,
}) => {
  const yesterday = shanghaiDay(new Date(Date.now() - 86_400_000));
  const page = await signedInPage(context, accounts.maker);
  await openDay(page, yesterday);
  const found = page.getByRole('dialog').getByRole('row').filter({ hasText: '账户管理费' });
  await expect(found).toContainText('短款');
  await expect(found).toContainText('−25.00');
  await found.getByRole('button', { name: '挂账' }).click();
  await giveReason(page, /^挂账 · /, '挂账', '等银行回单');
  await expect(found).toContainText('等银行回单');
  await found.getByRole('button', { name: '调整' }).click();
  await giveReason(page, /^调整 · /, '调整', '银行扣的管理费');
  await expect(found).toContainText('待审核');

  const deciding = await signedInPage(await browser.newContext(), checker);
  await deciding.goto('/layout/index/approval');
  await openOnDesk(deciding, '银行扣的管理费');
  await approveOpen(deciding);
  await expect(cardOf(deciding, '银行扣的管理费')).toHaveCount(0);

  await openDay(page, yesterday);
  await expect(found).toContainText('已调整');
  await page.goto('/layout/platform/fundmana?tab=flows&kind=ADJUST');
  await settled(page, '流水');
  await expect(rowsOf(page, '流水').first()).toContainText('−25.00');
});

/** Opens what a day of the account came to. */
async function openDay(page: Page, day: string): Promise<void> {
  await page.goto('/layout/platform/fundmana?tab=reconciliation');
  await settled(page, '对账');
  await rowsOf(page, '对账')
    .filter({ hasText: day })
    .filter({ hasText: '0001' })
    .getByRole('button')
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText(day);
}
