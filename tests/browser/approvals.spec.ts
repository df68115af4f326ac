import { type APIRequestContext, type BrowserContext, expect, type Page } from 'playwright/test';
import { agree, approveOpen, cardOf, openOnDesk, queueOf, recordOf } from './support/approval-desk.ts';
import { companyToCertify } from './support/companies.ts';
import { accounts, newUser, password, post, signedInPage, test } from './support/console.ts';
import { newEmployee } from './support/employees.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, rowsOf, settled, tokenOf, unique } from './support/records.ts';

test('home leads the checker to what waits; a rejection needs a reason and is kept in the history', async ({
  context,
}) => {
  const company = await companyToCertify(context.request);
  const page = await signedInPage(context, checker);
  await page.goto('/layout/index');
  await page.getByRole('link', { name: /待我审批：公司认证/ }).click();
  const row = cardOf(page, company.name);
  const record = await openOnDesk(page, company.name);
  // Nothing is decided from the queue itself.
  await expect(queueOf(page).getByRole('button', { name: '通过', exact: true })).toHaveCount(0);
  await expect(record).toContainText('统一社会信用代码');
  await record.getByRole('button', { name: '驳回' }).click();
  const dialog = page.getByRole('dialog', { name: /^驳回/ });
  await dialog.getByRole('button', { name: '驳回', exact: true }).click();
  await expect(dialog.getByText('请输入原因')).toBeVisible();
  await dialog.getByLabel('原因').fill('营业执照不清晰');
  await dialog.getByRole('button', { name: '驳回', exact: true }).click();
  await expect(row).toHaveCount(0);
  // The next one opens by itself, and its card may scroll into view under a press.
  await expect(record.getByRole('heading', { name: company.name })).toHaveCount(0);

  await page.getByRole('tab', { name: '我审批的' }).click();
  await page.getByRole('button', { name: company.name }).click();
  const drawer = page.getByRole('dialog', { name: company.name });
  await expect(drawer).toContainText('已驳回');
  await expect(drawer.getByRole('listitem').last()).toContainText('营业执照不清晰');
  const token = await tokenOf(context.request);
  const { certification } = await post(context.request, 'company/getCompany', { id: company.id }, token);
  expect(certification).toBe('REJECTED');
});

test('the maker can not approve, but withdraw', async ({ context }) => {
  const company = await companyToCertify(context.request);
  const page = await signedInPage(context);
  await page.goto(`/layout/index/approval?keyword=${encodeURIComponent(company.name)}`);
  await expect(queueOf(page)).toContainText('没有符合条件的记录');
  await page.getByRole('tab', { name: '我提交的' }).click();
  await page.getByRole('button', { name: company.name }).click();
  const drawer = page.getByRole('dialog', { name: company.name });
  await expect(drawer).toContainText('经办人不能审批自己提交的事项');
  await expect(drawer.getByRole('button', { name: '通过' })).toHaveCount(0);
  await drawer.getByRole('button', { name: '撤回' }).click();
  await agree(page, /^撤回/, '撤回');
  await expect(drawer).toContainText('已撤回');
});

test('an approval takes effect, and its maker is told and led to it', async ({ context }) => {
  const company = await companyToCertify(context.request);
  const page = await signedInPage(context, checker);
  await page.goto(`/layout/index/approval?keyword=${encodeURIComponent(company.name)}`);
  await approveOpen(page);
  await expect(queueOf(page)).toContainText('没有符合条件的记录');

  const maker = await signedInPage(context, accounts.admin);
  await maker.goto('/layout/index/notification?unread=1');
  const told = rowsOf(maker, '通知').filter({ hasText: company.name });
  await expect(told).toContainText('已通过');
  await told.getByRole('button').click();
  await expect(maker).toHaveURL(/system\/company/);
  await expect(maker.getByRole('dialog', { name: company.name })).toContainText('已认证');
  await maker.goto('/layout/index/notification?unread=1');
  await settled(maker, '通知');
  await expect(told).toHaveCount(0);
});

