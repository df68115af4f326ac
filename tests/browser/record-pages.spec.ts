import { expect, type Page } from 'playwright/test';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { tokenOf } from './support/records.ts';

const timeline = (page: Page) => page.getByRole('region', { name: '时间线' });

test('a merchant’s page is one press from its drawer, can be sent as a link, and leads from its bills to theirs', async ({
  context,
}) => {
  const token = await tokenOf(context.request);
  const asked = { kind: 'MERCHANT', state: ['ISSUED', 'CONFIRMED', 'SETTLED'], pageSize: 1 };
  const { list } = await post(context.request, 'bill/queryBill', asked, token);
  const [{ billNo, merchant }] = list;
  const page = await signedInPage(context);
  await page.goto(`/layout/merchant?open=${merchant.id}`);
  await page.getByRole('dialog').getByRole('link', { name: '打开整页' }).click();
  await expect(page).toHaveURL(`/layout/merchant/${merchant.id}`);
  await expect(page.getByRole('heading', { level: 1, name: merchant.name })).toBeVisible();
  await page.reload();
  await timeline(page).getByRole('button', { name: '账单', exact: true }).click();
  // An approval of the bill names it too, before what was chosen is there.
  await expect(timeline(page).locator('ol[aria-busy]')).toHaveAttribute('aria-busy', 'false');
  await timeline(page).getByRole('link', { name: billNo }).first().click();
  await expect(page).toHaveURL(/\/layout\/bill\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText(
    merchant.name,
  );
  await expect(timeline(page).filter({ visible: true })).toContainText('出账');
  await page.getByRole('link', { name: merchant.name, exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL(`/layout/merchant/${merchant.id}`);
});

test('a refund stands on the page of its payment at once, leads to its own, and that one back', async ({
  context,
}) => {
  const token = await tokenOf(context.request);
  const asked = { type: ['CONSUME'], state: ['SUCCESS'], minAmount: 200, maxAmount: 100_000, pageSize: 1 };
  const { list } = await post(context.request, 'consumption/queryConsumption', asked, token);
  const [{ id, paymentNo }] = list;
  const page = await signedInPage(context);
  await page.goto(`/layout/merchant/storebill/${id}`);
  await expect(timeline(page)).toContainText('消费');
  await page.getByRole('button', { name: '退款', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('退款金额').fill('1');
  await dialog.getByLabel('原因').fill('少收一件');
  await dialog.getByRole('button', { name: '退款', exact: true }).click();
  const refund = timeline(page).getByRole('listitem').filter({ hasText: '少收一件' }).last();
  await expect(refund).toContainText('¥1.00');
  await refund.getByRole('link').click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await page.getByRole('button', { name: paymentNo }).filter({ visible: true }).click();
  await expect(page).toHaveURL(`/layout/merchant/storebill/${id}`);
});

test('who paid and where, named in the list of payments, are one press away; the row around still opens the payment', async ({
  context,
}) => {
  const token = await tokenOf(context.request);
  const asked = { type: ['CONSUME'], state: ['SUCCESS'], pageSize: 100 };
  const { list } = await post(context.request, 'consumption/queryConsumption', asked, token);
  const { paymentNo, employee, merchant, store } = list.find(
    (row: { employee: object | null; store: object | null }) => row.employee && row.store,
  );
  const page = await signedInPage(context);
  for (const [name, address] of [
    [`${employee.name} · ${employee.employeeNo}`, `/layout/userlist/${employee.id}`],
    [merchant.name, `/layout/merchant/${merchant.id}`],
    [store.name, `/layout/merchant/store/${store.id}`],
  ]) {
    await page.goto(`/layout/merchant/storebill?keyword=${paymentNo}`);
    // The payee is the merchant where somebody paid in their own canteen.
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page).toHaveURL(address);
  }
  await page.goto(`/layout/merchant/storebill?keyword=${paymentNo}`);
  await page.getByRole('cell', { name: '成功', exact: true }).first().click();
  await expect(page).toHaveURL(/open=/);
});

test('an employee’s page fits a phone, and what is earlier comes when asked for', async ({ context }) => {
  const token = await tokenOf(context.request);
  const { list } = await post(
    context.request,
    'consumption/queryConsumption',
    { type: ['CONSUME'], pageSize: 50 },
    token,
  );
  const { employee } = list.find((row: { employee: object | null }) => row.employee);
  const page = await signedInPage(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/layout/userlist/${employee.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(employee.name);
  const entries = timeline(page).locator('time');
  await expect(entries.first()).toBeVisible();
  const shown = await entries.count();
  const more = timeline(page).getByRole('button', { name: '更早的' });
  if (await more.isVisible()) {
    await more.click();
    await expect.poll(() => entries.count()).toBeGreaterThan(shown);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThan(1);
});

test.describe('what is not there', () => {
  test.use({ provoked: /status of 400/ });

  test('is said, with the way back to the list, and who may not see such records is told what it takes', async ({
    context,
  }) => {
    const page = await signedInPage(context);
    await page.goto('/layout/merchant/00000000-0000-7000-8000-000000000000');
    await expect(page.getByRole('heading', { name: '找不到这条记录' })).toBeVisible();
    await page.getByRole('link', { name: '返回列表' }).click();
    await expect(page).toHaveURL('/layout/merchant');
    const own = await signedInPage(context, accounts.employee);
    await own.goto('/layout/bill/00000000-0000-7000-8000-000000000000');
    await expect(own.getByRole('heading', { level: 1 })).toContainText('账单详情');
  });
});
