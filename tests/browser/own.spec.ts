import { type APIRequestContext, expect } from 'playwright/test';
import { newCardNumber } from '../../apps/api/src/areas/card/card-number.ts';
import { soldProduct } from './support/card-orders.ts';
import { accounts, password, post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { tokenOf } from './support/records.ts';

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

test('the holder activates a card, freezes it in one tap, and reports it lost by its last four digits', async ({
  context,
}) => {
  const lastFour = await cardInHand(context.request);
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

/** Imports a card of 300 yuan for the demo's employee and hands it to them; its last four digits. */
async function cardInHand(request: APIRequestContext): Promise<string> {
  const admin = await tokenOf(request, accounts.admin);
  const call = (path: string, data: object) => post(request, path, data, admin);
  const { code } = await soldProduct(request, { form: 'VIRTUAL', faces: [30_000], makingFee: 0 });
  const { list } = await call('employee/queryEmployee', { keyword: accounts.employee });
  const [{ id: employeeId, employeeNo, merchant }] = list;
  const pan = newCardNumber();
  const answer = await request.post('/xyxlx/card/importCards', {
    headers: { Authorization: admin },
    multipart: {
      merchantId: merchant.id,
      file: {
        name: `${code}.csv`,
        mimeType: 'text/csv',
        buffer: Buffer.from(`卡号,产品编码,工号,初始余额(元),有效期\n${pan},${code},${employeeNo},300.00,`),
      },
    },
  });
  const { jobId } = (await answer.json()).result;
  const inState = (states: string[]) =>
    expect(async () => expect(states).toContain((await call('job/getJob', { id: jobId })).state)).toPass();
  await inState(['WAITING_CONFIRM']);
  await call('job/confirmImport', { id: jobId });
  await inState(['SUCCEEDED']);
  const cards = await call('card/queryCard', { keyword: pan.slice(-4), employeeId, state: ['STOCK'] });
  const [{ id, version }] = cards.list;
  await call('card/assignCard', { id, version, employeeId });
  return pan.slice(-4);
}