test('a change of a threshold needs a reason, waits for somebody else and can be withdrawn', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/index/approval?tab=rules');
  const row = rowsOf(page, '审批规则').filter({ hasText: /^批量调额/ });
  await row.getByRole('button', { name: '调整阈值' }).click();
  const form = page.getByRole('dialog', { name: '调整阈值 · 批量调额' });
  await form.getByLabel('单次金额超过（元）').fill('60000.5');
  await form.getByRole('button', { name: '提交审批' }).click();
  await expect(form.getByText('当日累计不能低于单次')).toBeVisible();
  await form.getByLabel('当日累计金额超过（元）').fill('120000');
  await expect(form.getByText('请输入原因')).toBeVisible();
  await form.getByLabel('原因').fill('第四季度额度较大');
  await form.getByRole('button', { name: '提交审批' }).click();
  await expect(form).toHaveCount(0);
  await expect(row).toContainText(
    '单次 超过 60,000.50 元，或超过 500 条经办人当日累计 超过 120,000.00 元，或超过 500 条',
  );
  await expect(row.getByRole('button')).toHaveCount(0);

  await page.goto('/layout/index/approval?tab=made&keyword=60000.50');
  const made = rowsOf(page, '我提交的').first();
  await expect(made).toContainText('审批阈值调整');
  await made.getByRole('button').click();
  const drawer = page.getByRole('dialog', { name: /^审批阈值调整/ });
  await expect(drawer.getByRole('button', { name: '通过' })).toHaveCount(0);
  await drawer.getByRole('button', { name: '撤回' }).click();
  await agree(page, /^撤回/, '撤回');
  await expect(drawer).toContainText('已撤回');
});

test.describe('the desk', () => {
  test('J and K go through the queue, A and R decide the open one, and the next opens by itself', async ({
    context,
  }) => {
    const mark = unique();
    const names = await claimsOf(context.request, mark, 3);
    const page = await openDesk(context, mark);
    const [newest = '', middle = '', oldest = ''] = names;
    await expect(recordOf(page)).toContainText(newest);
    await page.keyboard.press('k');
    await expect(recordOf(page)).toContainText(newest);
    await page.keyboard.press('j');
    await expect(recordOf(page)).toContainText(middle);
    await expect(cardOf(page, middle).getByRole('button')).toBeFocused();
    await page.keyboard.press('k');
    await expect(recordOf(page)).toContainText(newest);
    await expect(cardOf(page, newest).getByRole('button')).toHaveAttribute('aria-current', 'true');

    await page.keyboard.press('a');
    const asked = page.getByRole('dialog', { name: `通过“${newest}”？` });
    await asked.getByLabel('意见（可不填）').fill('aj');
    await page.keyboard.press('Enter');
    await expect(asked).toHaveCount(0);
    await expect(recordOf(page)).toContainText(middle);
    await expect(cardOf(page, newest)).toHaveCount(0);

    await page.keyboard.press('r');
    const refused = page.getByRole('dialog', { name: `驳回“${middle}”` });
    await refused.getByLabel('原因').fill('材料不全');
    await page.keyboard.press('Enter');
    await expect(refused).toHaveCount(0);
    await expect(recordOf(page)).toContainText(oldest);
    await expectNothingSerious(page);
    await page.keyboard.press('a');
    await agree(page, /^通过/, '通过');
    await expect(queueOf(page)).toContainText('没有符合条件的记录');
    const states = await statesOf(context.request, mark);
    expect(states).toEqual({ [newest]: 'APPROVED', [middle]: 'REJECTED', [oldest]: 'APPROVED' });
  });

  test('many are ticked and decided at once, each with its result', async ({ context }) => {
    const mark = unique();
    const names = await claimsOf(context.request, mark, 3);
    const page = await openDesk(context, mark);
    await queueOf(page).getByRole('checkbox', { name: '选择本页全部' }).check();
    await expect(queueOf(page)).toContainText('已选 3 条');
    // Somebody else is faster with one of them, while the question is open.
    await queueOf(page).getByRole('button', { name: '通过', exact: true }).click();
    const asked = page.getByRole('dialog', { name: '批量通过' });
    for (const name of names)
      await expect(asked.getByRole('list', { name: '将处理的事项' })).toContainText(name);
    await decideElsewhere(context.request, names[1] as string);
    await asked.getByRole('button', { name: '通过', exact: true }).click();
    const told = page.getByRole('dialog', { name: '批量通过' });
    await expect(told).toContainText('已被处理');
    await expect(told.getByRole('listitem').filter({ hasText: names[0] as string })).toContainText('成功');
    await told.getByRole('button', { name: '关闭' }).last().click();
    await expect(queueOf(page)).toContainText('没有符合条件的记录');
  });

  test('what is decided elsewhere leaves the queue at once, and the open record says by whom', async ({
    context,
  }) => {
    const mark = unique();
    const [newest = '', oldest = ''] = await claimsOf(context.request, mark, 2);
    const page = await openDesk(context, mark);
    await expect(recordOf(page)).toContainText(newest);
    await expect(recordOf(page).getByRole('button', { name: '通过', exact: true })).toBeEnabled();
    await decideElsewhere(context.request, newest);
    await expect(cardOf(page, newest)).toHaveCount(0);
    await expect(recordOf(page)).toContainText('财务复核已处理：已通过');
    await expect(recordOf(page).getByRole('button', { name: '通过', exact: true })).toHaveCount(0);
    await page.keyboard.press('j');
    await expect(recordOf(page)).toContainText(oldest);
  });

  test('on a phone each card has its amount, and the record lies over the queue', async ({ context }) => {
    const mark = unique();
    const [newest = '', oldest = ''] = await claimsOf(context.request, mark, 2);
    const page = await openDesk(context, mark, { width: 390, height: 844 });
    await expect(cardOf(page, newest)).toContainText('¥5,000.01');
    await expect(recordOf(page)).toHaveCount(0);
    await openOnDesk(page, newest);
    await expect(queueOf(page)).toBeHidden();
    await expect(recordOf(page).getByRole('button', { name: '通过', exact: true })).toBeInViewport({
      ratio: 1,
    });
    await page.getByRole('button', { name: '返回列表' }).click();
    await expect(cardOf(page, oldest)).toBeVisible();
    await openOnDesk(page, newest);
    await approveOpen(page);
    await expect(recordOf(page)).toContainText(oldest);
  });
});

