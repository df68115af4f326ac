import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from 'playwright/test';
import { approveOpen, cardOf, openOnDesk } from './support/approval-desk.ts';
import { post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, giveReason, rowsOf, settled, tokenOf } from './support/records.ts';

test('a policy is written from a template, approved by another, tried, and changed in a version of its own', async ({
  context,
}) => {
  const name = `午餐${Date.now()}`;
  const employee = await somebody(context.request);
  const writing = await signedInPage(context);
  const editor = await fromEmptyList(writing);

  // The template says its rule as a sentence; whom it is for is counted while it is written.
  const rule = editor.getByRole('group', { name: '规则 1', exact: true });
  await expect(rule).toContainText('工作日可用，11:00–14:00可用，单笔不超过 50.00 元');
  await editor.getByLabel('制度', { exact: true }).fill(name);
  await editor.getByLabel('优先级').fill('1');
  await editor.getByLabel('生效日').fill('2026-01-01');
  await editor.getByLabel('生效日').press('Enter');
  const line = editor.getByRole('group', { name: '范围第 1 行' });
  await take(writing, line.getByLabel('按'), '员工');
  await line.getByLabel('员工', { exact: true }).fill(employee.employeeNo);
  await writing.locator('.ant-select-item-option').filter({ hasText: employee.employeeNo }).click();
  await expect(editor).toContainText('覆盖 1 人');
  await expectNothingSerious(writing);

  // What was typed is not lost by a slip.
  await writing.keyboard.press('Escape');
  await editor.getByRole('button', { name: '取消' }).click();
  const question = writing.getByRole('dialog', { name: '放弃未保存的内容？' });
  await question.getByRole('button', { name: '取消' }).click();
  await expect(question).toHaveCount(0);
  await editor.getByRole('button', { name: '保存' }).click();
  await expect(editor).toHaveCount(0);

  await writing.goto(`/layout/platform/rules?keyword=${name}`);
  const draft = rowsOf(writing, '使用规则');
  await expect(draft).toContainText('草稿');
  await draft.getByRole('button', { name }).click();
  const added = writing.getByRole('dialog', { name, exact: true });
  await added.getByRole('button', { name: '提交审核' }).click();
  await giveReason(writing, '提交审核', '提交审核', '新制度');
  await expect(stateIn(added)).toHaveText('待审核');
  await expect(added).toContainText(/可审批：.*财务复核/);
  await writing.close();
  await approve(context, name);

  const page = await signedInPage(context);
  await page.goto(`/layout/platform/rules?keyword=${name}`);
  const row = rowsOf(page, '使用规则');
  await row.getByRole('button', { name }).click();
  const drawer = page.getByRole('dialog', { name, exact: true });
  await expect(stateIn(drawer)).toHaveText('启用');
  await expect(drawer).toContainText('生效版本 v1');
  await expectNothingSerious(page);

  await page.goto(`/layout/platform/rules?keyword=${name}`);
  await page.getByRole('button', { name: '试一笔' }).click();
  const trial = page.getByRole('dialog', { name: '试一笔' });
  await trial.getByLabel('员工', { exact: true }).fill(employee.employeeNo);
  await page.locator('.ant-select-item-option').filter({ hasText: employee.employeeNo }).click();
  await trial.getByLabel('金额', { exact: true }).fill('58');
  await trial.getByLabel('支付时间').fill('2026-11-20 12:10');
  await trial.getByLabel('支付时间').press('Enter');
  await trial.getByRole('button', { name: '判断' }).click();
  const decision = trial.getByRole('region', { name: '判断结果' });
  await expect(decision).toContainText('部分企业支付');
  await expect(decision).toContainText(`制度「${name}」v1，规则 1`);
  await expect(decision.getByLabel('金额')).toContainText('¥50.00');
  await expect(decision.getByLabel('金额')).toContainText('¥8.00');
  await expect(decision).toContainText('单笔上限 50.00 元，本次 58.00 元');
  await expectNothingSerious(page);
  await trial.getByRole('button', { name: '关闭' }).first().click();

  // An edit is a draft beside what judges.
  await row.getByRole('button', { name }).click();
  await drawer.getByRole('button', { name: '编辑' }).click();
  const edited = page.getByRole('dialog', { name: `编辑制度 · ${name}` });
  await expect(edited).toContainText('保存后产生版本 v2 的草稿');
  await edited.getByLabel('单笔', { exact: true }).fill('60');
  await expect(edited).toContainText('单笔不超过 60.00 元');
  await edited.getByRole('button', { name: '保存' }).click();
  await expect(edited).toHaveCount(0);
  await expect(drawer).toContainText('最新版本 v2');
  const versions = drawer.getByRole('region', { name: '版本记录' }).first();
  await expect(versions.locator('del')).toContainText('单笔不超过 50.00 元');
  await expect(versions.locator('ins')).toContainText('单笔不超过 60.00 元');
  await expect(row).toContainText('v2 草稿');

  await drawer.getByRole('button', { name: '停用' }).click();
  await expect(page.getByRole('dialog', { name: /^停用/ })).toContainText(/停用后(有 1 人|没有人)/);
  await giveReason(page, '停用', '停用', '测试结束');
  await expect(stateIn(drawer)).toHaveText('停用');
});

