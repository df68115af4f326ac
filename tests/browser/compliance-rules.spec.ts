import { expect } from 'playwright/test';
import { password, post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { choose } from './support/records.ts';

/** 合规专员 of the seeds. */
const officer = '13800000007';

test('an officer writes a rule as a sentence, moves its threshold, sees who would be hit, and tries it', async ({
  context,
}) => {
  const code = `TRY${String(Date.now())
    .slice(-6)
    .replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)))}`;
  const page = await signedInPage(context, officer);
  const { token, user } = await post(context.request, 'userAccount/login', { mobile: officer, password });
  const sla = { urgent: 4, high: 24, medium: 72, low: 168 };
  const inbox = { name: `一线 ${code}`, memberIds: [user.id], sla, escalateToId: null };
  await post(context.request, 'compliance/addInbox', inbox, token);
  await page.goto('/layout/compliance/settings');
  await page.getByRole('button', { name: '从模板新增' }).click();
  const templates = page.getByRole('dialog', { name: '从模板新增规则' });
  await choose(templates, '收件箱', inbox.name);
  await templates.getByRole('button', { name: '新增草稿' }).click();
  await expect(page.getByRole('status').filter({ hasText: /已新增 \d 条草稿规则|已有 LARGE/ })).toBeVisible();
  await expect(templates).toHaveCount(0);
  await page.goto('/layout/compliance/settings?keyword=SPLIT');
  await expect(page.getByRole('row').filter({ hasText: 'SPLIT' })).toContainText(
    '近 24 小时内，同一员工单笔 3,500–4,999.99 元的消费 ≥ 3 笔 且 合计 ≥ 10,000 元',
  );
  await page.getByRole('button', { name: '新增规则' }).click();
  const form = page.getByRole('dialog', { name: '新增规则' });
  await form.getByLabel('编码').fill(code);
  await form.getByLabel('名称').fill('单笔试验');
  const preview = form.getByRole('region', { name: '近 30 天预览' });
  const line = preview.getByRole('slider', { name: '阈值' });
  await expect(line).toHaveAttribute('aria-valuetext', '¥5,000.00');
  await line.press('ArrowDown');
  await expect(line).not.toHaveAttribute('aria-valuetext', '¥5,000.00');
  await preview.getByLabel('阈值', { exact: true }).and(page.getByRole('textbox')).fill('1');
  await expect(preview).toContainText(/条记录中命中 [1-9]|命中过多/);
  await expect(
    preview
      .getByRole('table', { name: /^将命中的前/ })
      .getByRole('row')
      .nth(1),
  ).toContainText(/\d\.\d{2}/);
  await preview.getByText('图中数据（按日）').click();
  await expect(
    preview.getByRole('table', { name: '图中数据（按日）' }).getByRole('row').nth(1),
  ).toContainText(/20\d\d-/);
  await line.hover({ position: { x: 80, y: 3 } });
  const box = await line.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 80, (box?.y ?? 0) + 3];
  await page.mouse.down();
  await page.mouse.move(x, y - 60, { steps: 4 });
  await page.mouse.up();
  await expect(line).not.toHaveAttribute('aria-valuetext', '¥1.00');
  await preview.getByLabel('阈值', { exact: true }).and(page.getByRole('textbox')).fill('1');
  await expect(form.getByRole('button', { name: '条件: 单笔 ≥ 1 元' })).toBeVisible();

  await form.getByRole('button', { name: '时间窗: 每一次' }).press('Enter');
  await page.getByRole('combobox', { name: '时间窗' }).press('ArrowDown');
  await page.getByTitle('最近一段时间').click();
  await page.keyboard.press('Escape');
  await expect(form.getByRole('button', { name: '条件: ≥ 3 笔' })).toBeVisible();
  await expectNothingSerious(page);
  await form.getByLabel('收件箱').click();
  await page.getByTitle(`一线 ${code}`).click();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toHaveCount(0);

  await page.goto(`/layout/compliance/settings?keyword=${code}`);
  const row = page.getByRole('row').filter({ hasText: code });
  await expect(row).toContainText('近 24 小时内，同一员工的消费 ≥ 3 笔');
  await row.getByRole('button', { name: code }).click();
  const drawer = page.getByRole('dialog', { name: `${code} · 单笔试验` });
  await drawer.getByRole('button', { name: '开始试运行' }).click();
  const question = page.getByRole('dialog', { name: /开始试运行/ });
  await question.getByRole('button', { name: '开始试运行' }).click();
  await expect(drawer.getByRole('region', { name: 'v1' })).toContainText('试运行');
  await expect(question).toHaveCount(0);
  await expectNothingSerious(page);
});
