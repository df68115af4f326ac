import { expect } from 'playwright/test';
import { shanghaiDay } from '../../apps/api/src/platform/time/shanghai.ts';
import { openOnDesk } from './support/approval-desk.ts';
import { post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, giveReason, tokenOf } from './support/records.ts';

test('a version is simulated from its drawer, shows what would change, and its approval shows the newest', async ({
  context,
}) => {
  const name = `模拟${Date.now()}`;
  const token = await tokenOf(context.request);
  const terms = {
    name,
    categories: [],
    priority: 1,
    excess: 'DECLINE',
    validFrom: '2026-01-01',
    scopes: [{ kind: 'ALL' }],
    rules: [{ conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 2_000 }] }],
  };
  await post(context.request, 'rule/addInstitution', terms, token);
  const page = await signedInPage(context);
  await page.goto(`/layout/platform/rules?keyword=${name}`);
  await page.getByRole('region', { name: '使用规则', exact: true }).getByRole('button', { name }).click();
  const drawer = page.getByRole('dialog', { name, exact: true });
  await drawer.getByRole('button', { name: '模拟', exact: true }).click();
  const form = page.getByRole('dialog', { name: `模拟 · ${name}` });
  await form.getByLabel('开始日').fill(daysFromNow(30));
  await form.getByLabel('开始日').press('Enter');
  await form.getByRole('button', { name: '开始模拟' }).click();
  await expect(form).toContainText('结束日不能早于开始日');
  await form.getByLabel('开始日').fill(daysFromNow(-20));
  await form.getByLabel('开始日').press('Enter');
  await expectNothingSerious(page);
  await form.getByRole('button', { name: '开始模拟' }).click();

  const result = page.getByRole('dialog', { name: `模拟 · ${name} v1` });
  const totals = result.getByRole('region', { name: '模拟合计' });
  await expect(totals).toContainText('新增拒付');
  await expect(result).toContainText('额度余额不重放');
  const rows = result.getByRole('region', { name: '有变化的支付' }).first();
  await expect(rows.getByRole('row').nth(1)).toContainText(`${name} v1`);
  await expect(rows.getByRole('row').nth(1)).toContainText('单笔上限 20.00 元');
  await expectNothingSerious(page);
  const declined = await totals.locator('dd').nth(2).textContent();
  await result.getByRole('button', { name: '关闭', exact: true }).first().click();
  await expect(drawer.getByRole('region', { name: '模拟记录' }).first()).toContainText('已完成');

  await drawer.getByRole('button', { name: '提交审核' }).click();
  await giveReason(page, '提交审核', '提交审核', '新制度');
  await page.close();
  const deciding = await signedInPage(context, checker);
  await deciding.goto(`/layout/index/approval?keyword=${encodeURIComponent(name)}`);
  const approval = await openOnDesk(deciding, `${name} v1`);
  const newest = approval.getByRole('region', { name: '最新模拟' });
  await expect(newest).toContainText('v1 最新模拟');
  await expect(newest).toContainText(declined as string);
  await expectNothingSerious(deciding);
});

/** A day so many from today, in Asia/Shanghai. */
function daysFromNow(days: number): string {
  return shanghaiDay(new Date(Date.now() + days * 86_400_000));
}
