import { expect } from 'playwright/test';
import { approveOpen, recordOf } from './support/approval-desk.ts';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { checker, giveReason, rowsOf, settled, tokenOf } from './support/records.ts';

test('a transfer is forecast, held, seen behind what is frozen, and moves when a checker agrees', async ({
  context,
}) => {
  const page = await signedInPage(context, accounts.maker);
  await page.goto('/layout/platform/fundmana?kind=ENTERPRISE');
  await settled(page, '账户');
  const from = rowsOf(page, '账户').filter({ hasText: '上海分公司' });
  await from.getByRole('button', { name: '划转' }).click();
  const dialog = page.getByRole('dialog', { name: '资金划转' });
  await expect(dialog.getByLabel('转出账户')).toBeVisible();
  await dialog.getByLabel('转入账户').fill('杭州');
  const choices = page.locator('.ant-select-item-option:visible');
  await expect(choices).toHaveText(['杭州分公司 · 企业资金']);
  await choices.click();
  await dialog.getByLabel('金额（元）').fill('12.34');
  await expect(dialog.getByLabel('办理前核对')).toContainText(/企业资金可用余额¥[\d,.]+ → ¥[\d,.]+/);
  await expect(dialog).toContainText(/可审批：.*财务复核/);
  await giveReason(page, '资金划转', '提交', '浏览器测试调拨');
  await expect(page.getByText('已提交审批，通过后生效')).toBeVisible();

  await settled(page, '账户');
  await from.getByRole('button', { name: /\d+\.\d\d/ }).click();
  const held = page.getByRole('dialog', { name: /冻结明细：上海分公司/ });
  await expect(held).toContainText('12.34');
  await page.keyboard.press('Escape');

  const token = await tokenOf(context.request, accounts.maker);
  const { list } = await post(context.request, 'fund/queryTransfer', {}, token);
  // Others begin transfers at the same time.
  const { id, transferNo } = list.find(({ reason }: { reason: string }) => reason === '浏览器测试调拨');
  const deciding = await signedInPage(context, checker);
  await deciding.setViewportSize({ width: 390, height: 844 });
  await deciding.goto(`/layout/platform/fundmana?tab=transfers&open=${id}`);
  await deciding.getByRole('dialog', { name: transferNo }).getByRole('link', { name: '去审批' }).click();
  await expect(recordOf(deciding)).toContainText(transferNo);
  await approveOpen(deciding);
  await expect(async () => {
    const { state } = await post(context.request, 'fund/getTransfer', { id }, token);
    expect(state).toBe('DONE');
  }).toPass();

  await page.goto('/layout/platform/fundmana?tab=flows&kind=TRANSFER_IN,TRANSFER_OUT');
  await settled(page, '流水');
  await expect(rowsOf(page, '流水').filter({ hasText: transferNo })).toHaveCount(2);
});

test('what is withdrawn or settled leaves through a platform account of the tenant, by the balance of its own account', async ({
  context,
}) => {
  const page = await signedInPage(context, accounts.admin);
  await page.goto('/layout/platform/fundmana?kind=ENTERPRISE');
  await settled(page, '账户');
  const ours = rowsOf(page, '账户').filter({ hasText: '上海分公司' });
  await ours.first().getByRole('button', { name: '划转' }).click();
  const dialog = page.getByRole('dialog', { name: '资金划转' });
  await dialog.getByText('提现', { exact: true }).click();
  await expect(dialog.getByLabel('转入账户')).toBeHidden();
  const token = await tokenOf(context.request, accounts.maker);
  const own = await post(context.request, 'platform/queryAccount', { state: ['ACTIVE'] }, token);
  await dialog.getByLabel('付款平台账户').click();
  await expect(page.locator('.ant-select-item-option:visible')).toHaveCount(own.list.length);
  await page.locator('.ant-select-item-option:visible').first().click();
  await dialog.getByLabel('金额（元）').fill('1.00');
  await expect(dialog.getByLabel('办理前核对')).toContainText('企业资金可用余额');
  await giveReason(page, '资金划转', '提交', '浏览器测试提现');
  await settled(page, '账户');

  await page.goto('/layout/platform/fundmana?kind=SETTLEMENT');
  await settled(page, '账户');
  await rowsOf(page, '账户').first().getByRole('button', { name: '划转' }).click();
  await expect(dialog.getByLabel('付款平台账户')).toBeVisible();
  await expect(dialog.getByLabel('办理前核对')).toContainText('待结算可用余额');
});

test('the balance below which somebody is told is set, and taken away again', async ({ context }) => {
  const page = await signedInPage(context, accounts.maker);
  await page.goto('/layout/platform/fundmana?kind=RESERVE');
  await settled(page, '账户');
  const row = rowsOf(page, '账户').first();
  const set = async (typed: string) => {
    await row.getByRole('button', { name: '预警' }).click();
    const dialog = page.getByRole('dialog', { name: /^余额预警/ });
    await dialog.getByLabel('预警（元）').fill(typed);
    await dialog.getByRole('button', { name: '保存' }).click();
    await expect(dialog).toBeHidden();
  };
  await set('1.50');
  await expect(row).toContainText('1.50');
  await set('');
  await expect(row).toContainText('未设置');
});
