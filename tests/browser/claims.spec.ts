import { expect } from 'playwright/test';
import { approveOpen, recordOf } from './support/approval-desk.ts';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { checker, rowsOf, settled, tokenOf } from './support/records.ts';
import { handInStatement } from './support/statements.ts';

test('a statement is imported, what came in is claimed for who paid it, and a checker lets the fund have it', async ({
  context,
}) => {
  const bankNo = `B${Date.now()}${String(Math.random()).slice(2, 6)}`;
  const page = await signedInPage(context, accounts.maker);
  const wizard = await handInStatement(page, '0003', [
    `${bankNo},2026-11-20 10:00:00,收,"1,234.50","1,234.50",上海分公司,预付款`,
    `${bankNo}X,2026-11-20 10:00:01,支,1.00,99.00,供应商,货款`,
  ]);
  await expect(wizard).toContainText('余额不连续');
  await wizard.getByRole('button', { name: '导入 1 行' }).click();
  await expect(wizard).toContainText('部分导入成功');
  await wizard.getByRole('button', { name: '完成' }).click();

  const row = rowsOf(page, '认领').filter({ hasText: bankNo });
  await expect(row).toContainText('待认领');
  await row.getByRole('button').first().click();
  const line = page.getByRole('dialog', { name: bankNo });
  await line.getByRole('button', { name: '认领', exact: true }).click();
  const claim = page.getByRole('dialog', { name: '认领 1,234.50 元' });
  await expect(claim).toContainText('上海分公司');
  await claim.getByRole('button', { name: '提交' }).click();
  await expect(page.getByText('已提交审批，通过后生效')).toBeVisible();
  await expect(line).toContainText('待审核');

  const deciding = await signedInPage(context, checker);
  await deciding.setViewportSize({ width: 390, height: 844 });
  await deciding.goto(page.url());
  await deciding.getByRole('dialog', { name: bankNo }).getByRole('link', { name: '去审批' }).click();
  await expect(recordOf(deciding)).toContainText(bankNo);
  await approveOpen(deciding);
  const token = await tokenOf(context.request, accounts.maker);
  let topUpNo = '';
  await expect(async () => {
    const { list } = await post(context.request, 'fund/queryLine', { keyword: bankNo }, token);
    expect(list[0].state).toBe('MATCHED');
    topUpNo = list[0].claim.topUpNo;
  }).toPass();
  await page.goto('/layout/platform/fundmana?tab=flows&kind=TOP_UP');
  await settled(page, '流水');
  await expect(rowsOf(page, '流水').filter({ hasText: topUpNo })).toHaveText(/上海分公司.*1,234\.50/);
});
