import { expect, type Page } from 'playwright/test';
import { approveOpen, cardOf, recordOf } from './support/approval-desk.ts';
import { caseDesk } from './support/cases.ts';
import { post, signedInPage, signInElsewhere, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { choose, rowsOf, settled } from './support/records.ts';

test('an analyst takes the most urgent case by a key, sees its story, writes a note and hands a verdict in; a second person confirms it', async ({
  context,
}) => {
  const desk = await caseDesk(context.request);
  await desk.open('LOW');
  const grave = await desk.open('HIGH');
  const page = await signedInPage(context, desk.analyst.mobile, desk.analyst.password);
  await page.goto('/layout/compliance/audit');
  await expect(page.getByRole('button', { name: '领取下一条（2 件待处理）' })).toBeVisible();
  await page.keyboard.press('n');
  const view = page.getByRole('region', { name: '案件', exact: true });
  await expect(view).toContainText(grave.no);
  await expect(view).toContainText('调查中');
  await expect(view.getByRole('img', { name: /^消费时间线：\d+ 笔/ })).toBeVisible();
  await view.getByText('数据表').first().click();
  await expect(rowsOf(page, '消费时间线').first()).toBeVisible();
  await expectNothingSerious(page);

  await view.getByRole('button', { name: '备注', exact: true }).click();
  const note = page.getByRole('dialog', { name: `备注 · ${grave.no}` });
  // What is typed presses no button.
  await note.getByLabel('内容').fill('');
  await note.getByLabel('内容').pressSequentially('nesc 已电话核实');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await note.getByRole('button', { name: '添加备注' }).click();
  await expect(note).toBeHidden();
  await expect(rowsOf(page, '案件记录').filter({ hasText: 'nesc 已电话核实' })).toContainText('备注');

  await page.keyboard.press('c');
  const closing = page.getByRole('dialog', { name: `结案 · ${grave.no}` });
  await expect(closing).toContainText('须由他人复核');
  await closing.getByLabel('理由').fill('只有九个字的理由');
  await choose(closing, '结论', '有合理解释');
  await closing.getByRole('button', { name: '结案', exact: true }).click();
  await expect(closing.getByText('理由至少 10 个字')).toBeVisible();
  await closing.getByLabel('理由').fill('与本人核实，系部门聚餐，发票齐全');
  // The button moves up as the words go away, and away from under a pointer.
  await expect(closing.getByText('理由至少 10 个字')).toHaveCount(0);
  await closing.getByRole('button', { name: '结案', exact: true }).press('Enter');
  const offer = page.getByRole('dialog', { name: '要把主体列入名单吗？' });
  await expect(offer.getByRole('button', { name: '黑名单' })).toHaveCount(0);
  await offer.getByRole('button', { name: '白名单' }).click();
  const list = page.getByRole('dialog', { name: /^列入名单/ });
  await list.getByLabel('原因').fill('部门聚餐由其垫付');
  await list.getByRole('button', { name: '列入名单' }).click();
  await expect(list.getByText('必填，不超过 180 天').last()).toBeVisible();
  await list.getByRole('button', { name: '取消' }).click();
  await expect(view).toContainText('结案待复核');
  await expect(view).toContainText('等待审核');
  await expect(page.getByRole('complementary', { name: '我的案件' })).toContainText('待复核 1');
  await page.close();

  const checking = await signedInPage(context, desk.head.mobile, desk.head.password);
  await checking.goto(`/layout/compliance/audit?open=${grave.id}`);
  await checking.getByRole('link', { name: '去审批' }).click();
  await expect(recordOf(checking)).toContainText(grave.no);
  await approveOpen(checking);
  await expect(cardOf(checking, grave.no)).toHaveCount(0);
  await checking.goto(`/layout/compliance/audit?open=${grave.id}`);
  const confirmed = checking.getByRole('region', { name: '案件', exact: true });
  await expect(confirmed).toContainText('已结案');
  await expect(confirmed).toContainText('系部门聚餐');
});

test('an empty queue says so, with what was closed today; there is no next case then', async ({
  context,
}) => {
  const desk = await caseDesk(context.request);
  const page = await signedInPage(context, desk.analyst.mobile, desk.analyst.password);
  await page.goto('/layout/compliance/audit');
  await expect(page.getByRole('status').filter({ hasText: '队列已清空，今日已结案 0 件' })).toBeVisible();
  await page.getByRole('button', { name: '领取下一条' }).click();
  await expect(page.getByText('暂无待处理案件')).toBeVisible();
});

test('a case is opened by hand: of a rule, about somebody, with a reason; its desk opens with it', async ({
  context,
}) => {
  const desk = await caseDesk(context.request);
  const token = await signInElsewhere(context.request, desk.analyst);
  const { list } = await post(context.request, 'employee/queryEmployee', { pageSize: 10 }, token);
  const { employeeNo } = list[0];
  const page = await signedInPage(context, desk.analyst.mobile, desk.analyst.password);
  await page.goto('/layout/compliance/audit?tab=cases');
  await page.getByRole('button', { name: '人工立案' }).first().click();
  const form = page.getByRole('dialog', { name: '人工立案' });
  await choose(form, '规则', desk.rule);
  await choose(form, '主体类型', '公司');
  await choose(form, '主体类型', '员工');
  await form.getByLabel('主体', { exact: true }).fill(employeeNo);
  await page.locator('.ant-select-item-option').filter({ hasText: employeeNo }).click();
  await choose(form, '严重程度', '高');
  await form.getByLabel('原因').fill('同事举报其代人刷卡');
  await form.getByRole('button', { name: '人工立案' }).click();
  await expect(form).toBeHidden();
  const view = page.getByRole('region', { name: '案件', exact: true });
  await expect(view).toContainText(employeeNo);
  await expect(view).toContainText('待处理');
  await expect(rowsOf(page, '案件记录').first()).toContainText('同事举报其代人刷卡');
});

// The browser prints what was refused as bad input.
test.describe(() => {
  test.use({ provoked: /400 \(Bad Request\)/ });

  test('whoever was slower reads who has the case, and sees it so; a file that is none is refused in words', async ({
    context,
  }) => {
    const desk = await caseDesk(context.request);
    const { id, version, no } = await desk.open('MEDIUM');
    const page = await signedInPage(context, desk.analyst.mobile, desk.analyst.password);
    await page.setViewportSize({ width: 390, height: 844 });
    const reading = page.waitForResponse('**/compliance/getCase');
    await page.goto(`/layout/compliance/audit?open=${id}`);
    const view = page.getByRole('region', { name: '案件', exact: true });
    await expect(view).toContainText('无人经办');
    // However often it is read before one claims it, one sees what was.
    const json = await (await reading).json();
    await page.route('**/compliance/getCase', (route) => route.fulfill({ json }));
    await page.route('**/compliance/claimCase', async (route) => {
      await page.unroute('**/compliance/getCase');
      await route.continue();
    });
    const head = await signInElsewhere(context.request, desk.head);
    await post(context.request, 'compliance/claimCase', { id, version }, head);
    await view.getByRole('button', { name: '领取', exact: true }).click();
    await expect(page.getByText(`已被${desk.head.name}领取`)).toBeVisible();
    await expect(view).toContainText(`经办人 ${desk.head.name}`);
    await expect(view.getByRole('button', { name: '领取', exact: true })).toHaveCount(0);
    await expectNoSideways(page);

    await send(page, { name: 'proof.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expect(page.getByText('附件须为完整的 png、jpeg、webp 图片或 pdf')).toBeVisible();
    await send(page, { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(11 * 1024 * 1024) });
    await expect(page.getByText('每份附件最大 10 MB')).toBeVisible();

    // The list finds it by its number, and leads to it.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/layout/compliance/audit?tab=cases&keyword=${no}`);
    await settled(page, '案件');
    await rowsOf(page, '案件').getByRole('button', { name: no }).click();
    await expect(page.getByRole('region', { name: '案件', exact: true })).toContainText(no);
  });
});

/** Hands a file to the upload of the open case, past what the chooser offers. */
async function send(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file);
}

async function expectNoSideways(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
}
