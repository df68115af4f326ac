import { expect } from 'playwright/test';
import { accounts, signedInPage, test } from './support/console.ts';
import { giveReason, rowsOf, settled } from './support/records.ts';

test('a scheduled task is found by its words and run at once, and tells when and how it ran', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/system/schedule');
  await page.getByLabel('任务名称').fill('关闭未支付');
  await page.getByLabel('任务名称').press('Enter');
  const row = rowsOf(page, '计划任务');
  await expect(row).toHaveCount(1);
  await row.getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: '关闭未支付的充值' });
  await expect(drawer).toContainText('超过支付时限时');
  await drawer.getByRole('button', { name: '立即执行' }).click();
  const question = page.getByRole('dialog', { name: /立即执行/ });
  await expect(question).toContainText('只完成此刻已到期');
  await question.getByRole('button', { name: '立即执行' }).click();
  await expect(page.getByText('已安排，随即执行')).toBeVisible();
  await expect(drawer).toContainText('平台管理员');
  await expect(drawer.getByText('成功', { exact: true })).toBeVisible();
});

test('an error that was reported is found, read with its stack, and closed with a note', async ({
  context,
}) => {
  const mark = `Error: 页面 ${'abcdefgh'[Date.now() % 8]}${String(Date.now()).slice(-4)}号 打不开`;
  const page = await context.newPage();
  await page.goto('/reportseq?serial=SN-2026');
  await page.getByLabel('姓名（选填）').fill('王小明');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'error.log',
    mimeType: 'text/plain',
    buffer: Buffer.from(`time: now\n\n${mark}\n    at save (/assets/index.js:1:2)`),
  });
  await page.getByRole('button', { name: '上传' }).click();
  const ticket = (await page.getByText(/^E\d{8}-\d{8}$/).textContent()) ?? '';

  const desk = await signedInPage(context);
  await desk.goto(`/layout/system/errorreport?keyword=${ticket}`);
  const row = rowsOf(desk, '错误报告');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(mark);
  await expect(row).toContainText('待查看');
  await row.getByRole('button', { name: ticket }).click();
  const drawer = desk.getByRole('dialog', { name: ticket });
  await expect(drawer).toContainText('at save (/assets/index.js:1:2)');
  await expect(drawer).toContainText('王小明');
  await drawer.getByRole('button', { name: '标为已查看' }).click();
  await expect(drawer.getByText('已查看', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: '关闭报告' }).click();
  await giveReason(desk, '关闭报告', '关闭报告', '空值已处理');
  await expect(drawer).toContainText('空值已处理');
  await expect(drawer.getByRole('button', { name: '重新打开' })).toBeVisible();
});

test('a sub-application is registered out of use, enabled and disabled again', async ({ context }) => {
  const code = `t${String(Date.now()).slice(-8)}`;
  const name = `测试应用${code}`;
  const page = await signedInPage(context);
  await page.goto('/layout/system/subapp');
  await page.getByRole('button', { name: '登记子应用' }).click();
  const form = page.getByRole('dialog', { name: '登记子应用' });
  await form.getByLabel('代码').fill(code);
  await form.getByLabel('中文名称').fill(name);
  await form.getByLabel('英文名称').fill(`Test ${code}`);
  await form.getByLabel('地址').fill('http://plain.example.com/');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toContainText('以 / 开头的本站路径');
  await form.getByLabel('地址').fill('/sub/board/');
  await form.getByRole('button', { name: '保存' }).click();
  await page.goto(`/layout/system/subapp?keyword=${code}`);
  const row = rowsOf(page, '子应用登记');
  await expect(row).toContainText('停用');
  await page
    .getByRole('navigation', { name: '主菜单' })
    .getByRole('button', { name: '工作台', exact: true })
    .click();
  await row.getByRole('button', { name }).click();
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer).toContainText('所有登录用户');
  await drawer.getByRole('button', { name: '启用' }).click();
  await page
    .getByRole('dialog', { name: /^启用/ })
    .getByRole('button', { name: '启用', exact: true })
    .click();
  await expect(drawer.getByRole('button', { name: '打开' })).toBeVisible();
  await expect(page.getByRole('link', { name, exact: true, includeHidden: true })).toHaveCount(1);
  await drawer.getByRole('button', { name: '停用' }).click();
  await giveReason(page, '停用', '停用', '试用结束');
  await expect(drawer.getByRole('button', { name: '启用' })).toBeVisible();
  await expect(page.getByRole('link', { name, exact: true, includeHidden: true })).toHaveCount(0);
});

test('whoever does not look after the service has none of its screens', async ({ context }) => {
  const page = await signedInPage(context, accounts.auditor);
  await page.goto('/layout/system/schedule');
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByText('服务运维 · 查看')).toBeVisible();
});

test('on a phone a scheduled task is its name, its state and when it ran', async ({ context }) => {
  const page = await signedInPage(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/layout/system/schedule');
  await settled(page, '计划任务');
  const row = rowsOf(page, '计划任务').first();
  await expect(row.locator('td[data-label="状态"]')).toBeVisible();
  await expect(row.locator('td[data-label="下次执行"]')).toBeHidden();
});
