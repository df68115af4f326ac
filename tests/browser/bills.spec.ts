import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { checker, giveReason, rowsOf, tokenOf } from './support/records.ts';

test('a bill is disputed, answered, issued again and confirmed over its list; who issued it can not confirm it', async ({
  context,
}) => {
  const bill = await aBill(context.request, 'ANSWERED');
  const page = await signedInPage(context);
  await page.goto(`/layout/bill?open=${bill.id}`);
  const drawer = page.getByRole('dialog', { name: bill.period });
  await expect(drawer.getByLabel('账单合计')).toContainText('期末');
  await agree(page, drawer, '重新出账');
  await expect(stateIn(drawer)).toHaveText('已出账');
  await expect(drawer).toContainText('与流水重算一致');

  // Whoever issued it can't confirm it, and is told who can.
  await expect(drawer).toContainText('经办人不能审批自己提交的事项');
  await expect(drawer).toContainText(/可审批：.*财务复核/);
  for (const name of ['确认账单', '提出异议'])
    await expect(drawer.getByRole('button', { name })).toHaveCount(0);
  await page.close();

  const checking = await signedInPage(context, checker);
  await checking.goto(`/layout/bill?open=${bill.id}`);
  const checked = checking.getByRole('dialog', { name: bill.period });
  await checked.getByRole('button', { name: '提出异议' }).click();
  await giveReason(checking, '提出异议', '提出异议', '手续费有疑问');
  const thread = checked.getByRole('region', { name: '异议往来' });
  await expect(thread.getByRole('listitem').last()).toContainText('财务复核');
  await expect(thread.getByRole('listitem').last()).toContainText('手续费有疑问');
  // Who wrote the dispute goes on, and does not answer.
  await expect(checked.getByRole('button', { name: '答复' })).toHaveCount(0);
  await checked.getByRole('button', { name: '补充异议' }).click();
  await say(checking, '补充异议', '异议内容', '发送', '见附上的小票');
  await expect(thread.getByRole('listitem').last()).toContainText('见附上的小票');
  await checking.close();

  const again = await signedInPage(context, accounts.maker);
  await again.goto(`/layout/bill?open=${bill.id}`);
  const issued = again.getByRole('dialog', { name: bill.period });
  // Without an answer it is not offered.
  await expect(issued.getByRole('button', { name: '答复' })).toBeVisible();
  await expect(issued.getByRole('button', { name: '重新出账' })).toHaveCount(0);
  await issued.getByRole('button', { name: '答复' }).click();
  await say(again, '答复', '答复内容', '发送答复', '按合同第 4 条计');
  await expect(stateIn(issued)).toHaveText('已答复');
  await agree(again, issued, '重新出账');
  await expect(stateIn(issued)).toHaveText('已出账');
  await again.close();

  const settling = await signedInPage(context, checker);
  await settling.goto(`/layout/bill?open=${bill.id}`);
  const settled = settling.getByRole('dialog', { name: bill.period });
  for (const [step, state] of [
    ['确认账单', '已确认'],
    ['结清', '已结清'],
  ] as const) {
    await agree(settling, settled, step);
    await expect(stateIn(settled)).toHaveText(state);
  }
  await expect(settled.getByRole('listitem').filter({ hasText: '驳回' })).toContainText('手续费有疑问');
});

test('a month that is not over yet says so, and is not offered to be issued', async ({ context }) => {
  const bill = await aBill(context.request, 'OPEN', { periodFrom: month() });
  const page = await signedInPage(context);
  await page.goto(`/layout/bill?open=${bill.id}`);
  const drawer = page.getByRole('dialog', { name: bill.period });
  await expect(drawer.getByText('账期未结束')).toBeVisible();
  await expect(stateIn(drawer)).toHaveText('未出账');
  await expect(drawer.getByRole('button', { name: '出账' })).toHaveCount(0);
});

test("a bill's movements add up to what the bill says, and go out as a file", async ({ context }) => {
  const bill = await aBill(context.request, 'SETTLED');
  const page = await signedInPage(context);
  await page.goto(`/layout/bill?open=${bill.id}`);
  const drawer = page.getByRole('dialog', { name: bill.period });
  await expect(rowsOf(page, '账单明细').first()).toBeVisible();
  await drawer.getByRole('button', { name: '导出' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).last().click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n').slice(1);
  const moved = lines.reduce((sum, line) => sum + Math.round(Number(line.split(',')[2]) * 100), 0);
  expect(lines.length).toBeGreaterThan(0);
  expect(bill.openingBalance + moved).toBe(bill.closingBalance);
});

test('the statement of a bill is taken as a PDF from its drawer', async ({ context }) => {
  const bill = await aBill(context.request, 'SETTLED');
  const page = await signedInPage(context);
  await page.goto(`/layout/bill?open=${bill.id}`);
  const drawer = page.getByRole('dialog', { name: bill.period });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: '对账单 PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`对账单_${bill.billNo}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a reader sees bills without their actions', async ({ context }) => {
  const bill = await aBill(context.request, 'ISSUED');
  const page = await signedInPage(context, accounts.auditor);
  await page.goto(`/layout/bill?open=${bill.id}`);
  await expect(page.getByRole('dialog', { name: bill.period })).toContainText('与流水重算一致');
  for (const name of ['确认账单', '提出异议', '导出', '对账单 PDF'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});

function stateIn(drawer: Locator): Locator {
  return drawer.locator('.ant-drawer-extra');
}

/** Presses an action of the drawer and agrees to what it asks. */
async function agree(page: Page, drawer: Locator, step: string): Promise<void> {
  await drawer.getByRole('button', { name: step, exact: true }).click();
  await page.getByRole('dialog', { name: step }).getByRole('button', { name: step, exact: true }).click();
}

/** Writes a word into a dispute and sends it. */
async function say(page: Page, step: string, field: string, send: string, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: step });
  await dialog.getByLabel(field).fill(text);
  await dialog.getByRole('button', { name: send, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

interface Bill {
  billNo: string;
  id: string;
  period: string;
  openingBalance: number;
  closingBalance: number;
}

/** A bill of tenant A in a state, of a month in which something was spent. */
async function aBill(request: APIRequestContext, state: string, filter = {}): Promise<Bill> {
  const token = await tokenOf(request, checker);
  const { list } = await post(
    request,
    'bill/queryBill',
    { kind: 'MERCHANT', state: [state], ...filter },
    token,
  );
  return list.find((row: { consumedAmount: number }) => row.consumedAmount > 0) ?? list[0];
}

/** The month that runs, in Asia/Shanghai. */
function month(): string {
  return new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
}