/** Adjustments that wait, of employees of their own whose names have the mark; what they are called, the newest first. */
async function claimsOf(request: APIRequestContext, mark: string, count: number): Promise<string[]> {
  // Of a maker of their own: what is approved counts in a maker's day, on which other tests rely.
  const { mobile, password: initial } = await newUser(request);
  const first = await tokenOf(request, mobile, initial);
  await post(
    request,
    'userAccount/updatePassword',
    { mobile, oldPassword: initial, newPassword: password },
    first,
  );
  const token = await tokenOf(request, mobile);
  const names: string[] = [];
  for (let n = 1; n <= count; n++) {
    const { id } = await newEmployee(request, 0, `员${n}桌${mark}`);
    await post(
      request,
      'limit/adjustLimit',
      { employeeId: id, type: 'INCREASE', amount: 500_001, reason: `第${n}笔` },
      token,
    );
    names.unshift(`员${n}桌${mark} 增加 5000.01 元`);
  }
  return names;
}

async function openDesk(
  context: BrowserContext,
  mark: string,
  size = { width: 1440, height: 900 },
): Promise<Page> {
  const page = await signedInPage(context, checker);
  await page.setViewportSize(size);
  await page.goto(`/layout/index/approval?keyword=${mark}`);
  await expect(queueOf(page)).toHaveAttribute('aria-busy', 'false');
  return page;
}

/** The same checker, on another device. */
async function decideElsewhere(request: APIRequestContext, name: string): Promise<void> {
  const token = await tokenOf(request, checker);
  const { list } = await post(request, 'approval/queryTodo', { keyword: name }, token);
  await post(request, 'approval/approve', { id: list[0].id }, token);
}

async function statesOf(request: APIRequestContext, mark: string): Promise<Record<string, string>> {
  const token = await tokenOf(request, checker);
  const { list } = await post(request, 'approval/queryApproval', { keyword: mark }, token);
  return Object.fromEntries(
    list.map(({ subjectLabel, state }: { subjectLabel: string; state: string }) => [subjectLabel, state]),
  );
}
