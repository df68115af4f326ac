import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { approveOpen } from './support/approval-desk.ts';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { checker, choose, giveReason, lookUp, rowsOf, tokenOf } from './support/records.ts';

test('a settlement account of a live merchant waits for somebody else, who compares old and new', async ({
  context,
}) => {
  const token = await tokenOf(context.request, checker);
  const { list } = await post(context.request, 'merchant/queryMerchant', { state: ['ACTIVE'] }, token);
  const { id, name } = list.at(-1);
  const { settlementAccount: masked } = await post(context.request, 'merchant/getMerchant', { id }, token);
  const page = await signedInPage(context);
  await page.goto(`/layout/merchant?open=${id}`);
  // The stores below have buttons of that name too.
  await page.getByRole('dialog', { name }).getByRole('button', { name: '编辑', exact: true }).last().click();
  const form = page.getByRole('dialog', { name: '编辑商户' });
  await expect(form.getByText('修改须他人审核后生效')).toHaveCount(4);
  await form.getByLabel('结算账户').fill('6222020000009876');
  await form.getByLabel('变更原因').fill('开户行合并');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('关键信息变更已提交审核')).toBeVisible();
  const own = page.getByRole('dialog', { name });
  await expect(own.getByRole('row', { name: /结算账户/ })).toContainText(`${masked}**** 9876`);
  await expect(own.getByRole('definition').filter({ hasText: masked })).toBeVisible();
  await own.getByRole('button', { name: '编辑', exact: true }).last().click();
  await expect(form.getByLabel('结算账户')).toBeDisabled();

  const checking = await signedInPage(context, checker);
  await checking.goto(`/layout/merchant?open=${id}`);
  await checking.getByRole('link', { name: '前往审批' }).click();
  const drawer = checking.getByRole('dialog', { name: `商户关键信息变更 · ${name}` });
  const compared = drawer.getByRole('row', { name: /结算账户/ });
  await expect(compared).toContainText('**** 9876');
  await drawer.getByRole('button', { name: '查看' }).click();
  await giveReason(checking, '查看敏感信息', '查看', '核对开户许可证');
  await expect(compared).toContainText('6222020000009876');
  await approveOpen(checking, drawer);
  await expect(drawer).toContainText('已通过');
  const after = await post(context.request, 'merchant/getMerchant', { id }, token);
  expect(after.settlementAccount).toBe('**** 9876');
});

test('a merchant is registered with checks, approved by somebody else, disabled and closed', async ({
  context,
}) => {
  const page = await signedInPage(context);
  const name = `测试商户${Date.now()}`;
  await page.goto('/layout/merchant');
  await page.getByRole('button', { name: '新增商户' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: '提交审核' }).click();
  await expect(form).toContainText('请输入统一社会信用代码');
  await form.getByLabel('商户名称').fill(`  ${name} `);
  await form.getByLabel('简称').fill('测试商户');
  await form.getByLabel('统一社会信用代码').fill('91310115MA1K4LFX71');
  await form.getByRole('button', { name: '提交审核' }).click();
  await expect(form).toContainText('校验码不正确');
  await form.getByLabel('统一社会信用代码').fill(creditCode());
  await choose(page, '所属公司', '公司');
  await lookUp(form, 'MCC', '5812 餐馆');
  await lookUp(form, '地区', '静安区');
  await form.getByLabel('联系人').fill('测试联系人');
  await form.getByLabel('手机').fill('13912345678');
  await form.getByLabel('开户行').fill('中国银行');
  await form.getByLabel('结算账户').fill('6222020000001234');
  await form.getByRole('button', { name: '提交审核' }).click();
  await expect(page.getByText('已提交，等待审核')).toBeVisible();

  await page.getByLabel('关键字').fill(name);
  await page.getByLabel('关键字').press('Enter');
  await expect(rowsOf(page, '商户')).toHaveCount(1);
  await expect(rowsOf(page, '商户')).toContainText('待审核');
  await expect(rowsOf(page, '商户')).toContainText('139****5678');

  // Whoever handed it in can't approve it, and is told who can.
  await rowsOf(page, '商户').getByRole('button').click();
  const own = page.getByRole('dialog', { name });
  await expect(own).toContainText('5812 餐馆');
  await expect(own).toContainText('上海市静安区');
  await expect(own).toContainText(/经办人不能审批自己提交的事项.*可审批：.*财务复核/);
  await expect(own.getByRole('button', { name: '审核通过' })).toHaveCount(0);
  const checking = await signedInPage(context, checker);
  await checking.goto(`/layout/merchant?keyword=${name}`);
  await rowsOf(checking, '商户').getByRole('button').click();
  await checking.getByRole('button', { name: '审核通过' }).click();
  const asked = checking.getByRole('dialog', { name: `审核通过 · ${name}` });
  await asked.getByRole('button', { name: '审核通过' }).click();
  await expect(asked).toHaveCount(0);
  await expect(checking.getByRole('dialog')).toContainText('正常');
  await expect(checking.getByRole('listitem').filter({ hasText: '财务复核' })).toContainText('通过');

  const editing = await signedInPage(context);
  await editing.goto(`/layout/merchant?keyword=${name}`);
  await rowsOf(editing, '商户').getByRole('button').click();
  for (const step of ['停用', '注销']) {
    await editing.getByRole('dialog').getByRole('button', { name: step, exact: true }).click();
    const asking = editing.getByRole('dialog', { name: `${step} · ${name}` });
    await asking.getByRole('button', { name: step, exact: true }).click();
    await expect(asking).toContainText('请输入原因');
    await giveReason(editing, `${step} · ${name}`, step, '测试结束');
  }
  const closed = editing.getByRole('dialog', { name });
  await expect(closed).toContainText('已注销');
  await expect(closed).toContainText('测试结束');
});

