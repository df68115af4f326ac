import { expect } from 'playwright/test';
import { accounts, password, post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';

const phone = { width: 390, height: 844 };

test('an employee on a phone begins at what is their own, and the menu has nothing else', async ({
  context,
}) => {
  const page = await signedInPage(context, accounts.employee);
  await page.setViewportSize(phone);
  await page.goto('/layout');
  await expect(page).toHaveURL(/\/layout\/myaccount\/mycard/);
  await expect(page.getByRole('heading', { level: 1, name: '我的卡' })).toBeVisible();
  await expect(page.getByText('林晓雨 · E')).toBeVisible();
  await expectNothingSerious(page);

  await page.getByRole('button', { name: '展开菜单' }).click();
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(menu.getByRole('button')).toHaveText(['工作台', '我的账户']);
  await expect(menu.getByRole('link')).toHaveText([
    ...['我的卡', '我的订单', '个人信息', '修改密码', '支付宝开票'],
  ]);
  await menu.getByRole('button', { name: '工作台' }).click();
  await expect(menu.getByRole('link')).toHaveText([
    ...['审批', '通知', '我的卡', '我的订单', '个人信息', '修改密码', '支付宝开票'],
  ]);
});

test('limits are told lot by lot, and a declined payment in words', async ({ context }) => {
  const page = await signedInPage(context, accounts.employee);
  await page.setViewportSize(phone);
  await page.goto('/layout/myaccount/mycard?tab=limits');
  await expect(page.getByRole('list', { name: '额度构成' }).getByRole('listitem').last()).toContainText(
    '其余可用额度',
  );
  await expectNothingSerious(page);

  const { token } = await post(context.request, 'userAccount/login', { mobile: accounts.employee, password });
  const { list } = await post(context.request, 'own/queryPayment', { pageSize: 200 }, token);
  const declined = list.find(({ declined }: { declined: string | null }) => declined !== null);
  await page.getByRole('tab', { name: '消费' }).click();
  const month = page.getByText(/^\d{4}-\d\d$/);
  await expect(async () => {
    if ((await month.textContent()) !== declined.paidAt.slice(0, 7))
      await page.getByRole('button', { name: '上个月' }).click();
    await expect(page.getByText(`未能支付：${declined.declined}`).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectNothingSerious(page);
  for (const button of await page.getByRole('main').getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(box && Math.min(box.width, box.height)).toBeGreaterThanOrEqual(40);
  }
});
