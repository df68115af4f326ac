import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { checker, giveReason, rowsOf, tokenOf } from './support/records.ts';

test('limits are exported, edited, tried, confirmed and undone by file', async ({ context }, info) => {
  const merchantId = await biggestMerchant(context.request);
  const page = await signedInPage(context);
  await page.goto(`/layout/userlist?merchantId=${merchantId}&tab=batches`);
  await page.getByRole('button', { name: '新建批量调额' }).click();
  const wizard = page.getByRole('dialog', { name: '批量调额' });
  await wizard.getByRole('button', { name: '导出现有额度' }).click();
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const before = (await readFile(await sheet.path(), 'utf8')).trimEnd().split(/\r?\n/);
  const lines = before.map((line) => line.split(','));
  const at = lines[0]?.findIndex((title) => title.includes('调整后额度')) ?? -1;
  const people = lines.slice(1).filter((cells) => cells.includes('已激活'));
  const [up, broken] = [people[0], people[1]];
  if (!up || !broken) throw new Error('The merchant needs two active employees');
  up[at] = String(Number(up[at]) + 10.5);
  broken[at] = '不是金额';
  const path = info.outputPath('limits.csv');
  await writeFile(path, lines.map((cells) => cells.join(',')).join('\r\n'));

  await wizard.locator('input[type=file]').setInputFiles(path);
  await wizard.getByRole('button', { name: '上传并试算' }).click();
  await expect(wizard).toContainText('请输入原因');
  const reason = `浏览器测试批量 ${Date.now()}`;
  await wizard.getByLabel('原因').fill(reason);
  // Pressed twice, it is uploaded once.
  await wizard.getByRole('button', { name: '上传并试算' }).dblclick();

  // The dry run: what changes for each, and the total; nothing has changed yet.
  await expect(wizard).toContainText('待确认');
  await expect(wizard).toContainText('+10.50');
  expect(await batchesFor(page, merchantId, reason)).toBe(1);
  await expect(rowsOf(page, '逐行结果').filter({ hasText: up[0] ?? '' })).toContainText('待执行');
  await wizard.locator('.ant-segmented').getByText('有问题').click();
  await expect(rowsOf(page, '逐行结果')).toHaveCount(1);
  await expect(rowsOf(page, '逐行结果')).toContainText('金额无效');
  const [failed] = await Promise.all([
    page.waitForEvent('download'),
    wizard.getByRole('button', { name: '下载有问题的行' }).click(),
  ]);
  expect(failed.suggestedFilename()).toMatch(/\.xlsx$/);
  expect(await totalOf(page, up[0] ?? '', merchantId)).toBe(Number(people[0]?.[at]) - 10.5);

  await wizard.getByRole('button', { name: '确认执行 1 行（+10.50 元）' }).click();
  await expect(wizard.locator('.ant-drawer-extra')).toHaveText('部分成功');
  expect(await totalOf(page, up[0] ?? '', merchantId)).toBe(Number(up[at]));

  // The address holds the batch: a reload comes back to it.
  await page.reload();
  await page.getByRole('button', { name: '撤销批次' }).click();
  await giveReason(page, '撤销批次', '撤销', '传错文件');
  await expect(wizard.locator('.ant-drawer-extra')).toHaveText('已撤销');
  await expect(wizard).toContainText('10.50');
  expect(await totalOf(page, up[0] ?? '', merchantId)).toBe(Number(up[at]) - 10.5);
});

test('a batch over the threshold waits for a checker, and the maker’s screen follows without being touched', async ({
  context,
}) => {
  const merchantId = await biggestMerchant(context.request);
  const token = await tokenOf(context.request, accounts.maker);
  const { list } = await post(
    context.request,
    'employee/queryEmployee',
    { merchantId, state: ['ACTIVE'] },
    token,
  );
  const [{ employeeNo, availableLimit, usedLimit }] = list;
  const csv = `工号,调整后额度（元）\r\n${employeeNo},${(availableLimit + usedLimit) / 100 + 50_001}\r\n`;
  const uploaded = await context.request.post('/xyxlx/billChange/uploadBatchBillLimit', {
    multipart: {
      merchantId,
      reason: '年终奖励',
      file: { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) },
    },
    headers: { Authorization: token },
  });
  const { batchId } = (await uploaded.json()).result;
  const page = await signedInPage(context, accounts.maker);
  await page.goto(`/layout/userlist?tab=batches&open=${batchId}`);
  const wizard = page.getByRole('dialog', { name: '批量调额' });
  await expect(wizard).toContainText('超过审批阈值');
  await wizard.getByRole('button', { name: '提交审批 1 行（+50,001.00 元）' }).click();
  await expect(wizard.locator('.ant-drawer-extra')).toHaveText('待审核');
  await expect(wizard).toContainText(/可审批：.*财务复核/);

  const checking = await tokenOf(context.request, checker);
  const of = { subjectType: 'limitBatch', subjectId: batchId };
  const { id } = await post(context.request, 'approval/getSubjectApproval', of, checking);
  await post(context.request, 'approval/reject', { id, reason: '金额偏高' }, checking);
  await expect(wizard.locator('.ant-drawer-extra')).toHaveText('已驳回');
  await expect(wizard.getByRole('listitem').filter({ hasText: '金额偏高' })).toContainText('财务复核');
});

test('a row of nobody is a problem of its own, and nothing can be carried out', async ({ context }, info) => {
  const merchantId = await biggestMerchant(context.request);
  const page = await signedInPage(context);
  await page.goto(`/layout/userlist?merchantId=${merchantId}&tab=batches&open=new`);
  const path = info.outputPath('one.csv');
  await writeFile(path, '工号,调整后额度（元）\r\nNOBODY,100\r\n');
  const wizard = page.getByRole('dialog', { name: '批量调额' });
  await wizard.locator('input[type=file]').setInputFiles(path);
  await wizard.getByLabel('原因').fill('不存在的工号');
  await wizard.getByRole('button', { name: '上传并试算' }).click();
  await expect(rowsOf(page, '逐行结果')).toContainText('NOBODY');
  await expect(rowsOf(page, '逐行结果')).toContainText('有问题');
  await expect(wizard.getByRole('button', { name: /确认执行/ })).toHaveCount(0);
});

/** The merchant whose employees the seeds concentrate on. */
async function biggestMerchant(request: Parameters<typeof tokenOf>[0]): Promise<string> {
  const { topMerchants } = await post(request, 'home/getHome', {}, await tokenOf(request));
  return topMerchants[0].merchant.id;
}

/** How many batches were uploaded with the reason. */
async function batchesFor(page: Page, merchantId: string, reason: string): Promise<number> {
  const token = await tokenOf(page.request);
  const { list } = await post(page.request, 'billChange/queryBatch', { merchantId }, token);
  return list.filter((batch: { reason: string }) => batch.reason === reason).length;
}

/** An employee's limit in yuan as the sheet counts it. */
async function totalOf(page: Page, employeeNo: string, merchantId: string): Promise<number> {
  const token = await tokenOf(page.request);
  const { list } = await post(
    page.request,
    'employee/queryEmployee',
    { merchantId, keyword: employeeNo.replace('\ufeff', '') },
    token,
  );
  return (list[0].availableLimit + list[0].usedLimit) / 100;
}
