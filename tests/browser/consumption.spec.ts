import { expect } from 'playwright/test';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { checker, pick, rowsOf, settled, tokenOf, unfoldFilters } from './support/records.ts';

test('a payment is refunded in part: the limit comes back, and the refund stands beside it', async ({
  context,
}) => {
  const token = await tokenOf(context.request);
  const payments = await post(
    context.request,
    'consumption/queryConsumption',
    { type: ['CONSUME'], state: ['SUCCESS'], minAmount: 1000, pageSize: 50 },
    token,
  );
  const payment = payments.list.find((row: { invoiceState: string }) => row.invoiceState === 'NONE');
  const limitOf = async () =>
    (await post(context.request, 'employee/getEmployee', { id: payment.employee.id }, token)).availableLimit;
  const before = await limitOf();
  const page = await signedInPage(context);
  await page.goto(`/layout/merchant/storebill?paymentNo=${payment.paymentNo}`);
  await expect(rowsOf(page, '商户消费记录')).toHaveCount(1);
  await rowsOf(page, '商户消费记录').getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: '退款', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '退款' });
  await dialog.getByLabel('退款金额').fill('999999');
  await dialog.getByRole('button', { name: '退款', exact: true }).click();
  await expect(dialog).toContainText('请输入 0.01 至');
  await dialog.getByLabel('退款金额').fill('1.23');
  await dialog.getByLabel('原因').fill('浏览器测试退款');
  await dialog.getByLabel('原因').press('Enter');
  const drawer = page.getByRole('dialog', { name: payment.paymentNo });
  await expect(drawer).toContainText('部分退款');
  await expect(drawer.getByRole('region', { name: '退款记录' })).toContainText('1.23');
  expect(await limitOf()).toBe(before + 123);

  await drawer.getByRole('region', { name: '退款记录' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog').last()).toContainText('浏览器测试退款');
});

test('a payment shows who was paid and what the policies decided, in words', async ({ context }) => {
  const { request } = context;
  const token = await tokenOf(request);
  const { list } = await post(request, 'employee/queryEmployee', { state: ['ACTIVE'], pageSize: 200 }, token);
  const employee = list.find(({ availableLimit }: { availableLimit: number }) => availableLimit > 10_000);
  const name = `晚餐${Date.now()}`;
  const added = await post(
    request,
    'rule/addInstitution',
    {
      name,
      categories: ['MEAL'],
      priority: 1,
      excess: 'SPLIT',
      validFrom: '2026-01-01',
      scopes: [{ kind: 'EMPLOYEE', ids: [employee.id] }],
      rules: [{ conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 5_000 }] }],
    },
    token,
  );
  const draft = { id: added.id, version: added.version, reason: '新制度' };
  await post(request, 'rule/submitInstitution', draft, token);
  const checking = await tokenOf(request, checker);
  const subject = { subjectType: 'institutionVersion', subjectId: added.id };
  const waiting = await post(request, 'approval/getSubjectApproval', subject, checking);
  await post(request, 'approval/approve', { id: waiting.id }, checking);
  const place = { mcc: '5812', city: '310100' };
  const paid = await post(request, 'dev/pay', { employeeId: employee.id, amount: 5_800, ...place }, token);

  const page = await signedInPage(context);
  await page.goto(`/layout/merchant/storebill?paymentNo=${paid.paymentNo}`);
  await rowsOf(page, '商户消费记录').getByRole('button').click();
  const drawer = page.getByRole('dialog', { name: paid.paymentNo });
  await expect(drawer).toContainText(`收款商户${paid.payee.name}`);
  await expect(drawer).toContainText('MCC5812');
  await expect(drawer).toContainText('城市代码310100');
  const decision = drawer.getByRole('region', { name: '判断结果' });
  await expect(decision).toContainText(`制度「${name}」v1，规则 1`);
  await expect(decision).toContainText('单笔上限 50.00 元，本次 58.00 元');
  await expect(decision.getByLabel('金额')).toContainText('¥8.00');
  // Others pay with this employee too.
  const { id, version } = await post(request, 'rule/getInstitution', { id: added.id }, token);
  await post(request, 'rule/disableInstitution', { id, version, reason: '测试结束' }, token);
});