test('disabling several merchants answers row by row', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant?state=ACTIVE,PENDING&pageSize=100');
  const active = rowsOf(page, '商户').filter({ hasText: '正常' }).last();
  await active.getByRole('checkbox').check();
  // After its checkbox, its number and its tenant.
  const name = (await active.locator('td').nth(3).textContent()) ?? '';
  // The oldest: a new one another test may be about to approve.
  await rowsOf(page, '商户').filter({ hasText: '待审核' }).last().getByRole('checkbox').check();
  await page.getByRole('button', { name: '批量停用' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('逐条返回');
  await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('成功 1 条，失败 1 条');
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: name })).toContainText(
    '成功',
  );
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
  await expect(rowsOf(page, '商户').filter({ hasText: name })).toHaveCount(0);
});

test('查看 shows what is masked only for a reason, and the look is in the operation log', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant?state=ACTIVE');
  await rowsOf(page, '商户').first().getByRole('button').click();
  const drawer = page.getByRole('dialog').first();
  await expect(drawer).toContainText('139****');
  await drawer.getByRole('button', { name: '查看' }).click();
  const asking = page.getByRole('dialog').nth(1);
  await asking.getByRole('button', { name: '查看' }).click();
  await expect(asking).toContainText('请输入原因');
  const reason = `核对结算账户 ${Date.now()}`;
  await asking.getByLabel('原因').fill(reason);
  await asking.getByRole('button', { name: '查看' }).click();
  await expect(drawer).toContainText(/139\d{8}/);
  await expect(drawer.getByRole('button', { name: '查看' })).toBeHidden();

  const token = await tokenOf(context.request);
  const shown = { module: 'merchant', action: 'revealMerchant', pageSize: 50 };
  const { list } = await post(context.request, 'operationLog/queryOperationLog', shown, token);
  const target = { label: await drawer.locator('.ant-drawer-title').textContent() };
  expect(list.filter((entry: { reason: string | null }) => entry.reason === reason)).toMatchObject([
    { target },
  ]);
});

test('exports what is filtered, and a reader sees neither actions nor export', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant?state=DISABLED');
  await page.getByRole('button', { name: '导出' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const exported = (await readFile(await download.path(), 'utf8')).trim().split('\n').slice(1);
  expect(exported.length).toBeGreaterThan(0);
  expect(exported.filter((line) => !line.includes(',停用,'))).toEqual([]);

  const reader = await signedInPage(context, accounts.auditor);
  await reader.goto('/layout/merchant?state=ACTIVE');
  await rowsOf(reader, '商户').first().getByRole('button').click();
  await expect(reader.getByRole('dialog')).toContainText('统一社会信用代码');
  for (const name of ['新增商户', '导出', '停用', '编辑', '查看'])
    await expect(reader.getByRole('button', { name, exact: true })).toHaveCount(0);
});

/** A code whose check character is right, another one each time. */
function creditCode(): string {
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
  const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
  const body = `91310115${String(Date.now()).slice(-9)}`;
  const sum = weights.reduce((total, weight, at) => total + weight * alphabet.indexOf(body.charAt(at)), 0);
  return body + alphabet.charAt((31 - (sum % 31)) % 31);
}

test('picked merchants are put into a policy, which says what became of it', async ({ context }) => {
  const name = `指派${Date.now()}`;
  const token = await tokenOf(context.request, accounts.admin);
  const form = {
    ...{ name, categories: [], priority: 500, excess: 'SPLIT', validFrom: '2026-01-01' },
    scopes: [{ kind: 'LABEL', value: '无人' }],
    rules: [{ conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 1 }] }],
  };
  const { id } = await post(context.request, 'rule/addInstitution', form, token);
  // The administrator of the platform sees the merchants of every tenant, and wrote the policy of their own.
  const { tenant } = await post(context.request, 'userAccount/getUser', {}, token);
  const page = await signedInPage(context);
  await page.goto(`/layout/merchant?state=ACTIVE&tenantId=${tenant.id}`);
  const rows = rowsOf(page, '商户').filter({ hasText: '正常' });
  const picked = await Promise.all([0, 1].map((n) => rows.nth(n).locator('td').nth(3).innerText()));
  for (const n of [0, 1]) await rows.nth(n).getByRole('checkbox').check();
  await page.getByRole('button', { name: '指派制度' }).click();
  const assign = page.getByRole('dialog', { name: '指派 2 个商户的制度' });
  await assign.getByLabel('制度').fill(name);
  await page.locator('.ant-select-item-option:visible').filter({ hasText: name }).click();
  await page.keyboard.press('Escape');
  await assign.getByLabel('原因').fill('新签约');
  await assign.getByRole('button', { name: '指派' }).click();
  await expect(assign).toContainText('成功 1');
  await expect(assign.getByRole('listitem')).toContainText(name);
  const { newest } = await post(context.request, 'rule/getInstitution', { id }, token);
  const merchants = newest.scopes.filter(({ kind }: { kind: string }) => kind === 'MERCHANT');
  expect(merchants.map((scope: { name: string }) => scope.name).sort()).toEqual(picked.toSorted());
});
