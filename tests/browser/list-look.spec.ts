import { expect, type Page } from 'playwright/test';
import { newUser, post, signedInPage, test } from './support/console.ts';
import { rowsOf, tokenOf } from './support/records.ts';

test('columns and saved views follow the user to another browser', async ({ browser }) => {
  const first = await browser.newContext();
  // Nobody else's columns and views are changed, nor are these by another run.
  const user = await newUser(first.request);
  const page = await signedInPage(first, user.mobile, user.password);
  await visit(page, '/layout/bill?state=SETTLED&sort=period.asc');
  const fee = page.getByRole('checkbox', { name: '回收' });
  await page.getByRole('button', { name: '列设置' }).click();
  await expect(fee).toBeChecked();
  await saving(page, 'columns', () => fee.click());
  await expect(fee).not.toBeChecked();
  await expect(page.getByRole('columnheader', { name: '回收' })).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: '账单号' })).toBeDisabled();
  // Past the column that is hidden.
  await saving(page, 'columns', () => page.getByRole('button', { name: '把“期末余额”前移' }).click());
  await saving(page, 'columns', () => page.getByRole('button', { name: '把“期末余额”前移' }).click());
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('button', { name: '保存为视图' }).click();
  await page.getByLabel('给当前筛选起个名字').fill('已结清的');
  await saving(page, 'views', () => page.getByLabel('给当前筛选起个名字').press('Enter'));
  await expect(view(page, '已结清的')).toHaveAttribute('aria-current', 'true');
  await first.close();

  const second = await browser.newContext();
  const again = await signedInPage(second, user.mobile, user.password);
  await visit(again, '/layout/bill');
  await expect(rowsOf(again, '商户账单').first()).toBeVisible();
  await expect(again.getByRole('columnheader', { name: '回收' })).toHaveCount(0);
  await expect(again.getByRole('columnheader').last()).not.toContainText('期末');
  await view(again, '已结清的').click();
  await expect(again).toHaveURL(/state=SETTLED/);
  await expect(again).toHaveURL(/sort=period.asc/);
  await expect(rowsOf(again, '商户账单').first()).toContainText('已结清');

  await again.getByRole('button', { name: '视图“已结清的”的操作' }).click();
  await saving(again, 'views', () => again.getByRole('menuitem', { name: '设为默认视图' }).click());
  await visit(again, '/layout/bill');
  await expect(again).toHaveURL(/state=SETTLED/);
  await view(again, '全部').click();
  await expect(again).not.toHaveURL(/state=/);

  // A link to a record opens it, without the view.
  const token = await tokenOf(second.request, user.mobile, user.password);
  const { list } = await post(second.request, 'bill/queryBill', { kind: 'MERCHANT' }, token);
  await visit(again, `/layout/bill?open=${list[0].id}`);
  await expect(again.getByRole('dialog', { name: list[0].period })).toContainText('期末');
  await expect(again).not.toHaveURL(/state=/);
  await again.getByRole('dialog').getByRole('button', { name: '关闭' }).first().click();

  await view(again, '已结清的').click();
  await again.getByRole('button', { name: '视图“已结清的”的操作' }).click();
  await again.getByRole('menuitem', { name: '删除视图“已结清的”' }).click();
  await expect(view(again, '已结清的')).toHaveCount(0);
  await second.close();
});

test('in English and in a window of 1024 pixels no column runs under what can be done with a row', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.evaluate(() => sessionStorage.setItem('i18nextLng', 'en'));
  await page.setViewportSize({ width: 1024, height: 800 });
  for (const { path, list } of [
    { path: '/layout/index/approval?tab=rules', list: 'Rules' },
    { path: '/layout/system/tenantinfo?tab=packages', list: 'Packages' },
  ]) {
    await page.goto(path);
    await expect(rowsOf(page, list).first()).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeInViewport();
    const region = page.getByRole('region', { name: list, exact: true });
    await expect
      .poll(() => region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), list)
      .toBe(0);
  }
});

test('on a phone a row’s box stands at the edge of its card, in the line of what names the record', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/layout/merchant');
  const card = rowsOf(page, '商户').first();
  await expect(card).toBeVisible();
  // Measured at one moment: rows may still move what is below them.
  const place = () =>
    card.evaluate((row) => {
      const [edge, box, name] = [row, row.querySelector('input'), row.querySelector('button')].map((part) =>
        part?.getBoundingClientRect(),
      );
      if (!edge || !box || !name) return null;
      const isInLine = box.top < name.bottom && box.bottom > name.top;
      return { fromEdge: Math.round(edge.right - box.right), isInLine, isCovered: name.right > box.left };
    });
  await expect.poll(place).toEqual({ fromEdge: 16, isInLine: true, isCovered: false });
});

