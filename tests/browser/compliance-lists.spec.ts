import { expect } from 'playwright/test';
import { post, signedInPage, test } from './support/console.ts';
import { choose, giveReason, rowsOf, settled, tokenOf, unique } from './support/records.ts';

const officer = '13800000007';

test('an employee is put on the black list, and taken off once somebody else agrees', async ({ context }) => {
  const token = await tokenOf(context.request);
  const { list } = await post(
    context.request,
    'employee/queryEmployee',
    { state: ['ACTIVE'], pageSize: 10 },
    token,
  );
  const { employeeNo } = list[9];
  const page = await signedInPage(context, officer);
  await page.goto('/layout/compliance/settings?tab=list');
  await settled(page, '名单');
  await page.getByRole('button', { name: '列入名单' }).first().click();
  const form = page.getByRole('dialog', { name: '列入名单' });

  await choose(form, '名单', '白名单');
  await form.getByRole('button', { name: /保/ }).click();
  await expect(form.getByText('请选择规则')).toBeVisible();
  await expect(form.getByText('不得超过 180 天')).toBeVisible();

  await choose(form, '名单', '黑名单');
  await expect(form.getByText('请选择规则')).toBeHidden();
  await form.getByLabel('主体', { exact: true }).fill(employeeNo);
  await page.locator('.ant-select-item-option').filter({ hasText: employeeNo }).click();
  await form.getByLabel('原因').fill('案件查实');
  await form.getByRole('button', { name: /保/ }).click();
  await expect(form).toBeHidden();
  const row = rowsOf(page, '名单').filter({ hasText: employeeNo });
  await expect(row).toContainText('黑名单');
  await expect(row).toContainText('生效');

  await row.getByRole('button', { name: new RegExp(employeeNo) }).click();
  const drawer = page.getByRole('dialog', { name: new RegExp(employeeNo) });
  await drawer.getByRole('button', { name: '移出名单' }).click();
  await giveReason(page, /^移出名单/, '移出名单', '误列');
  await expect(row).toContainText('待移出');
  await expect(drawer).toContainText('等待');
});

test('a file lists those whom it names, once what it would do was read', async ({ context }) => {
  const token = await tokenOf(context.request);
  const { list } = await post(
    context.request,
    'employee/queryEmployee',
    { state: ['ACTIVE'], pageSize: 10 },
    token,
  );
  // Not whom the test beside it puts on the black list.
  const { employeeNo, merchant } = list[8];
  const page = await signedInPage(context, officer);
  await page.goto('/layout/compliance/settings?tab=list');
  await page.getByRole('button', { name: '导入名单' }).first().click();
  const wizard = page.getByRole('dialog', { name: '导入名单' });
  await page.getByTestId('import-file').setInputFiles({
    name: '名单.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        '名单,主体类型,工号/卡编号/名称,员工所属商户,豁免规则编码,生效日期,最后一天,原因',
        `灰名单,员工,${employeeNo},${merchant.name},,,,多次夜间消费`,
        '灰名单,员工,NOBODY-1,,,,,多次夜间消费',
      ].join('\n'),
    ),
  });
  await expect(wizard).toContainText('主体不存在');
  await expect(wizard).toContainText('立即列入');
  await wizard.getByRole('button', { name: '导入 1 行' }).click();
  await expect(wizard).toContainText('部分导入成功');
  await wizard.getByRole('button', { name: '完成' }).click();
  const row = rowsOf(page, '名单').filter({ hasText: employeeNo }).filter({ hasText: '灰名单' });
  await expect(row).toContainText('多次夜间消费');
});

test('an inbox is made with its members and hours, changed, and never its own next', async ({ context }) => {
  const page = await signedInPage(context, officer);
  const name = `一线${unique()}`;
  await page.goto('/layout/compliance/settings?tab=inbox');
  await page.getByRole('button', { name: '新增收件箱' }).first().click();
  const form = page.getByRole('dialog', { name: '新增收件箱' });
  await form.getByLabel('名称').fill(name);
  await form.getByLabel('成员').fill('合规专员');
  await page.locator('.ant-select-item-option').filter({ hasText: '合规专员' }).click();
  await expect(form.getByLabel('时限：紧急')).toHaveValue('4');
  await form.getByLabel('时限：紧急').fill('2');
  await form.getByRole('button', { name: /保/ }).click();
  await expect(form).toBeHidden();
  const row = rowsOf(page, '收件箱').filter({ hasText: name });
  await expect(row).toContainText('合规专员');
  await expect(row).toContainText('2 / 24 / 72 / 168 小时');

  await row.getByRole('button', { name: '修改' }).click();
  const edit = page.getByRole('dialog', { name: '修改收件箱' });
  await expect(edit).toContainText('合规专员');
  await edit.getByLabel('名称').fill(`${name}改`);
  await edit.getByLabel('升级至').click();
  await expect(page.locator('.ant-select-item-option').filter({ hasText: name })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await edit.getByRole('button', { name: /保/ }).click();
  await expect(edit).toBeHidden();
  await expect(row).toContainText(`${name}改`);
});