test('records are filtered by merchant, store, kind and days; stepping four pages on shows none twice', async ({
  context,
}) => {
  const { topMerchants } = await post(context.request, 'home/getHome', {}, await tokenOf(context.request));
  const [{ merchant }] = topMerchants;
  const page = await signedInPage(context);
  await page.goto(`/layout/merchant/storebill?merchantId=${merchant.id}`);
  await expect(rowsOf(page, '商户消费记录').first()).toContainText(merchant.name.slice(0, 6));
  await pick(page, '门店', merchant.name.slice(0, 4));
  await pick(page, '类型', '消费');
  await page.getByLabel('支付时间起').click();
  await page.getByText('近 7 天').click();
  const [answer] = await Promise.all([
    page.waitForResponse('**/consumption/queryConsumption'),
    page.getByRole('button', { name: '查询', exact: true }).click(),
  ]);
  await expect(page).toHaveURL(/paid=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/);
  const { storeId, paidFrom } = answer.request().postDataJSON();
  const { list } = (await answer.json()).result;
  expect(list.length).toBeGreaterThan(0);
  for (const row of list) {
    expect(row).toMatchObject({ type: 'CONSUME', merchant: { id: merchant.id }, store: { id: storeId } });
    expect(Date.parse(row.paidAt)).toBeGreaterThanOrEqual(Date.parse(`${paidFrom}T00:00:00+08:00`));
  }

  await page.goto('/layout/merchant/storebill?pageSize=10');
  const seen = new Set<string>();
  for (let turn = 1; turn <= 4; turn += 1) {
    // The address changes first: the rows before still stand there.
    await expect(page.getByRole('button', { name: `第 ${turn} 页`, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await settled(page, '商户消费记录');
    for (const number of await rowsOf(page, '商户消费记录').getByRole('button').allTextContents())
      seen.add(number);
    await page.getByRole('button', { name: '下一页' }).click();
  }
  expect(seen.size).toBe(40);
});

test('an export of many records is made by a job and saved like any other', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant/storebill');
  await page.getByRole('button', { name: '导出' }).click();
  const [file, kept] = await Promise.all([
    page.waitForEvent('download'),
    page.waitForResponse(/job\/downloadExport/),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(kept.status()).toBe(200);
  expect(file.suggestedFilename()).toMatch(/^消费记录_.*\.csv$/);
  await expect(page.getByRole('region', { name: '后台导出' })).toHaveCount(0);
});

test("an employee's own records are that employee's alone, and a reader can't refund", async ({
  context,
}) => {
  const token = await tokenOf(context.request, accounts.auditor);
  const { list } = await post(
    context.request,
    'consumption/queryConsumption',
    { type: ['CONSUME'], state: ['SUCCESS'] },
    token,
  );
  const { employee, merchant } = list[0];
  const page = await signedInPage(context, accounts.auditor);
  const [answer] = await Promise.all([
    page.waitForResponse('**/consumption/queryConsumption'),
    page.goto(`/layout/userlist/detailbill/${merchant.id}/${employee.id}`),
  ]);
  const rows: { employee: { id: string } }[] = (await answer.json()).result.list;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => row.employee.id !== employee.id)).toEqual([]);
  await expect(page.getByText(employee.employeeNo)).toBeVisible();
  await expect(rowsOf(page, '消费记录').first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '员工' })).toHaveCount(0);
  await rowsOf(page, '消费记录').first().getByRole('button').click();
  await expect(page.getByRole('dialog')).toContainText(employee.name);
  await expect(page.getByRole('button', { name: '退款', exact: true })).toHaveCount(0);
});