test('on a phone one filter stands above the list, and the others come with 更多筛选', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/layout/merchant?state=ACTIVE');
  const filters = page.getByRole('search');
  await expect(filters.getByRole('textbox', { name: '关键字' })).toBeVisible();
  await expect(filters.getByRole('combobox')).toHaveCount(0);
  // What is in force is told though its field is folded away.
  await expect(filters.getByText('状态: 正常')).toBeVisible();
  await filters.getByRole('button', { name: '更多筛选' }).click();
  await expect(filters.getByRole('combobox', { name: '状态' })).toBeVisible();
});

test('on a phone what is pressed on lists, on the desk of bills and in the bar above is 40 pixels high', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const address of [
    'merchant',
    'merchant/storebill',
    'bill',
    'system/company',
    'paymentreceived/card',
  ]) {
    await page.goto(`/layout/${address}`);
    await expect(page.getByRole('button', { name: /查\s?询/ })).toBeVisible();
    await expect(page.getByText(/^(共 [\d,]+ 条|超过 10,000 条)/).first()).toBeVisible();
    expect(await lowTargets(page)).toEqual([]);
  }
});

/** What can be pressed and is lower than 40 pixels, with how high it is. */
function lowTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ['header button', 'main button', 'main .ant-tabs-tab', 'main .ant-select', 'main .ant-picker']
      .flatMap((selector) => [...document.querySelectorAll(selector)])
      // The head of the table is there for screen readers alone.
      .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !target.closest('thead'))
      .map((target) => ({ target, height: Math.round(target.getBoundingClientRect().height) }))
      .filter(({ height }) => height < 40)
      .map(({ target, height }) => `${target.outerHTML.slice(0, 200)}: ${height}`),
  );
}

/** Opens an address as somebody who is reminded of the initial password. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: '稍后再说' }).click();
}

/** Does what changes how the list looks, and waits until the server has it: what is on its way ends with the page. */
async function saving(page: Page, part: 'columns' | 'views', act: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/preference/savePreference') &&
      response.request().postDataJSON().name.endsWith(`.${part}`),
  );
  await act();
  await saved;
}

function view(page: Page, name: string) {
  return page
    .getByRole('navigation', { name: '我的视图' })
    .getByRole('button', { name: new RegExp(`^${name}`) });
}

test('a view is shared with colleagues, who see how many it has; who shared it takes it back', async ({
  context,
  browser,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant?state=PENDING');
  const views = page.getByRole('navigation', { name: '我的视图' });
  await views.getByRole('button', { name: '保存为视图' }).click();
  await page.getByLabel('给当前筛选起个名字').fill('等待审核');
  await saving(page, 'views', () => page.getByRole('button', { name: '保存', exact: true }).click());
  const total = (await page.getByText(/^共 [\d,]+ 条$/).textContent())?.match(/[\d,]+/)?.[0];
  await expect(views.getByRole('button', { name: `等待审核 ${total}`, exact: true })).toBeVisible();
  await views.getByRole('button', { name: '视图“等待审核”的操作' }).click();
  await page.getByRole('menuitem', { name: '共享给同事' }).click();
  await expect(page.getByText('已共享视图“等待审核”')).toBeVisible();

  const other = await signedInPage(await browser.newContext(), '13800000002');
  await other.goto('/layout/merchant');
  const theirs = other.getByRole('navigation', { name: '我的视图' });
  const shared = theirs.getByRole('button', { name: /等待审核/ });
  await expect(shared).toHaveAccessibleName(/平台管理员 共享 等待审核 \d/);
  await shared.click();
  await expect(other).toHaveURL(/state=PENDING/);
  await expect(theirs.getByRole('button', { name: '视图“等待审核”的操作' })).toHaveCount(0);

  await views.getByRole('button', { name: '视图“等待审核”的操作' }).click();
  await page.getByRole('menuitem', { name: '停止共享“等待审核”' }).click();
  await other.reload();
  await expect(theirs.getByRole('button', { name: '保存为视图' })).toBeVisible();
  await expect(shared).toHaveCount(0);
});
