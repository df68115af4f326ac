import { expect, type Page } from 'playwright/test';
import { cardOf, queueOf } from './support/approval-desk.ts';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, giveReason, tokenOf } from './support/records.ts';

test('from due to settled at the desk: issued in one go, one disputed and answered, the others confirmed and settled in one go', async ({
  context,
}) => {
  const token = await tokenOf(context.request, accounts.maker);
  const asked = { waitsFor: ['ISSUE'], pageSize: 100 };
  const { list: due } = await post(context.request, 'bill/queryBill', asked, token);
  expect(due.length).toBeGreaterThan(2);
  const numbers: string[] = due.slice(0, 3).map(({ billNo }: { billNo: string }) => billNo);
  const [first = ''] = numbers;

  // The maker comes in by the menu and gets what waits for them.
  const page = await signedInPage(context, accounts.maker);
  await page.goto('/layout/bill');
  await group(page, '待出账').click();
  await expect(queueOf(page, '待出账')).toContainText(first);
  for (const number of numbers) await page.getByRole('checkbox', { name: number }).check();
  await queueOf(page, '待出账').getByRole('button', { name: '出账', exact: true }).click();
  await allAgree(page, '批量出账', '出账', 3);
  for (const number of numbers) await expect(cardOf(page, number, '待出账')).toHaveCount(0);
  await page.close();

  // The checker disputes the first at its record and confirms the others in one go.
  const checking = await signedInPage(context, checker);
  await checking.goto('/layout/bill?tab=desk&wait=CONFIRM');
  await open(checking, '待我确认', first);
  await record(checking).getByRole('button', { name: '提出异议' }).click();
  await giveReason(checking, '提出异议', '提出异议', '少了一笔退款');
  await expect(record(checking)).not.toContainText(first);
  await reset(checking);
  for (const number of numbers.slice(1)) await pick(checking, '待我确认', number);
  await queueOf(checking, '待我确认').getByRole('button', { name: '确认账单', exact: true }).click();
  await allAgree(checking, '批量确认', '确认账单', 2);
  await checking.close();

  // The maker answers; until then nothing is issued again.
  const answering = await signedInPage(context, accounts.maker);
  await answering.goto('/layout/bill?tab=desk&wait=ANSWER');
  await open(answering, '待答复', first);
  await expect(record(answering)).toContainText('少了一笔退款');
  await expect(record(answering).getByRole('button', { name: '重新出账' })).toHaveCount(0);
  await expect(queueOf(answering, '待答复').getByRole('checkbox')).toHaveCount(0);
  await record(answering).getByRole('button', { name: '答复' }).click();
  const dialog = answering.getByRole('dialog', { name: '答复' });
  await dialog.getByLabel('答复内容').fill('退款在次月第 2 笔');
  await dialog.getByRole('button', { name: '发送答复' }).click();
  await expect(cardOf(answering, first, '待答复')).toHaveCount(0);
  await group(answering, '待重新出账').click();
  await open(answering, '待重新出账', first);
  await expect(record(answering).getByRole('region', { name: '异议往来' })).toContainText(
    '退款在次月第 2 笔',
  );
  await expectNothingSerious(answering);
  await record(answering).getByRole('button', { name: '重新出账' }).click();
  await agree(answering, '重新出账');
  await expect(cardOf(answering, first, '待重新出账')).toHaveCount(0);
  await answering.close();

  const settling = await signedInPage(context, checker);
  await settling.goto('/layout/bill?tab=desk&wait=CONFIRM');
  await open(settling, '待我确认', first);
  await expect(record(settling)).toContainText('退款在次月第 2 笔');
  await record(settling).getByRole('button', { name: '确认账单' }).click();
  await agree(settling, '确认账单');
  await expect(cardOf(settling, first, '待我确认')).toHaveCount(0);
  await group(settling, '待结清').click();
  await reset(settling);
  for (const number of numbers) await pick(settling, '待结清', number);
  await queueOf(settling, '待结清').getByRole('button', { name: '结清', exact: true }).click();
  await allAgree(settling, '批量结清', '结清', 3);
  for (const { id } of due.slice(0, 3)) {
    expect((await post(context.request, 'bill/getBill', { id }, token)).state).toBe('SETTLED');
  }
});

