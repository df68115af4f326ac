import { creditCodeCheck } from '@xyxlx/contracts/credit-code';
import { freePort } from '@xyxlx/database/embedded/free-port';
import { type BrowserContext, expect, type Locator, type Page } from 'playwright/test';
import { approveOpen, cardOf, openOnDesk } from './support/approval-desk.ts';
import { test as base, dragSlider, password, post, sentCode, signedInPage } from './support/console.ts';
import { choose, giveReason, lookUp, rowsOf, settled, tokenOf } from './support/records.ts';
import { startService } from './support/service.ts';
import { handInStatement } from './support/statements.ts';

const firstAdmin = '13700000001';
const administrator = '13700000002';
const checker = '13700000003';

/** On a service of its own, where nobody is but the first administrator. */
const test = base.extend<object, { emptyService: string }>({
  emptyService: [
    async ({ browserName: _ }, use) => {
      const port = String(await freePort());
      const stop = await startService(port, { SEED: 'none', FIRST_ADMIN: firstAdmin });
      await use(`http://127.0.0.1:${port}`);
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ emptyService }, use) => use(emptyService),
});

test('from an empty database: a tenant is made, works its way to a filled fund and a limit, and an employee pays', async ({
  browser,
  context,
}) => {
  test.setTimeout(360_000);
  await setFirstPassword(context);
  const platform = await signedInPage(context, firstAdmin);
  const initial = await addTenant(platform);
  await changePassword(context, administrator, initial);
  const page = await signedInPage(await browser.newContext(), administrator);
  await changePassword(context, checker, await addChecker(page));
  const checking = await signedInPage(await browser.newContext(), checker);

  const company = '新创餐饮有限公司';
  await page.goto('/layout/system/company');
  await page.getByRole('button', { name: '新增公司' }).first().click();
  await fill(page, '新增公司', { 公司名称: company, 统一社会信用代码: creditCode('91310000MA1FL0X2A') });

  await page.goto('/layout/platform/brand');
  await page.getByRole('button', { name: '新增品牌' }).first().click();
  await fill(page, '新增品牌', { 名称: '新创小馆' }, { 类目: '餐饮' });

  await page.goto('/layout/platform/list');
  await page.getByRole('button', { name: '新增平台' }).first().click();
  await fill(page, '新增平台', { 平台编码: 'NEW_BANK', 名称: '新创银行', '费率（基点）': '0' });

  await page.goto('/layout/platform/painfo');
  await page.getByRole('button', { name: '添加账户' }).first().click();
  await fill(
    page,
    '添加账户',
    { 户名: '新创收款户', 银行: '招商银行', 账号: '6222020000001234' },
    { 平台: '新创银行', 公司: company },
  );
  await expect(page.getByText('已提交，审核通过后生效')).toBeVisible();
  await approve(checking, '新创收款户');

  const merchant = '新创食堂';
  await page.goto('/layout/merchant');
  await page.getByRole('button', { name: '新增商户' }).first().click();
  await fill(
    page,
    '新增商户',
    {
      商户名称: merchant,
      简称: merchant,
      统一社会信用代码: creditCode('91310115MA1K4LF3X'),
      联系人: '陈一',
      手机: '13912345678',
      开户行: '中国银行',
      结算账户: '6222020000005678',
    },
    { 所属公司: company, 平台: '新创银行', 品牌: '新创小馆' },
    { MCC: '5812 餐馆', 地区: '静安区' },
  );
  await approve(checking, merchant);

  await page.goto('/layout/userlist');
  await choose(page, '商户', merchant);
  await page.getByRole('button', { name: '批量导入' }).click();
  const employees = [
    '工号,姓名,手机,邮箱,部门,标签,职级,入职日期',
    'N001,林新,13912340001,,,,P5,2026-01-02',
    'N002,何新,13912340002,,,,P5,2026-01-02',
  ];
  await page.getByTestId('import-file').setInputFiles({
    name: 'employees.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(employees.join('\n')),
  });
  await confirmImport(page.getByRole('dialog', { name: '批量导入员工' }), 2);
  await page.goto('/layout/userlist');
  await settled(page, '员工');
  await rowsOf(page, '员工').filter({ hasText: 'N001' }).getByRole('button', { name: 'N001' }).click();
  const employee = page.getByRole('dialog', { name: '林新' });
  await employee.getByRole('button', { name: '激活', exact: true }).click();
  await giveReason(page, '激活 · 林新', '激活', '入职');

  const statement = await handInStatement(page, '1234', [
    `NB0001,2026-11-20 10:00:00,收,"50,000.00","50,000.00",${company},预付款`,
  ]);
  await confirmImport(statement, 1);
  await rowsOf(page, '认领').filter({ hasText: 'NB0001' }).getByRole('button').first().click();
  await page
    .getByRole('dialog', { name: 'NB0001' })
    .getByRole('button', { name: '认领', exact: true })
    .click();
  const claim = page.getByRole('dialog', { name: '认领 50,000.00 元' });
  await expect(claim).toContainText(company);
  await claim.getByRole('button', { name: '提交' }).click();
  await expect(page.getByText('已提交审批，通过后生效')).toBeVisible();
  await approve(checking, 'CZ0');

  await page.goto('/layout/userlist');
  await settled(page, '员工');
  await rowsOf(page, '员工').filter({ hasText: 'N001' }).getByRole('button', { name: 'N001' }).click();
  await employee.getByRole('button', { name: '调整额度' }).click();
  const adjusting = page.getByRole('dialog', { name: '调整额度 · 林新' });
  await choose(page, '调整类型', '增加');
  await adjusting.getByLabel('金额（元）').fill('300');
  await expect(adjusting.getByLabel('办理前核对')).toContainText('¥50,000.00 → ¥49,700.00');
  await giveReason(page, '调整额度 · 林新', '确认调整', '首次发放');
  await expect(page.getByText('额度已调整')).toBeVisible();

  const token = await tokenOf(context.request, administrator);
  const { list } = await post(context.request, 'employee/queryEmployee', { keyword: 'N001' }, token);
  await post(context.request, 'dev/pay', { employeeId: list[0].id, amount: 3_500 }, token);
  await page.goto('/layout/merchant/storebill');
  await settled(page, '商户消费记录');
  await expect(rowsOf(page, '商户消费记录')).toContainText('35.00');
  await page.goto(`/layout/userlist?open=${list[0].id}`);
  await expect(employee).toContainText('265.00');
});