test("somebody else's employee is said to be missing, not shown empty", async ({ context }) => {
  const token = await tokenOf(context.request, accounts.tenantB);
  const { list } = await post(context.request, 'employee/queryEmployee', {}, token);
  const page = await signedInPage(context, accounts.auditor);
  await page.goto(`/layout/userlist/detailbill/${list[0].merchant.id}/${list[0].id}`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('记录不存在');
  await expect(page.getByRole('main')).not.toContainText(list[0].name);
});

test('a span of days is typed or picked in the console’s language, whatever the browser’s, and may stay open', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant/storebill');
  const [from, to] = [page.getByLabel('支付时间起'), page.getByLabel('支付时间止')];
  const search = page.getByRole('button', { name: '查询', exact: true });
  await from.fill('2026-11-05');
  await from.press('Enter');
  await to.fill('20261108');
  await to.press('Enter');
  await expect(to).toHaveValue('2026-11-08');
  await search.click();
  await expect(page).toHaveURL(/[?&]paid=2026-11-05\.\.2026-11-08/);

  await page.getByRole('button', { name: '重置' }).click();
  await expect(from).toHaveValue('');
  await to.click();
  await expect(page.getByText(/^\d+月$/).first()).toBeVisible();
  await to.fill('2026-11-09');
  await page.getByRole('heading', { level: 1 }).click();
  await search.click();
  await expect(page).toHaveURL(/[?&]paid=\.\.2026-11-09/);

  await from.click();
  await page.getByText('近 7 天').click();
  await expect(from).not.toHaveValue('');
  await search.click();
  await expect(page).toHaveURL(/[?&]paid=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/);
});

test('the list says what the filter comes to and what is picked does, refunds below zero', async ({
  context,
}) => {
  const token = await tokenOf(context.request);
  const { today } = await post(context.request, 'home/getHome', {}, token);
  // Of days that are over: nothing is added to them any more.
  const [paidFrom, paidTo] = [20, 10].map((days) =>
    new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10),
  );
  const { list } = await post(context.request, 'consumption/queryConsumption', { paidFrom, paidTo }, token);
  const { sums } = await post(context.request, 'consumption/sumConsumption', { paidFrom, paidTo }, token);
  expect(sums.consumeAmount).toBeGreaterThan(0);
  expect(sums.refundAmount).toBeLessThan(0);
  const picked = list.slice(0, 2).map(({ id }: { id: string }) => id);
  const ofPicked = await post(context.request, 'consumption/sumConsumption', { ids: picked }, token);

  const page = await signedInPage(context);
  await page.goto(`/layout/merchant/storebill?paid=${paidFrom}..${paidTo}`);
  const filtered = page.getByLabel('本筛选合计');
  await expect(filtered).toContainText(`消费${yuan(sums.consumeAmount)}`);
  await expect(filtered).toContainText(`退款${yuan(sums.refundAmount)}`);
  await expect(filtered).toContainText(`净额${yuan(sums.netAmount)}`);
  for (const row of [0, 1]) {
    await rowsOf(page, '商户消费记录').nth(row).getByRole('checkbox').check();
  }
  const chosen = page.getByLabel('所选合计');
  await expect(chosen).toContainText('共 2 条');
  await expect(chosen).toContainText(`净额${yuan(ofPicked.sums.netAmount)}`);
  await page.getByRole('button', { name: '清除选择' }).click();
  await expect(chosen).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await rowsOf(page, '商户消费记录').first().getByRole('checkbox').check();
  await expect(chosen).toContainText('共 1 条');
});

test('whoever sees several tenants has a column with them and a filter by one; others have neither', async ({
  context,
}) => {
  const { list } = await post(context.request, 'tenant/queryTenant', {}, await tokenOf(context.request));
  const { name } = list.find(({ code }: { code: string }) => code === 'beichen');
  const page = await signedInPage(context);
  await page.goto('/layout/merchant/storebill');
  await expect(rowsOf(page, '商户消费记录').first()).toBeVisible();
  await pick(page, '租户', name);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page).toHaveURL(/tenantId=/);
  await expect(page.getByRole('columnheader', { name: '租户' })).toBeVisible();
  const rows = rowsOf(page, '商户消费记录');
  await expect(rows.filter({ hasNotText: name })).toHaveCount(0);
  await expect(rows.first()).toBeVisible();

  const other = await signedInPage(context, accounts.maker);
  await other.goto('/layout/merchant/storebill');
  await expect(rowsOf(other, '商户消费记录').first()).toBeVisible();
  await expect(other.getByRole('columnheader', { name: '租户' })).toHaveCount(0);
  await unfoldFilters(other);
  await expect(other.getByRole('search').getByLabel('最高金额（元）')).toBeVisible();
  await expect(other.getByRole('search').getByLabel('租户', { exact: true })).toHaveCount(0);
});

/** As amounts stand in the line of sums. */
function yuan(fen: number): string {
  const text = (Math.abs(fen) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  return fen < 0 ? `−${text}` : text;
}
