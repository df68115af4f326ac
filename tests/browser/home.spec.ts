import { expect, type Page } from 'playwright/test';
import { shanghaiDay } from '../../apps/api/src/platform/time/shanghai.ts';
import { screens } from '../../apps/console/src/screens.ts';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { quietOf } from './support/quiet.ts';
import { checker, tokenOf } from './support/records.ts';

test('shows the figures of today', async ({ context }) => {
  const page = await signedInPage(context);
  const figures = page.getByRole('region', { name: '今日数据' });
  // Others move funds meanwhile: what is shown is compared with what the page was told.
  await expect(async () => {
    const answered = page.waitForResponse('**/home/getHome');
    await page.goto('/layout/index');
    const { result: home } = await (await answered).json();
    await expect(figures).toContainText(yuan(home.fund.availableBalance), { timeout: 3_000 });
    await expect(figures).toContainText(yuan(home.spend.todayAmount), { timeout: 3_000 });
    const [top] = home.topMerchants;
    await expect(page.getByRole('link', { name: top.merchant.name })).toBeVisible();
  }).toPass();
  await expect(page.getByRole('table', { name: '近 30 天消费与退款' }).getByRole('row')).toHaveCount(31);
});

test('a platform administrator sees every tenant’s figures, or those of one', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/index');
  const main = page.getByRole('main');
  await expect(main).toContainText('全部租户 · 数据截至');
  await page.getByLabel('租户', { exact: true }).fill('北辰');
  await page.locator('.ant-select-item-option').filter({ hasText: '北辰企业服务' }).click();
  await expect(main).toContainText('北辰企业服务 · 数据截至');
  await page.reload();
  await expect(main).toContainText('北辰企业服务 · 数据截至');
});

test('tells the amounts of the trend day by day to the arrow keys', async ({ context }) => {
  const { trend } = await post(context.request, 'home/getHome', {}, await tokenOf(context.request));
  const page = await signedInPage(context);
  await page.goto('/layout/index');
  const chart = page.getByRole('application', { name: '近 30 天消费与退款' });
  // Before the lines are drawn it has no days to go through.
  await expect(chart.locator('.recharts-line-curve')).toBeAttached();
  await chart.focus();
  const told = page.getByRole('status').filter({ hasText: '消费' });
  for (const day of trend.slice(1, 4)) {
    await chart.press('ArrowRight');
    await expect(told).toContainText(day.day);
    await expect(told).toContainText(yuan(day.consumeAmount));
    await expect(told).toContainText(yuan(day.refundAmount));
  }
  await chart.press('ArrowLeft');
  await expect(told).toContainText(trend[2].day);
});

const words = new Map(
  screens.flatMap(({ todos = {} }) => Object.entries(todos).map(([kind, { title }]) => [kind, title.zh])),
);

test('each to-do leads to exactly what it counts', async ({ context }) => {
  const token = await tokenOf(context.request);
  const todosNow = async (): Promise<{ kind: string; count: number }[]> =>
    (await post(context.request, 'home/getHome', {}, token)).todos;
  // A calendar is shown as a year, not listed.
  const kinds = (await todosNow()).map(({ kind }) => kind).filter((kind) => kind !== 'calendarMissing');
  expect(kinds).toEqual(expect.arrayContaining(['billDisputed', 'lotteryFailed', 'fundLow']));
  const page = await signedInPage(context);
  await leadToTheirCounts(
    page,
    kinds.map((kind) => ({
      link: words.get(kind) as string,
      countNow: async () => (await todosNow()).find((todo) => todo.kind === kind)?.count ?? 0,
    })),
  );
});

test('the missing calendar of next year leads to that year', async ({ context }) => {
  const page = await signedInPage(context);
  await page.route('**/xyxlx/home/getHome', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.result.todos = [{ kind: 'calendarMissing', count: 1, since: null }];
    await route.fulfill({ response, json });
  });
  await page.goto('/layout/index');
  await page.getByRole('link', { name: words.get('calendarMissing') as string }).click();
  const next = Number(shanghaiDay(new Date()).slice(0, 4)) + 1;
  await expect(page.getByRole('main').getByText(String(next), { exact: true })).toBeVisible();
});

test('each kind of thing to approve leads to exactly what it counts', async ({ context }) => {
  const token = await tokenOf(context.request, checker);
  const waiting = async (): Promise<
    { subjectType: string; subjectTypeLabel: { zh: string }; count: number }[]
  > => (await post(context.request, 'approval/todoCount', {}, token)).byType;
  const kinds = await waiting();
  expect(kinds.map(({ subjectType }) => subjectType)).toContain('merchantRegistration');
  const page = await signedInPage(context, checker);
  await leadToTheirCounts(
    page,
    kinds.map(({ subjectType, subjectTypeLabel }) => ({
      link: `待我审批：${subjectTypeLabel.zh}`,
      countNow: async () => (await waiting()).find((kind) => kind.subjectType === subjectType)?.count ?? 0,
    })),
  );
});

/** Follows each link until its list says as many as there are at that moment: other tests work on the same records meanwhile. */
async function leadToTheirCounts(
  page: Page,
  links: { link: string; countNow: () => Promise<number> }[],
): Promise<void> {
  const untilQuiet = quietOf(page);
  for (const { link, countNow } of links) {
    await expect(async () => {
      // Of a kind of which others took the last there is no link any more.
      if ((await countNow()) === 0) return;
      await page.goto('/layout/index');
      await page.getByRole('link', { name: link }).click({ timeout: 10_000 });
      await page.waitForURL(({ pathname }) => pathname !== '/layout/index');
      await untilQuiet();
      // At its beginning: the sums over a filter say the same further behind.
      // A list behind a tab comes after the page, and asks only then.
      const total = page.getByText(new RegExp(`^共 ${await countNow()} 条`));
      await expect(total).toBeVisible({ timeout: 5_000 });
    }).toPass();
  }
}

test('who may only read is not offered the to-dos of those who act', async ({ context }) => {
  const page = await signedInPage(context, accounts.auditor);
  await Promise.all([page.waitForResponse('**/approval/todoCount'), page.goto('/layout/index')]);
  await expect(page.getByRole('region', { name: '今日数据' })).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('link', { name: /待我审批|批量调额|账单有异议|奖品发放失败/ }),
  ).toHaveCount(0);
});

test('says what went wrong when the figures cannot be read, and reads them again', async ({ context }) => {
  const page = await signedInPage(context);
  await page.route('**/xyxlx/home/getHome', (route) =>
    route.fulfill({ json: { code: 406, success: false, msg: '暂时读不到', result: null } }),
  );
  await page.goto('/layout/index');
  await expect(page.getByRole('main')).toContainText('暂时读不到');
  await page.unroute('**/xyxlx/home/getHome');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('region', { name: '今日数据' })).toBeVisible();
});

function yuan(fen: number): string {
  return new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(fen / 100);
}
