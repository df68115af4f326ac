import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, choose, pick, rowsOf, settled, tokenOf, unfoldFilters } from './support/records.ts';
import { approveAndPost, untilMade } from './support/vouchers.ts';

const receipt = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n');
const address = '/layout/paymentreceived/voucher';

/** A day of Asia/Shanghai before today. */
function daysAgo(days: number): string {
  const at = new Date(Date.now() - days * 86_400_000);
  return at.toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });
}

test('a voucher is written by hand, approved and posted by somebody else, printed, and found in its ledger', async ({
  browser,
  context,
}) => {
  const page = await signedInPage(context, accounts.maker);
  await page.goto(address);
  await settled(page, '凭证');
  await page.getByRole('button', { name: '新增凭证' }).click();
  const form = page.getByRole('dialog', { name: '新增凭证' });
  const lines = form.getByRole('group', { name: /^第 \d 行$/ });
  await lines.nth(0).getByLabel('摘要').fill('计提浏览器核对费');
  await lines.nth(0).getByLabel('科目').fill('6602');
  await page.keyboard.press('Enter');
  await lines.nth(0).getByLabel('借方').fill('10500.07');
  await lines.nth(1).getByLabel('摘要').fill('计提浏览器核对费');
  await lines.nth(1).getByLabel('科目').fill('1001');
  await page.keyboard.press('Enter');
  await lines.nth(1).getByLabel('贷方').fill('10500');
  await expect(form).toContainText('差额 0.07 元');
  await expectNothingSerious(page);
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toContainText('借贷不平，差额 0.07 元');
  await lines.nth(1).getByLabel('贷方').fill('10500.07');
  await expect(form).toContainText('借贷平衡');
  const choosing = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: '上传附件' }).click();
  await (await choosing).setFiles({ name: '回单.pdf', mimeType: 'application/pdf', buffer: receipt });
  // Saving waits for nobody: a file that is still on its way is refused.
  await expect(form.locator('.ant-upload-list-item-done')).toContainText('回单.pdf');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();

  const written = rowsOf(page, '凭证').filter({ hasText: '计提浏览器核对费' });
  await written.getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('壹万零伍佰元零柒分');
  await expect(drawer).toContainText('附单据 1 张');
  const [fetched] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: /^回单\.pdf/ }).click(),
  ]);
  expect(fetched.suggestedFilename()).toBe('回单.pdf');
  await drawer.getByRole('button', { name: '提交审核' }).click();
  await page
    .getByRole('dialog', { name: /^提交审核/ })
    .getByRole('button', { name: '提交审核' })
    .click();
  await expect(drawer).toContainText('待审核');
  await expectNothingSerious(page);

  const deciding = await signedInPage(await browser.newContext(), checker);
  await deciding.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  await approveAndPost(deciding, '壹万零伍佰元零柒分');
  await deciding.getByRole('dialog').getByRole('button', { name: '打印' }).click();
  const print = deciding.getByRole('dialog', { name: '打印凭证' });
  await expectNothingSerious(deciding);
  await print.getByText('240 × 140 mm').click();
  const [file] = await Promise.all([
    deciding.waitForEvent('download'),
    print.getByRole('button', { name: '下载 PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^记账凭证_记-\d{4}\.pdf$/);

  // What the browser would print: the sheet alone, on paper of its size.
  await deciding.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  for (const [paper, width, height] of [
    ['A5 横向', 210, 148],
    ['A4（两联 A5）', 210, 297],
    ['240 × 140 mm', 240, 140],
  ] as const) {
    await deciding.getByRole('dialog').getByRole('button', { name: '打印' }).click();
    await print.getByText(paper).click();
    await print.getByRole('button', { name: '浏览器打印' }).click();
    await expect(deciding.locator('body[data-printed]')).toBeAttached();
    await deciding.emulateMedia({ media: 'print' });
    await expect(deciding.getByRole('heading', { name: '记账凭证', level: 1 }).last()).toBeVisible();
    await expect(deciding.getByText('会计主管：')).toBeVisible();
    for (const chrome of ['navigation', 'banner', 'dialog', 'tablist', 'button'] as const)
      await expect(deciding.getByRole(chrome)).toHaveCount(0);
    const pages = pagesOf(await deciding.pdf({ preferCSSPageSize: true }));
    expect(pages).toHaveLength(1);
    expect(pages[0]?.[0]).toBeCloseTo(points(width), 0);
    expect(pages[0]?.[1]).toBeCloseTo(points(height), 0);
    await deciding.emulateMedia({ media: null });
    await deciding.evaluate(() => {
      document.body.removeAttribute('data-printed');
      window.dispatchEvent(new Event('afterprint'));
    });
    await expect(print).toBeHidden();
  }

  await deciding.getByRole('link', { name: /^6602 / }).click();
  await settled(deciding, '明细账');
  await expect(rowsOf(deciding, '明细账').filter({ hasText: '计提浏览器核对费' })).toContainText('10,500.07');
  await expectNothingSerious(deciding);
});

test('by the keyboard alone: a voucher is opened and closed, a month chosen, an account folded', async ({
  context,
}) => {
  const { request } = context;
  const text = `键盘${Date.now()}`;
  await writtenVoucher(request, { day: daysAgo(14), summary: text, amount: 100, word: '记' });
  const page = await signedInPage(context, accounts.maker);
  await page.goto(`${address}?keyword=${encodeURIComponent(text)}`);
  await expect(rowsOf(page, '凭证')).toHaveCount(1);
  const opening = rowsOf(page, '凭证').getByRole('button').first();
  await opening.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog').filter({ hasText: '壹元整' });
  await expect(drawer).toBeVisible();
  // What is pressed next is in the drawer, not behind it.
  await page.keyboard.press('Tab');
  await expect(drawer.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opening).toBeFocused();

  await page.getByRole('tab', { name: '凭证' }).focus();
  for (const tab of ['科目余额表', '明细账', '期间']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: tab })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  const before = daysAgo(40).slice(0, 7);
  if (before.slice(0, 4) !== daysAgo(0).slice(0, 4))
    await page.getByRole('button', { name: '上一年' }).press('Enter');
  const month = page.getByRole('button', { name: new RegExp(`^${before}`) });
  // The months are there once more when the one that is shown first has been read.
  await expect(page.getByRole('region', { name: /结账检查$/ })).toBeVisible();
  await month.focus();
  await page.keyboard.press('Enter');
  await expect(month).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', { name: `${before} 结账检查` })).toBeVisible();

  await page.goto(`${address}?tab=balance`);
  const toggle = page.getByRole('button', { name: '其他应付款的下级科目' });
  const below = rowsOf(page, '科目余额表').filter({ hasText: '2241.02' });
  await expect(below).toHaveCount(1);
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(below).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(below).toHaveCount(1);
});

test('the list is filtered by period, number, state, kind, word, account, days and amount', async ({
  context,
}) => {
  const { request } = context;
  const making = await tokenOf(request, accounts.maker);
  const text = `筛选${Date.now()}`;
  const [day, later] = [daysAgo(37), daysAgo(36)];
  const month = day.slice(0, 7);
  const numbered = await writtenVoucher(request, { day, summary: text, amount: 31_415, word: '转' });
  await post(request, 'voucher/submitVoucher', numbered, making);
  const ids = { ids: [numbered.id] };
  await post(request, 'voucher/approveVouchers', ids, await tokenOf(request, checker));
  const { number } = await post(request, 'voucher/getVoucher', { id: numbered.id }, making);
  await writtenVoucher(request, { day: later, summary: text, amount: 27_182, word: '记' });

  const page = await signedInPage(context, accounts.maker);
  const rows = rowsOf(page, '凭证');
  const field = (name: string) => page.getByRole('search').getByLabel(name, { exact: true });
  const ask = () => page.getByRole('button', { name: '查询', exact: true }).click();
  /** Both vouchers of this test, then those of them that one more filter lets through. */
  const narrowed = async (fill: () => Promise<void>, left: string) => {
    await page.goto(`${address}?keyword=${encodeURIComponent(text)}`);
    await expect(rows).toHaveCount(2);
    await fill();
    await ask();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(left);
  };
  await narrowed(() => pick(page, '状态', '草稿'), '271.82');
  await narrowed(() => pick(page, '凭证字', '转'), '314.15');
  await narrowed(async () => {
    await unfoldFilters(page);
    await field('借方合计不低于').fill('300');
  }, '314.15');
  await narrowed(async () => {
    await unfoldFilters(page);
    await field('借方合计不高于').fill('300');
  }, '271.82');
  await narrowed(async () => {
    await unfoldFilters(page);
    await field('凭证号').fill(String(number));
  }, '314.15');
  await narrowed(async () => {
    await field('日期起').fill(later);
    await page.keyboard.press('Enter');
    await field('日期止').fill(later);
    await page.keyboard.press('Enter');
  }, '271.82');

  // Without the summary: the number of a month is one voucher.
  await page.goto(address);
  await settled(page, '凭证');
  await unfoldFilters(page);
  await field('期间').fill(month);
  await page.keyboard.press('Enter');
  await field('凭证号').fill(String(number));
  await pick(page, '凭证字', '转');
  await ask();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(text);
  await expect(page).toHaveURL(new RegExp(`period=${month}`));

  await page.goto(`${address}?keyword=${encodeURIComponent(text)}`);
  await pick(page, '类别', '自动');
  await ask();
  await expect(page.getByRole('table')).toContainText('没有符合条件的记录');
  await page.goto(`${address}?keyword=${encodeURIComponent(text)}`);
  await pick(page, '科目', '1002.01');
  await ask();
  await expect(page.getByRole('table')).toContainText('没有符合条件的记录');
  await page.goto(`${address}?keyword=${encodeURIComponent(text)}`);
  await pick(page, '科目', '1001 库存现金');
  await ask();
  await expect(rows).toHaveCount(2);
});

test('from a voucher and from a line of a ledger it is two presses to the payment, and two from the payment to its voucher', async ({
  context,
}) => {
  test.setTimeout(240_000);
  const { request } = context;
  await untilMade(request, await tokenOf(request, accounts.maker), '消费');
  const page = await signedInPage(context, accounts.maker);
  const oldest = `${address}?keyword=消费&kind=SYSTEM&sort=date.asc`;
  await page.goto(oldest);
  await settled(page, '凭证');
  const opened = rowsOf(page, '凭证').first();
  const summary = (await opened.getByRole('cell').nth(3).innerText()).trim();
  expect(summary).toMatch(/月\d+日 消费 /);
  await opened.getByRole('button').first().click();
  const paymentNo = await toFirstPayment(page);

  await page.goto(`/layout/merchant/storebill?paymentNo=${paymentNo}`);
  await rowsOf(page, '商户消费记录').getByRole('button').first().click();
  await page
    .getByRole('dialog', { name: paymentNo })
    .getByRole('link', { name: /^\d{4}-\d\d |凭证待编号/ })
    .click();
  await expect(page.getByRole('dialog').filter({ hasText: '借方' })).toContainText(summary);

  // A line leads to its ledger in the voucher's own month, whichever is the present one.
  await page.goto(oldest);
  await settled(page, '凭证');
  await opened.getByRole('button').first().click();
  await page
    .getByRole('link', { name: /^2241\.02 / })
    .first()
    .click();
  await settled(page, '明细账');
  await rowsOf(page, '明细账').filter({ hasText: summary }).first().getByRole('link').click();
  await toFirstPayment(page);
});

test('a voucher of issued limits leads to the adjustments of whom they were for', async ({ context }) => {
  test.setTimeout(240_000);
  const { request } = context;
  await untilMade(request, await tokenOf(request, accounts.maker), '额度发放');
  const page = await signedInPage(context, accounts.maker);
  await page.goto(`${address}?keyword=额度发放&kind=SYSTEM`);
  await settled(page, '凭证');
  await rowsOf(page, '凭证').first().getByRole('button').first().click();
  const posting = page
    .getByRole('dialog')
    .getByRole('region', { name: '分录流水' })
    .locator('tbody tr')
    .first();
  const link = posting.getByRole('link', { name: /^调额记录/ });
  const employee = (await posting.getByRole('cell').nth(5).innerText()).trim();
  await link.click();
  await expect(page).toHaveURL(/adjusthis/);
  await expect(page.getByRole('main')).toContainText(employee);
  await settled(page, '调额记录');
  await expect(rowsOf(page, '调额记录').first()).toBeVisible();
});

test('the trial balance of a chosen day adds up in every basis, down to each account', async ({
  context,
}) => {
  const { request } = context;
  const day = daysAgo(13);
  const written = await writtenVoucher(request, { day, summary: '核对余额', amount: 12_345, word: '记' });
  await post(request, 'voucher/submitVoucher', written, await tokenOf(request, accounts.maker));
  const checking = await tokenOf(request, checker);
  await post(request, 'voucher/approveVouchers', { ids: [written.id] }, checking);
  await post(request, 'voucher/postVouchers', { ids: [written.id] }, checking);

  const page = await signedInPage(context, accounts.maker);
  await page.goto(`${address}?tab=balance`);
  await settled(page, '科目余额表');
  await expect(page.getByRole('heading', { name: '近 90 天资金分布' })).toBeVisible();
  await page.getByLabel('截至日期').fill(day);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`asOf=${day}`));
  for (const basis of ['已过账', '含未过账', '实时流水']) {
    const answered = page.waitForResponse(
      (response) =>
        response.url().endsWith('/getTrialBalance') &&
        response
          .request()
          .postData()
          ?.includes(wireBases[basis] ?? '') === true,
    );
    await page.reload();
    await page.getByRole('radiogroup', { name: '口径' }).getByText(basis).click();
    await answered;
    await settled(page, '科目余额表');
    await expect(page.getByText(new RegExp(`至 ${day}$`))).toBeVisible();
    await expect(page.getByText('借贷平衡 ✓')).toBeVisible();
    const rows = await balancesOf(page);
    const codes = rows.map(({ code }) => code);
    expect(codes, basis).toEqual(
      expect.arrayContaining(basis === '实时流水' ? ['2241.02'] : ['1001', '6602']),
    );
    for (const { code, side, opening, debit, credit, closing } of rows) {
      expect(closing, `${basis} ${code}`).toBe(opening + (side === '借' ? debit - credit : credit - debit));
      const below = rows.filter((row) => row.code.startsWith(`${code}.`));
      if (below.length > 0)
        expect(sumOf(below.map((row) => (row.side === side ? row.closing : -row.closing))), code).toBe(
          closing,
        );
    }
    const top = rows.filter(({ code }) => code.length === 4);
    const debits = sumOf(top.map(({ side, closing }) => (side === '借' ? closing : -closing)));
    expect(debits, basis).toBe(0);
    expect(sumOf(top.map(({ debit }) => debit)), basis).toBe(sumOf(top.map(({ credit }) => credit)));
  }
  await expectNothingSerious(page);
});