test('a refusal stands at the field that it is about', async ({ context }) => {
  const name = `重名${Date.now()}`;
  const token = await tokenOf(context.request);
  await post(context.request, 'rule/addInstitution', terms(name, await somebody(context.request)), token);
  const page = await signedInPage(context);
  await page.goto('/layout/platform/rules');
  await page.getByRole('button', { name: '新增制度' }).click();
  const editor = page.getByRole('dialog', { name: '新增制度' });
  await editor.getByRole('button', { name: '差旅' }).click();
  await expect(editor.getByRole('group', { name: '规则 2', exact: true })).toContainText('商户类别限4121');
  await editor.getByLabel('制度', { exact: true }).fill(name);
  await editor.getByRole('button', { name: '保存' }).click();
  await expect(editor.locator('.ant-form-item').filter({ hasText: '制度名称已存在' })).toHaveCount(1);
  await expect(editor.getByLabel('制度', { exact: true })).toBeFocused();
  // The message lies over what is chosen from below, until it goes by itself.
  await expect(page.getByRole('alert').getByRole('button', { name: 'Close' })).toHaveCount(0);
  await editor.getByLabel('制度', { exact: true }).fill(`${name}二`);
  await take(
    page,
    editor.getByRole('group', { name: '规则 1 条件 1' }).getByLabel('条件', { exact: true }),
    '类目',
  );
  await take(page, editor.getByLabel('类目', { exact: true }).last(), '餐饮');
  await page.keyboard.press('Escape');
  await editor.getByRole('button', { name: '保存' }).click();
  await expect(
    editor.getByRole('group', { name: '规则 1 条件 1' }).getByText('条件互相矛盾，规则 1 永不成立'),
  ).toBeVisible();
});

test('what two policies do to each other is listed, and what nobody covers may be decided', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/platform/rules');
  await page.getByRole('button', { name: '重叠检查' }).click();
  const overlaps = page.getByRole('dialog', { name: '重叠检查' });
  await expect(overlaps.getByRole('region', { name: '重叠与缺口' })).not.toBeEmpty();
  await expectNothingSerious(page);
  await overlaps.getByRole('button', { name: '关闭' }).last().click();
  await page.getByRole('button', { name: '规则设置' }).click();
  const setting = page.getByRole('dialog', { name: '规则设置' });
  await expect(setting).toContainText('允许支付');
  await expectNothingSerious(page);
});

const stateIn = (drawer: Locator) => drawer.locator('.ant-drawer-extra');

async function take(page: Page, field: Locator, choice: string): Promise<void> {
  await field.click();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: new RegExp(`^${choice}$`) })
    .click();
}

/** The editor with the template 午餐, from a list that has nothing yet. */
async function fromEmptyList(page: Page): Promise<Locator> {
  const result = { list: [], total: 0, totalIsEstimate: false, pageNum: 1, pageSize: 20, cursor: null };
  const query = '**/rule/queryInstitution';
  await page.route(query, (route) => route.fulfill({ json: { code: 200, success: true, msg: '', result } }));
  await page.goto('/layout/platform/rules');
  await settled(page, '使用规则');
  await page
    .getByRole('region', { name: '使用规则', exact: true })
    .getByRole('button', { name: '午餐' })
    .click();
  const editor = page.getByRole('dialog', { name: '新增制度' });
  // Routing holds whatever is on its way for a moment: the editor's own file is let through before it ends.
  await expect(editor).toBeVisible();
  await page.unroute(query);
  return editor;
}

/** Looks at what waits from the approval desk, as its checker, and approves it there. */
async function approve(context: BrowserContext, name: string): Promise<void> {
  const page = await signedInPage(context, checker);
  await page.goto(`/layout/index/approval?keyword=${encodeURIComponent(name)}`);
  const approval = await openOnDesk(page, `${name} v1`);
  await approval.getByRole('link', { name: '打开原记录' }).click();
  await expect(page.getByRole('dialog', { name, exact: true })).toContainText('最新版本 v1');
  await page.goBack();
  await approveOpen(page);
  await expect(cardOf(page, `${name} v1`)).toHaveCount(0);
  await page.close();
}

interface Somebody {
  id: string;
  employeeNo: string;
}

/** An employee at work with more than enough to spend. */
async function somebody(request: APIRequestContext): Promise<Somebody> {
  const token = await tokenOf(request, checker);
  const asked = { state: ['ACTIVE'], pageSize: 200 };
  const { list } = await post(request, 'employee/queryEmployee', asked, token);
  return list.find(({ availableLimit }: { availableLimit: number }) => availableLimit > 10_000);
}

function terms(name: string, { id }: Somebody) {
  return {
    name,
    categories: ['MEAL'],
    priority: 900,
    excess: 'SPLIT',
    validFrom: '2026-01-01',
    scopes: [{ kind: 'EMPLOYEE', ids: [id] }],
    rules: [{ conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 5_000 }] }],
  };
}