test('all of a group are picked with one press, over its pages, and what is not one’s own to do has no boxes', async ({
  context,
}) => {
  const page = await signedInPage(context, checker);
  await page.goto('/layout/bill?tab=desk&wait=CONFIRM&pageSize=10');
  await page.getByRole('button', { name: /^选择全部 \d+ 条$/ }).click();
  // More than the ten of the page.
  await expect(queueOf(page, '待我确认')).toContainText(/已选 (1[1-9]|[2-9]\d|\d{3,}) 条/);
  // The checker answers no dispute.
  await group(page, '待答复').click();
  await expect(queueOf(page, '待答复').getByRole('listitem').first()).toBeVisible();
  await expect(queueOf(page, '待答复').getByRole('checkbox')).toHaveCount(0);
  await expect(record(page).getByRole('button', { name: '答复' })).toHaveCount(0);
});

test('a reader sees what bills wait for, without anything to do', async ({ context }) => {
  const page = await signedInPage(context, accounts.auditor);
  await page.goto('/layout/bill');
  await expect(page.getByRole('region', { name: '商户账单', exact: true })).toBeVisible();
  await page.getByText('月末工作台').click();
  await group(page, '待他人确认').click();
  await expect(record(page)).toContainText('与流水重算一致');
  for (const name of ['确认账单', '提出异议', '出账'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
});

test('no figure of a bill’s sum is broken beside the queue, in windows of 1100 pixels and wider, in English', async ({
  context,
}) => {
  const token = await tokenOf(context.request, accounts.maker);
  const asked = { waitsFor: ['ISSUE'], pageSize: 100 };
  const { list } = await post(context.request, 'bill/queryBill', asked, token);
  const [{ billNo }] = list.toSorted(
    (a: { closingBalance: number }, b: { closingBalance: number }) => b.closingBalance - a.closingBalance,
  );
  const page = await signedInPage(context, accounts.maker);
  await page.goto('/layout/bill?tab=desk&wait=ISSUE');
  await open(page, '待出账', billNo);
  await page.getByRole('button', { name: 'English' }).click();
  const sum = page.getByLabel('The sum of the bill');
  for (const width of [1100, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(sum.locator('[data-part="closingBalance"]')).toBeVisible();
    const lines = await sum
      .locator('[data-part]')
      .evaluateAll((figures) => figures.map((figure) => figure.getClientRects().length));
    // A text has a box in each line that it stands in.
    expect(
      lines.filter((boxes) => boxes > 1),
      `at ${width} pixels`,
    ).toEqual([]);
  }
});

const group = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '等待事项' }).getByRole('button', { name });
const record = (page: Page) => page.getByRole('region', { name: '账单内容' });

/** Searches the queue for one bill and opens it. */
async function open(page: Page, queue: string, number: string): Promise<void> {
  await search(page, number);
  await queueOf(page, queue).getByRole('listitem').filter({ hasText: number }).getByRole('button').click();
  await expect(record(page)).toContainText(number);
}

/** Picks one bill of the queue; what was picked before stays so. */
async function pick(page: Page, queue: string, number: string): Promise<void> {
  await search(page, number);
  await queueOf(page, queue).getByRole('listitem').filter({ hasText: number }).getByRole('checkbox').check();
}

async function search(page: Page, keyword: string): Promise<void> {
  await page.getByRole('search').getByLabel('关键字').fill(keyword);
  await page.getByRole('search').getByRole('button', { name: '查询' }).click();
}

async function reset(page: Page): Promise<void> {
  await page.getByRole('search').getByRole('button', { name: '重置' }).click();
}

/** Agrees to what is asked before a step. */
async function agree(page: Page, step: string): Promise<void> {
  await page.getByRole('dialog', { name: step }).getByRole('button', { name: step, exact: true }).click();
}

/** Agrees to a step of many and reads that each was done. */
async function allAgree(page: Page, title: string, step: string, count: number): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: step, exact: true }).click();
  await expect(dialog).toContainText(`成功 ${count} 条，失败 0 条`);
  await expect(dialog.getByRole('listitem')).toHaveCount(count);
  await dialog.getByRole('button', { name: '关闭' }).last().click();
}