test('from the balance of one company to its ledger, which comes to the same', async ({ context }) => {
  const { request } = context;
  const token = await tokenOf(request, accounts.maker);
  const companies = await post(request, 'merchant/queryCompanyOption', {}, token);
  const all = await limitBalance(request, {});
  const [company] = (
    await Promise.all(
      companies.map(async ({ id, name }: { id: string; name: string }) => ({
        ...{ id, name },
        closing: await limitBalance(request, { companyId: id }),
      })),
    )
  ).filter(({ closing }) => closing > 0 && closing < all);
  const page = await signedInPage(context, accounts.maker);
  await page.goto(`${address}?tab=balance&asOf=${dayBefore}`);
  await choose(page, '公司', company.name);
  await expect(page).toHaveURL(new RegExp(`companyId=${company.id}`));
  const limits = rowsOf(page, '科目余额表').filter({ hasText: '2241.02' });
  const closing = yuan(await limitBalance(request, { companyId: company.id }));
  await expect(limits.getByRole('cell').last()).toHaveText(closing);
  await limits.getByRole('link').click();
  await settled(page, '明细账');
  await expect(page.getByRole('term').filter({ hasText: '期末余额' }).locator('..')).toContainText(closing);
});

/** A day that is over: nobody pays on it any more. */
const dayBefore = daysAgo(13);

