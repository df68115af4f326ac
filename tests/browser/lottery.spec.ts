import { expect } from 'playwright/test';
import { post, signedInPage, test } from './support/console.ts';
import { rowsOf, settled, tokenOf } from './support/records.ts';

test('prizes that were not handed out are awarded again, row by row', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant/storelottery?state=FAILED,PENDING,AWARDED');
  await settled(page, '商户抽奖记录');
  const failed = rowsOf(page, '商户抽奖记录')
    .filter({ hasText: /发放失败|待发放/ })
    .first();
  const number = (await failed.getByRole('button').textContent()) ?? '';
  await failed.getByRole('checkbox').check();
  await rowsOf(page, '商户抽奖记录').filter({ hasText: '已发放' }).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: '发放 / 补发' }).click();
  const dialog = page.getByRole('dialog', { name: '发放奖品' });
  await dialog.getByLabel('原因').fill('浏览器测试补发');
  await dialog.getByRole('button', { name: '发放 / 补发', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('成功 1 条，失败 1 条');
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: number })).toContainText(
    '成功',
  );
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
  await page.goto(`/layout/merchant/storelottery?lotteryNo=${number}`);
  await expect(rowsOf(page, '商户抽奖记录')).toContainText(/已发放|发放中/);
});

test('what is under way is handed out by its number, goods with their carrier', async ({ context }) => {
  const { list } = await post(
    context.request,
    'lottery/queryLottery',
    { state: ['AWARDING'], prizeType: ['GOODS', 'COUPON'], pageSize: 200 },
    await tokenOf(context.request),
  );
  const draw = list.find((row: { prizeType: string }) => row.prizeType === 'GOODS') ?? list[0];
  const isGoods = draw.prizeType === 'GOODS';
  const page = await signedInPage(context);
  await page.goto(`/layout/merchant/storelottery?open=${draw.id}`);
  const drawer = page.getByRole('dialog', { name: draw.lotteryNo });
  await expect(drawer).toContainText('发放中');
  await drawer.getByRole('button', { name: '登记已发放' }).click();
  const form = page.getByRole('dialog', { name: '登记已发放' });
  await form.getByRole('button', { name: '登记已发放' }).click();
  await expect(form).toContainText(/请输入(快递单号|券码)/);
  if (isGoods) await form.getByLabel('快递公司').fill('顺丰速运');
  await form.getByLabel(isGoods ? '快递单号' : '券码').fill('SF1379246850001');
  // What was missing is said no more: the button stays where it is from now on.
  await expect(form).not.toContainText('请输入');
  await form.getByRole('button', { name: '登记已发放' }).click();
  await expect(form).toContainText('成功 1 条，失败 0 条');
  await form.getByRole('button', { name: '关闭' }).last().click();
  await expect(drawer).toContainText('已发放');
  await expect(drawer).toContainText(isGoods ? 'SF1379246850001' : '**** 0001');
  await expect(drawer.getByText('顺丰速运')).toHaveCount(isGoods ? 1 : 0);
});

test("an employee's draws lead to the payment that earned them", async ({ context }) => {
  const { list } = await post(context.request, 'lottery/queryLottery', {}, await tokenOf(context.request));
  const draw = list.find((row: { paymentNo: string | null }) => row.paymentNo !== null);
  const page = await signedInPage(context);
  await page.goto(
    `/layout/userlist/lottery/${draw.merchant.id}/${draw.employee.id}?lotteryNo=${draw.lotteryNo}`,
  );
  await rowsOf(page, '抽奖记录').getByRole('button').click();
  await expect(page).toHaveURL(new RegExp(`open=${draw.id}`));
  await page.reload();
  await page.getByRole('dialog').getByRole('link', { name: draw.paymentNo }).click();
  await expect(page).toHaveURL(new RegExp(`storebill\\?paymentNo=${draw.paymentNo}`));
  await expect(rowsOf(page, '商户消费记录')).toHaveCount(1);
});
