import { expect, type Locator, type Page } from 'playwright/test';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { giveReason, rowsOf, tokenOf, typeTime } from './support/records.ts';

test('each picker of a condition writes its part, the order of conditions is kept, and scopes are assigned by pickers', async ({
  context,
}) => {
  const name = `选择${Date.now()}`;
  const token = await tokenOf(context.request, accounts.tenantB);
  const brands = await post(context.request, 'merchant/queryBrandOption', {}, token);
  const merchants = await post(context.request, 'merchant/queryMerchantOption', {}, token);
  const [brand, merchant] = [brands[0].name, merchants[0].name] as [string, string];
  const page = await signedInPage(context, accounts.tenantB);
  await page.goto('/layout/platform/rules');
  await page.getByRole('button', { name: '新增制度' }).click();
  const editor = page.getByRole('dialog', { name: '新增制度' });
  await editor.getByLabel('制度', { exact: true }).fill(name);
  await take(page, editor.getByRole('group', { name: '范围第 1 行' }).getByLabel('按'), '全体员工');

  const rule = editor.getByRole('group', { name: '规则 1', exact: true });
  let count = 0;
  /** Begins the next condition on a factor; returns where it stands. */
  async function condition(factor: string): Promise<Locator> {
    count += 1;
    if (count > 1) await rule.getByRole('button', { name: '添加条件' }).click();
    const place = editor.getByRole('group', { name: `规则 1 条件 ${count}` });
    await take(page, place.getByLabel('条件', { exact: true }), factor);
    return place;
  }
  const limit = await condition('单笔');
  await limit.getByLabel('单笔', { exact: true }).fill('50');
  const category = await condition('类目');
  await take(page, category.getByLabel('类目', { exact: true }), '餐饮');
  await page.keyboard.press('Escape');
  const mcc = await condition('商户类别');
  await take(page, mcc.getByLabel('关系', { exact: true }), '不属于');
  await mcc.getByLabel('商户类别', { exact: true }).fill('7011，5811-5814，');
  const city = await condition('城市');
  await city.getByLabel('城市', { exact: true }).fill('440000 ');
  const ofBrand = await condition('品牌');
  await ofBrand.getByLabel('品牌', { exact: true }).fill(brand);
  await take(page, null, brand);
  await page.keyboard.press('Escape');
  const ofMerchant = await condition('商户');
  await ofMerchant.getByLabel('商户', { exact: true }).fill(merchant);
  await take(page, null, merchant);
  await page.keyboard.press('Escape');
  const time = await condition('时段');
  await typeTime(time.getByLabel('时段 1 起'), '11:00');
  await typeTime(time.getByLabel('时段 1 止'), '14:00');
  await time.getByRole('button', { name: '添加时段' }).click();
  await typeTime(time.getByLabel('时段 2 起'), '22:00');
  await typeTime(time.getByLabel('时段 2 止'), '02:00');
  const sentence = `单笔不超过 50.00 元，类目限餐饮，商户类别不含7011、5811-5814，城市限440000，品牌限${brand}，商户限${merchant}，11:00–14:00、22:00–02:00可用`;
  await expect(rule).toContainText(sentence);
  await editor.getByRole('button', { name: '保存' }).click();
  await expect(editor).toHaveCount(0);

  await page.goto(`/layout/platform/rules?keyword=${name}`);
  const row = rowsOf(page, '使用规则');
  await row.getByRole('button', { name }).click();
  const drawer = page.getByRole('dialog', { name, exact: true });
  await expect(drawer).toContainText(sentence);
  await drawer.getByRole('button', { name: '编辑' }).click();
  const edited = page.getByRole('dialog', { name: `编辑制度 · ${name}` });
  await expect(edited.getByRole('group', { name: '规则 1', exact: true })).toContainText(sentence);
  await edited.getByRole('button', { name: '取消' }).click();
  await drawer.getByRole('button', { name: '关闭' }).first().click();

  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '指派' }).click();
  const assign = page.getByRole('dialog', { name: '指派 1 个制度' });
  const line = assign.getByRole('group', { name: '范围第 1 行' });
  await line.getByLabel('商户', { exact: true }).fill(merchant);
  await take(page, null, merchant);
  await line.getByLabel('排除').click();
  await assign.getByRole('button', { name: '添加范围' }).click();
  const second = assign.getByRole('group', { name: '范围第 2 行' });
  await take(page, second.getByLabel('按'), '标签');
  await second.getByLabel('标签', { exact: true }).fill('骨干');
  await assign.getByLabel('原因').fill('测试指派');
  await assign.getByRole('button', { name: '指派' }).click();
  await expect(assign).toContainText('成功 1');
  await assign.getByRole('button', { name: '关闭' }).last().click();
  await row.getByRole('button', { name }).click();
  await expect(drawer).toContainText(`排除 商户 ${merchant}`);
  await expect(drawer).toContainText('标签 骨干');
  await expect(drawer).toContainText(sentence);
  await drawer.getByRole('button', { name: '归档' }).click();
  await giveReason(page, '归档', '归档', '测试结束');
});

/** Takes a choice of a field; of what is open already where none is named. */
async function take(page: Page, field: Locator | null, choice: string): Promise<void> {
  await field?.click();
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await options
    .filter({ has: page.getByText(choice, { exact: true }) })
    .first()
    .click();
}