/** What stood on limits at its end by live postings, in fen, of one company or of all. */
async function limitBalance(request: APIRequestContext, of: { companyId?: string }): Promise<number> {
  const token = await tokenOf(request, accounts.maker);
  const { rows } = await post(
    request,
    'voucher/getTrialBalance',
    { basis: 'LIVE', asOf: dayBefore, ...of },
    token,
  );
  return rows.find(({ code }: { code: string }) => code === '2241.02')?.closingBalance ?? 0;
}

function yuan(fen: number): string {
  return (fen / 100).toLocaleString('en', { minimumFractionDigits: 2 });
}

/** A draft on cash and administration, by the maker; answers what its next step takes. */
async function writtenVoucher(
  request: APIRequestContext,
  { day, summary, amount, word }: { day: string; summary: string; amount: number; word: '记' | '转' },
): Promise<{ id: string; version: number }> {
  const token = await tokenOf(request, accounts.maker);
  const accountList = await post(request, 'voucher/queryAccount', {}, token);
  const [cost, cash] = ['6602', '1001'].map((wanted) =>
    accountList.find(({ code }: { code: string }) => code === wanted),
  );
  const lines = [
    { summary, accountId: cost.id, debitAmount: amount },
    { summary, accountId: cash.id, creditAmount: amount },
  ];
  const { id, version } = await post(request, 'voucher/addVoucher', { date: day, word, lines }, token);
  return { id, version };
}