async function setFirstPassword(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/reset');
  await page.getByLabel('手机号/邮箱').fill(firstAdmin);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await dragSlider(page);
  await page.getByLabel('验证码', { exact: true }).fill(await sentCode(context.request, firstAdmin));
  await page.getByLabel('新密码', { exact: true }).fill(password);
  await page.getByLabel('确认新密码').fill(password);
  await page.getByRole('button', { name: '重置密码' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.close();
}

/** Makes the tenant and answers the initial password of its administrator. */
async function addTenant(page: Page): Promise<string> {
  await page.goto('/layout/system/tenantinfo');
  await page.getByRole('button', { name: '新增租户' }).first().click();
  await fill(page, '新增租户', {
    代码: 'newco',
    租户名称: '新创集团',
    管理员姓名: '周新',
    '管理员手机号/邮箱': administrator,
  });
  return initialPassword(page);
}

async function addChecker(page: Page): Promise<string> {
  await page.goto('/layout/system/user');
  await page.getByRole('button', { name: '新增用户' }).first().click();
  const form = page.getByRole('dialog', { name: '新增用户' });
  await form.getByLabel('姓名').fill('复核新');
  await form.getByLabel('手机号/邮箱').fill(checker);
  await choose(form, '角色', '财务复核');
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: '保存' }).click();
  return initialPassword(page);
}

async function initialPassword(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: /的初始密码$/ });
  const initial = (await dialog.getByTestId('initial-password').textContent()) ?? '';
  await dialog.getByRole('button', { name: '我已保存' }).click();
  return initial;
}

async function changePassword({ request }: BrowserContext, mobile: string, initial: string): Promise<void> {
  const { token } = await post(request, 'userAccount/login', { mobile, password: initial });
  const change = { mobile, oldPassword: initial, newPassword: password };
  await post(request, 'userAccount/updatePassword', change, token);
}

function creditCode(text: string): string {
  return text + creditCodeCheck(text);
}

/** Fills a form by the labels of its fields, and saves it. */
async function fill(
  page: Page,
  title: string,
  texts: Record<string, string>,
  choices: Record<string, string> = {},
  lookedUp: Record<string, string> = {},
): Promise<void> {
  const form = page.getByRole('dialog', { name: title });
  for (const [label, text] of Object.entries(texts)) await form.getByLabel(label).fill(text);
  for (const [label, choice] of Object.entries(choices)) await choose(form, label, choice);
  for (const [label, typed] of Object.entries(lookedUp)) await lookUp(form, label, typed);
  await form.getByRole('button', { name: /^(保存|提交审核)$/ }).click();
  await expect(form).toBeHidden();
}

/** Lets through what waits, as the checker. */
async function approve(page: Page, subject: string): Promise<void> {
  await page.goto('/layout/index/approval');
  await openOnDesk(page, subject);
  await approveOpen(page);
  await expect(cardOf(page, subject)).toHaveCount(0);
}

async function confirmImport(wizard: Locator, rows: number): Promise<void> {
  await wizard.getByRole('button', { name: `导入 ${rows} 行` }).click();
  await expect(wizard).toContainText(`成功导入 ${rows} 行`);
  await wizard.getByRole('button', { name: '完成' }).click();
}
