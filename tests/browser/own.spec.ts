import { expect } from 'playwright/test';
import { givenCards } from './support/cards.ts';
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
    ...['审批', '通知', '后台任务', '我的卡', '我的订单', '个人信息', '修改密码', '支付宝开票'],
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

test('the holder activates a card, freezes it in one tap, and reports it lost by its last four digits', async ({
  context,
}) => {
  const { cards } = await givenCards(context.request, [300], accounts.employee);
  const lastFour = cards[0]?.maskedPan.slice(-4) ?? '';
  const page = await signedInPage(context, accounts.employee);
  await page.setViewportSize(phone);
  await page.goto('/layout/myaccount/mycard');
  await page.getByRole('button', { name: `尾号 ${lastFour}` }).click();
  const panel = page.getByRole('region', { name: /^C\d+/ });
  await expect(panel).toContainText('待激活');
  await panel.getByRole('button', { name: '激活' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('卡号后四位').fill(lastFour === '0000' ? '0001' : '0000');
  await dialog.getByRole('button', { name: '激活' }).click();
  await expect(dialog.getByText('卡号后四位不正确')).toBeVisible();
  await dialog.getByLabel('卡号后四位').fill(lastFour);
  await dialog.getByRole('button', { name: '激活' }).click();
  await expect(panel).toContainText('¥300.00');
  await expect(panel.getByRole('list', { name: '流水' })).toContainText('激活入账');
  await expectNothingSerious(page);

  await panel.getByRole('button', { name: '冻结' }).click();
  await expect(panel.getByRole('button', { name: '解冻' })).toBeVisible();
  await panel.getByRole('button', { name: '解冻' }).click();
  await expect(panel.getByRole('button', { name: '冻结' })).toBeVisible();

  await panel.getByRole('button', { name: '挂失' }).click();
  await dialog.getByLabel('卡号后四位').fill(lastFour);
  await expectNothingSerious(page);
  for (const button of await dialog.getByRole('button', { name: /^(取 ?消|挂 ?失)$/ }).all()) {
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(40);
  }
  await dialog.getByRole('button', { name: '挂失' }).click();
  await expect(panel).toContainText('此卡已挂失');
});
