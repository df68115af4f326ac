import { type APIRequestContext, expect } from 'playwright/test';
import { post, signedInPage, test } from './support/console.ts';
import { newEmployee } from './support/employees.ts';
import { choose, giveReason, rowsOf, tokenOf } from './support/records.ts';

test('adjusting a limit shows what it will be, and the record follows without a gap', async ({ context }) => {
  const employee = await newEmployee(context.request, 100_000);
  const page = await signedInPage(context);
  await page.goto(`/layout/userlist?open=${employee.id}`);
  await page.getByRole('button', { name: '调整额度' }).click();
  const title = `调整额度 · ${employee.name}`;
  const dialog = page.getByRole('dialog', { name: title });
  await choose(page, '调整类型', '减少');
  await dialog.getByLabel('金额（元）').fill('99999999');
  await dialog.getByRole('button', { name: '确认调整' }).click();
  await expect(dialog).toContainText(`请输入 0.01 至 ${yuan(employee.availableLimit)} 元`);
  await choose(page, '调整类型', '增加');
  await dialog.getByLabel('金额（元）').fill('12.34');
  await expect(dialog).toContainText(
    `¥${yuan(employee.availableLimit)} → ¥${yuan(employee.availableLimit + 1234)}`,
  );
  await giveReason(page, title, '确认调整', '浏览器测试调额');
  await expect(page.getByText('额度已调整')).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText(yuan(employee.availableLimit + 1234));

  await page.getByRole('dialog').getByRole('link', { name: '调额记录' }).click();
  const newest = rowsOf(page, '调额记录').first();
  await expect(newest).toContainText('+12.34');
  await expect(newest).toContainText('浏览器测试调额');
  await expect(newest).toContainText('平台管理员');
  await newest.getByRole('button', { name: '撤销' }).click();
  await giveReason(page, '撤销调额', '撤销', '填错了');
  await expect(rowsOf(page, '调额记录').first()).toContainText('−12.34');
  await expect(rowsOf(page, '调额记录').nth(1)).toContainText('已撤销');
  const chain = await post(
    context.request,
    'limit/queryAdjustment',
    { employeeId: employee.id, pageSize: 100 },
    await tokenOf(context.request),
  );
  expect(chain.list).toHaveLength(3);
  for (const [at, row] of chain.list.slice(0, -1).entries())
    expect(row.beforeLimit).toBe(chain.list[at + 1].afterLimit);
});

test('an employee is added with checks, activated, labelled, frozen and leaves', async ({ context }) => {
  const { merchant } = await anEmployee(context.request, 0);
  const page = await signedInPage(context);
  await page.goto(`/layout/userlist?merchantId=${merchant.id}`);
  await page.getByRole('button', { name: '新增员工' }).click();
  const form = page.getByRole('dialog', { name: '新增员工' });
  const number = `T${Date.now()}`;
  await form.getByLabel('工号').fill(number);
  await form.getByLabel('姓名').fill('测试员工');
  await form.getByLabel('手机').fill('1391234');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toContainText('手机须为 11 位手机号');
  await form.getByLabel('手机').fill(`139${String(Date.now()).slice(-8)}`);
  await form.getByLabel('入职日期').fill('2026-11-02');
  await form.getByLabel('入职日期').press('Enter');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();

  await page.getByLabel('关键字').fill(number);
  await page.getByLabel('关键字').press('Enter');
  const row = rowsOf(page, '员工');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('待激活');
  await row.getByRole('button', { name: number }).click();
  for (const [step, state] of [
    ['激活', '已激活'],
    ['冻结', '冻结'],
    ['解冻', '已激活'],
    ['离职', '离职'],
  ] as const) {
    await page.getByRole('dialog').getByRole('button', { name: step, exact: true }).click();
    await giveReason(page, `${step} · 测试员工`, step, '状态测试');
    await expect(page.getByRole('dialog').locator('.ant-drawer-extra')).toHaveText(state);
  }
});

