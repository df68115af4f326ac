import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { requestsTo, signedInPage, test } from './support/console.ts';

test('an import is checked row by row, confirmed, followed to its end, and offers the failed rows as a file', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/system/user');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const template = await downloaded(page, '下载模板');
  expect(template.name).toMatch(/\.xlsx$/);

  const tail = String(Date.now()).slice(-8);
  const rows = [
    '姓名,手机号,邮箱,公司,角色',
    `导入${tail},135${tail},,华东福利科技总部,运营`,
    '坏手机,123,,,运营',
    `没有的角色,134${tail},,,没有这个角色`,
    `重复,135${tail},,,运营`,
  ];
  await page.getByTestId('import-file').setInputFiles({
    name: '用户.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\r\n')),
  });
  const wizard = page.getByRole('dialog', { name: '导入用户' });
  await expect(wizard).toContainText('共 3 条');
  await expect(wizard).toContainText('不是手机号或邮箱');
  await expect(wizard).toContainText('与第 2 行重复');
  await page.reload();
  await wizard.getByRole('button', { name: '导入 1 行' }).click();
  await expect(wizard.getByRole('alert')).toContainText('部分导入成功');
  await expect(wizard).toContainText('3 行没有导入');
  const failed = await downloaded(page, '下载失败的行');
  expect(failed.name).toMatch(/失败/);

  await wizard.getByRole('button', { name: '完成' }).click();
  await page.getByLabel('关键字').fill(`导入${tail}`);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page.getByRole('table')).toContainText(`导入${tail}`);
});

test('three bad rows are mended in the grid, checked again and handed in with the rest', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/system/user?import=new');
  const tail = String(Date.now()).slice(-8);
  await page.getByTestId('import-file').setInputFiles({
    name: '用户.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        '姓名,手机号,邮箱,公司,角色',
        `对的${tail},131${tail},,,运营`,
        `改号${tail},12,,,运营`,
        `改角色${tail},132${tail},,,没有这个角色`,
        `改重复${tail},131${tail},,,运营`,
      ].join('\r\n'),
    ),
  });
  const wizard = page.getByRole('dialog', { name: '导入用户' });
  const again = wizard.getByRole('button', { name: /^重新校验/ });
  await expect(again).toBeDisabled();
  await expect(wizard.getByLabel('第 5 行 手机号')).toHaveValue(`131${tail}`);
  await wizard.getByLabel('第 3 行 手机号').fill(`133${tail}`);
  await wizard.getByLabel('第 4 行 角色').fill('运营');
  await wizard.getByLabel('第 5 行 手机号').fill(`136${tail}`);
  await expect(wizard.getByRole('button', { name: '导入 1 行' })).toBeDisabled();
  await again.click();
  await expect(wizard).toContainText('全部行都可以导入');
  await wizard.getByRole('button', { name: '导入 4 行' }).click();
  await expect(wizard.getByRole('alert')).toContainText('导入完成');
});

test('a file of another kind is refused before it is sent, one without the right columns by the server', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/system/user?import=new');
  const sent = requestsTo(page, '/importUserInfo');
  const file = page.getByTestId('import-file');
  await file.setInputFiles({ name: 'users.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
  await expect(page.getByRole('status').filter({ hasText: '请选择 .xlsx 或 .csv 文件' })).toBeVisible();
  expect(sent).toEqual([]);
  await file.setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from('一,二\n1,2\n') });
  await expect(page.getByRole('alert').filter({ hasText: '缺少列' })).toBeVisible();
  await expect(page.getByText('点击或把文件拖到这里')).toBeVisible();
});

test('an export holds exactly what is filtered, masked', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/system/user?keyword=13800000005');
  await expect(page.getByRole('table')).toContainText('新运营');
  await page.getByRole('button', { name: '导出' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /csv/i }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('新运营');
  expect(text).toContain('138****0005');
  expect(text).not.toContain('13800000005');
  expect(text.trim().split('\n')).toHaveLength(2);
});

async function downloaded(page: Page, button: string): Promise<{ name: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename() };
}
