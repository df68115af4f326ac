import { expect } from 'playwright/test';
import { signedInPage, test } from './support/console.ts';
import { rowsOf } from './support/records.ts';

test('an import that waits is found again after its tab was closed, and goes on to its end', async ({
  context,
}) => {
  const first = await signedInPage(context);
  await first.goto('/layout/system/user?import=new');
  const name = `任务${String(Date.now()).slice(-8)}`;
  await first.getByTestId('import-file').setInputFiles({
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`姓名,手机号,邮箱,公司,角色\n${name},136${name.slice(-8)},,,运营`),
  });
  await expect(first.getByRole('dialog', { name: '导入用户' })).toContainText('导入 1 行');
  await first.close();

  const page = await signedInPage(context);
  await page.goto('/layout/index/job');
  const row = rowsOf(page, '后台任务').filter({ hasText: `${name}.csv` });
  await expect(row).toContainText('待确认');
  await row.getByRole('button').click();
  const drawer = page.getByRole('dialog', { name: '用户导入' });
  await expect(drawer).toContainText(`${name}.csv`);
  await drawer.getByRole('button', { name: '继续' }).click();
  const wizard = page.getByRole('dialog', { name: '导入用户' });
  await wizard.getByRole('button', { name: '导入 1 行' }).click();
  await expect(wizard.getByRole('alert')).toContainText('导入完成');

  await page.goto('/layout/index/job');
  await row.getByRole('button').click();
  await expect(drawer).toContainText('成功');
  await expect(drawer.getByRole('button', { name: '取消任务' })).toHaveCount(0);
  await expect(drawer.getByRole('button', { name: '查看结果' })).toBeVisible();
});
