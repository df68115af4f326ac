import { freePort } from '@xyxlx/database/embedded/free-port';
import { type APIRequestContext, expect } from 'playwright/test';
import { approveOpen, openOnDesk } from './support/approval-desk.ts';
import { test as base, password, post, signedInPage } from './support/console.ts';
import { giveReason, rowsOf, tokenOf } from './support/records.ts';
import { startService } from './support/service.ts';

/** 合规专员 and 合规主管 of the seeds. */
const officer = '13800000007';
const head = '13800000010';
const code = 'LIFE';

/** On a service of its own, whose day may pass. */
const test = base.extend<object, { ownService: string }>({
  ownService: [
    async ({ browserName: _ }, use) => {
      const port = String(await freePort());
      const stop = await startService(port, { SEED: 'small' });
      await use(`http://127.0.0.1:${port}`);
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ ownService }, use) => use(ownService),
});

test('a rule is tried on the past and for a day, enabled by somebody else, finds a payment, and is disabled', async ({
  context,
}) => {
  test.setTimeout(240_000);
  const { request } = context;
  await addRule(request);
  const page = await signedInPage(context, officer);
  await page.goto(`/layout/compliance/settings?keyword=${code}`);
  const row = rowsOf(page, '规则').filter({ hasText: code });
  await row.getByRole('button', { name: code }).click();
  const drawer = page.getByRole('dialog', { name: `${code} · 单笔一元` });
  const version = drawer.getByRole('region', { name: 'v1' });

  await version.getByRole('button', { name: '开始试运行' }).click();
  await page
    .getByRole('dialog', { name: /开始试运行/ })
    .getByRole('button', { name: '开始试运行' })
    .click();
  await expect(version).toContainText('试运行');
  await version.getByRole('button', { name: '提交启用' }).click();
  const early = page.getByRole('dialog', { name: /^提交启用/ });
  await early.getByLabel('原因').fill('太早');
  await early.getByRole('button', { name: '提交启用' }).click();
  await expect(page.getByText('试运行未满 24 小时')).toBeVisible();
  await early.getByRole('button', { name: '取消' }).click();

  await version.getByRole('button', { name: '回测' }).click();
  await version.getByRole('button', { name: '开始回测' }).click();
  await expect(version).toContainText('已完成', { timeout: 60_000 });
  await expect(version.getByRole('region', { name: '命中抽样（50 条）' })).toContainText('金额 ¥');

  await post(request, 'dev/clock', { offsetSeconds: 25 * 3_600 });
  await version.getByRole('button', { name: '提交启用' }).click();
  await giveReason(page, /^提交启用/, '提交启用', '试运行正常');
  await expect(version).toContainText('试运行（待审核）');

  const checking = await signedInPage(context, head);
  await checking.goto(`/layout/index/approval?keyword=${code}`);
  const approval = await openOnDesk(checking, `${code} v1`);
  await expect(approval).toContainText('每一次，员工的消费 单笔 ≥ 1 元');
  await approveOpen(checking);

  const token = await tokenOf(request);
  const { list } = await post(request, 'employee/queryEmployee', { state: ['ACTIVE'], pageSize: 200 }, token);
  const { id: employeeId } = list.find(
    ({ availableLimit }: { availableLimit: number }) => availableLimit > 10_000,
  );
  await post(request, 'dev/pay', { employeeId, amount: 100 }, token);
  await page.reload();
  await expect(version).toContainText('启用');
  await expect(
    drawer.getByRole('term').filter({ hasText: '30 天命中' }).first().locator('xpath=following::dd[1]'),
  ).toHaveText('1');

  await version.getByRole('button', { name: '停用' }).click();
  await giveReason(page, /^停用/, '停用', '不再需要');
  await expect(version).toContainText('停用原因');
  await expect(version).toContainText('不再需要');
});

/** A rule that finds every payment, as its officer has just written it. */
async function addRule(request: APIRequestContext): Promise<void> {
  const { token, user } = await post(request, 'userAccount/login', { mobile: officer, password });
  const sla = { urgent: 4, high: 24, medium: 72, low: 168 };
  const members = { memberIds: [user.id], escalateToId: null };
  const inbox = await post(request, 'compliance/addInbox', { name: '一线', sla, ...members }, token);
  const expression = {
    ...{ source: 'PAYMENT', subject: 'EMPLOYEE', filters: [], window: { kind: 'EVENT' }, aggregates: [] },
    when: { of: 'amount', op: 'GE', value: 100 },
  };
  const terms = { score: 30, severity: 'MEDIUM', action: 'ALERT', inboxId: inbox.id };
  await post(request, 'compliance/addRule', { code, name: '单笔一元', expression, ...terms }, token);
}