test('freezing several employees answers row by row, and labels can be put on several', async ({
  context,
}) => {
  const [active, frozen] = [await newEmployee(context.request), await newEmployee(context.request)];
  const token = await tokenOf(context.request);
  await post(context.request, 'employee/freezeEmployee', { ids: [frozen.id], reason: '已冻结' }, token);
  const page = await signedInPage(context);
  // The newest come first.
  await page.goto('/layout/userlist?pageSize=100');
  const rows = [active, frozen].map(({ employeeNo }) => rowsOf(page, '员工').filter({ hasText: employeeNo }));
  for (const row of rows) await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '冻结', exact: true }).click();
  const freezing = page.getByRole('dialog', { name: '冻结' });
  await freezing.getByLabel('原因').fill('逐条返回');
  // A double press is one action: the answer to a second one would say that both had failed.
  await freezing.getByRole('button', { name: '冻结', exact: true }).dblclick();
  await expect(page.getByRole('dialog')).toContainText('成功 1 条，失败 1 条');
  await expect(page.getByRole('listitem').filter({ hasText: active.name })).toContainText('成功');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();

  for (const row of rows) await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '标签' }).click();
  await page.getByLabel('增加标签').fill('浏览器标签');
  await page.getByLabel('增加标签').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('dialog')).toContainText('成功 2 条，失败 0 条');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
  for (const row of rows) await expect(row).toContainText('浏览器标签');
});

test('employees are imported from a sheet: what is wrong is left out and said row by row', async ({
  context,
}) => {
  const { merchant, employeeNo } = await anEmployee(context.request, 2);
  const page = await signedInPage(context);
  await page.goto(`/layout/userlist?merchantId=${merchant.id}`);
  await page.getByRole('button', { name: '批量导入' }).click();
  const wizard = page.getByRole('dialog', { name: '批量导入员工' });
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    wizard.getByRole('button', { name: '下载模板' }).click(),
  ]);
  expect(template.suggestedFilename()).toMatch(/\.xlsx$/);
  const number = `I${Date.now()}`;
  const sheet = [
    '工号,姓名,手机,邮箱,部门,标签,职级,入职日期',
    `${number},导入员工,139${number.slice(-8)},,,骨干,P5,2026-01-02`,
    `${employeeNo},已有工号,13900002222,,,,,2026-01-02`,
  ];
  await page.getByTestId('import-file').setInputFiles({
    name: 'staff.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sheet.join('\r\n')),
  });
  await expect(wizard).toContainText('工号已存在');
  await wizard.getByRole('button', { name: '导入 1 行' }).click();
  await expect(wizard).toContainText('部分导入成功');
  await wizard.getByRole('button', { name: '完成' }).click();
  await page.goto(`/layout/userlist?merchantId=${merchant.id}&keyword=${number}`);
  await expect(rowsOf(page, '员工')).toContainText('导入员工');
  await expect(rowsOf(page, '员工')).toContainText('待激活');
});

test("a merchant's departments are added, renamed and deleted", async ({ context }) => {
  const { merchant } = await anEmployee(context.request, 1);
  const page = await signedInPage(context);
  await page.goto(`/layout/userlist?merchantId=${merchant.id}`);
  await page.getByRole('button', { name: '部门', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: '部门' });
  await drawer.getByRole('button', { name: '新增部门' }).click();
  await drawer.getByLabel('部门名称').fill('测试部门');
  await drawer.getByLabel('部门名称').press('Enter');
  const added = drawer.getByRole('listitem').filter({ hasText: '测试部门' });
  await added.getByRole('button', { name: '改名' }).click();
  await drawer.getByLabel('部门名称').fill('改名部门');
  await drawer.getByLabel('部门名称').press('Enter');
  const renamed = drawer.getByRole('listitem').filter({ hasText: '改名部门' });
  await renamed.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog', { name: '删除部门' }).getByRole('button', { name: '确定' }).click();
  await expect(renamed).toHaveCount(0);
});

interface Found {
  employeeNo: string;
  merchant: { id: string };
}

/** An active employee of a merchant, whom the test leaves as they are. */
async function anEmployee(request: APIRequestContext, at: number): Promise<Found> {
  const { list } = await post(
    request,
    'employee/queryEmployee',
    { state: ['ACTIVE'], sort: { field: 'employeeNo', order: 'asc' } },
    await tokenOf(request),
  );
  return list[at];
}

function yuan(fen: number): string {
  return new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(fen / 100);
}