/** From an open voucher, by one press, to the first of its payments; answers the payment's number. */
async function toFirstPayment(page: Page): Promise<string> {
  const link = page
    .getByRole('dialog')
    .getByRole('region', { name: '分录流水' })
    .getByRole('link', { name: /^消费记录 / })
    .first();
  const paymentNo = (await link.innerText()).replace('消费记录 ', '').trim();
  await link.click();
  await expect(page).toHaveURL(/storebill\?open=/);
  await expect(page.getByRole('dialog', { name: paymentNo })).toBeVisible();
  return paymentNo;
}

/** What a request names the bases. */
const wireBases: Readonly<Record<string, string>> = {
  已过账: 'POSTED',
  含未过账: 'VOUCHERS',
  实时流水: 'LIVE',
};

/** The rows of the trial balance as they stand on the page, in fen. */
async function balancesOf(page: Page) {
  const rows = await rowsOf(page, '科目余额表').all();
  return Promise.all(
    rows.map(async (row) => {
      const [name = '', side = '', ...figures] = await row.getByRole('cell').allInnerTexts();
      const [opening = 0, debit = 0, credit = 0, closing = 0] = figures.map(fenOf);
      return { code: /[\d.]+/.exec(name)?.[0] ?? '', side: side.trim(), opening, debit, credit, closing };
    }),
  );
}

function fenOf(text: string): number {
  return Math.round(Number(text.replace('−', '-').replaceAll(',', '')) * 100);
}

function sumOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0);
}

/** Widths and heights of the pages of a PDF, in points. */
function pagesOf(pdf: Buffer): [number, number][] {
  return [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => [Number(width), Number(height)],
  );
}

function points(millimetres: number): number {
  return (millimetres / 25.4) * 72;
}
