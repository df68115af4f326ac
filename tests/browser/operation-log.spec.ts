import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { editedCompany } from './support/companies.ts';
import { accounts, newUser, signedInPage, test } from './support/console.ts';
import { rowsOf, tokenOf } from './support/records.ts';

test('finds a change, says in words what it was, and leads to everything done to the record', async ({
  context,
}) => {
  const { name } = await editedCompany(context.request);
  const page = await signedInPage(context);
  await page.goto('/layout/operationlog');
  await page.getByRole('search').getByLabel('对象').fill(name);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  const rows = rowsOf(page, '操作日志');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('修改公司');
  await rows.first().getByRole('button').click();

  await expect(page.getByRole('heading', { name: '修改公司' })).toBeVisible();
  const change = page.getByRole('row', { name: /^地址/ });
  await expect(change.locator('del')).toHaveText('旧街 1 号');
  await expect(change.locator('ins')).toHaveText('新街 2 号');
  await page.getByRole('link', { name: '这个对象的全部操作' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('只看一个对象')).toBeVisible();
});

test('shows what was refused and why, exports what is filtered, and the export is in the log', async ({
  context,
}) => {
  const token = await tokenOf(context.request, accounts.auditor);
  const refused = await context.request.post('/xyxlx/company/addCompany', {
    data: {},
    headers: { Authorization: token },
  });
  const page = await signedInPage(context);
  await page.goto(`/layout/operationlog?result=REFUSED&traceId=${refused.headers()['x-request-id']}`);
  const rows = rowsOf(page, '操作日志');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('被拒绝');
  await expect(rows.first()).toContainText('没有权限：公司 · 新增与修改');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/操作日志.*\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(refused.headers()['x-request-id']);
  await page.getByRole('search').getByRole('button', { name: '重置' }).click();
  // Other tests write to the same log meanwhile.
  await expect(rows.filter({ hasText: '导出操作日志' }).first()).toBeVisible();
});

test('验证完整性 finds the log whole', async ({ context }) => {
  await editedCompany(context.request);
  const page = await signedInPage(context);
  await page.goto('/layout/operationlog');
  await page.getByRole('button', { name: '验证完整性' }).click();
  const outcome = page.getByRole('dialog', { name: '完整性验证' });
  await expect(outcome.getByText('日志完整，没有被修改、删除或截断。')).toBeVisible();
  await expect(outcome.getByText(/检查 \d+ 条/).first()).toBeVisible();
});

test('验证完整性 names a row that was tampered with by its number', async ({ context }) => {
  const page = await signedInPage(context);
  const id = crypto.randomUUID();
  const problems = [
    { seq: 57, logId: id, kind: 'edited', explanation: '' },
    { seq: 58, logId: null, kind: 'cutOff', explanation: '' },
  ];
  const tenant = { tenant: { id, name: '某租户' }, ok: false, checked: 57, head: null, problems };
  // What the server answers for a log that a superuser changed; that it finds out is proved beside its code.
  await page.route('**/operationLog/verifyIntegrity', (route) =>
    route.fulfill({ json: { code: 200, success: true, msg: '', result: { ok: false, tenants: [tenant] } } }),
  );
  await page.goto('/layout/operationlog');
  await page.getByRole('button', { name: '验证完整性' }).click();
  const outcome = page.getByRole('dialog', { name: '完整性验证' });
  await expect(outcome).toContainText('发现 2 处异常');
  await expect(outcome.getByRole('listitem').filter({ hasText: /^第 57 号/ })).toContainText('被修改');
  await expect(outcome.getByRole('listitem').filter({ hasText: /^第 58 号/ })).toContainText('截断');
  await expect(outcome.getByRole('link')).toHaveCount(1);
});

test('the card domain has its own slice, and who may not look is told what is missing', async ({
  context,
}) => {
  const { name } = await editedCompany(context.request);
  const page = await signedInPage(context);
  await page.goto(`/layout/paymentreceived/operationlog?keyword=${encodeURIComponent(name)}`);
  await expect(page.getByRole('table')).toContainText('没有符合条件的记录');
  const operator = await newUser(context.request);
  const other = await signedInPage(context, operator.mobile, operator.password);
  await other.goto('/layout/operationlog');
  await expect(other.getByText('操作日志 · 查看')).toBeVisible();
  await expect(other.getByText(/^可以开通的人：.*平台管理员/)).toBeVisible();
});
