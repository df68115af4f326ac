import { expect } from 'playwright/test';
import { approveOpen } from './support/approval-desk.ts';
import { post, signedInPage, test } from './support/console.ts';
import { checker, choose, giveReason, rowsOf, settled, tokenOf, unique } from './support/records.ts';

test('a platform is added; its fee waits for somebody else, who compares old and new', async ({
  context,
}) => {
  const page = await signedInPage(context);
  const code = `T_${unique()}`;
  const name = `测试平台${code.slice(2)}`;
  await page.goto('/layout/platform/list');
  await page.getByRole('button', { name: '新增平台' }).click();
  const form = page.getByRole('dialog', { name: '新增平台' });
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('请输入平台编码')).toBeVisible();
  await form.getByLabel('平台编码').fill('a');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toContainText('2–20 位大写字母、数字或下划线');
  await form.getByLabel('平台编码').fill(code.toLowerCase());
  await form.getByLabel('名称').fill(name);
  await form.getByLabel('费率（基点）').fill('38');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('费率 0.38% 已提交审核')).toBeVisible();
  const row = rowsOf(page, '平台列表').filter({ hasText: name });
  await expect(row).toContainText(code);
  await expect(row).toContainText('0.38% 待审核');
  await expect(row).toContainText('0.00%');

  await row.getByRole('button', { name }).click();
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer.getByRole('row', { name: /费率/ })).toContainText('0.00%0.38%');
  await drawer.getByRole('button', { name: '编辑', exact: true }).click();
  const edit = page.getByRole('dialog', { name: '编辑平台' });
  await expect(edit.getByLabel('平台编码')).toBeDisabled();
  await expect(edit.getByLabel('费率（基点）')).toBeDisabled();
  await page.keyboard.press('Escape');

  const checking = await signedInPage(context, checker);
  await checking.goto(`${page.url()}`);
  await checking.getByRole('link', { name: '前往审批' }).click();
  const approval = checking.getByRole('dialog', { name: `平台变更 · ${name}` });
  await approveOpen(checking, approval);
  await expect(approval).toContainText('已通过');
  await page.reload();
  await expect(drawer.getByRole('definition').filter({ hasText: '0.38%' })).toBeVisible();
});

test('a platform with active merchants is not put out of use, an empty one is, and no merchant is offered it', async ({
  context,
}) => {
  const token = await tokenOf(context.request);
  const name = `空平台${unique()}`;
  const platform = await post(
    context.request,
    'platform/addPlatform',
    { code: `E_${unique()}`, name, type: 'MALL', feeBps: 0 },
    token,
  );
  const page = await signedInPage(context);
  await page.goto('/layout/platform/list?keyword=ALIPAY');
  await rowsOf(page, '平台列表').getByRole('button').first().click();
  const used = page.getByRole('dialog', { name: '支付宝商户平台' });
  await used.getByRole('button', { name: '停用' }).click();
  const question = page.getByRole('dialog', { name: /^停用/ });
  await question.getByLabel('原因').fill('合同到期');
  await question.getByRole('button', { name: '停用', exact: true }).click();
  await expect(page.getByText('仍有正常商户，不能停用').first()).toBeVisible();

  await page.goto(`/layout/platform/list?open=${platform.id}`);
  const empty = page.getByRole('dialog', { name });
  await empty.getByRole('button', { name: '停用' }).click();
  await giveReason(page, '停用', '停用', '合同到期');
  await expect(empty.getByRole('button', { name: '启用' })).toBeVisible();

  await page.goto('/layout/merchant');
  await page.getByRole('button', { name: '新增商户' }).click();
  const form = page.getByRole('dialog', { name: '新增商户' });
  await form.getByLabel('平台').fill('平台');
  const options = page.locator('.ant-select-item-option');
  await expect(options.filter({ hasText: '银联商务平台' }).first()).toBeVisible();
  await expect(options.filter({ hasText: name })).toHaveCount(0);
});

test('an account at a platform is added, waits masked, and is in use once a checker agrees', async ({
  context,
}) => {
  const digits = unique().padStart(12, '6');
  const name = `户名${digits.slice(-6)}`;
  const page = await signedInPage(context);
  await page.goto('/layout/platform/painfo');
  await page.getByRole('button', { name: '添加账户' }).click();
  const form = page.getByRole('dialog', { name: '添加账户' });
  await choose(form, '平台', '银联商务平台');
  // Others add companies meanwhile: only the first few are drawn.
  await form.getByLabel('公司', { exact: true }).fill('华东福利科技总部');
  await choose(form, '公司', '华东福利科技总部');
  await form.getByLabel('户名').fill(name);
  await form.getByLabel('银行').fill('招商银行');
  await form.getByLabel('账号').fill('1234567');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toContainText('8–30 位数字');
  await form.getByLabel('账号').fill(digits);
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已提交，审核通过后生效')).toBeVisible();
  const row = rowsOf(page, '平台账户信息').filter({ hasText: name });
  await expect(row).toContainText(`**** ${digits.slice(-4)}`);
  await expect(row).toContainText('待审核');

  await row.getByRole('button').click();
  await expect(page.getByRole('dialog', { name })).toContainText('账面为对账单期初');
  const checking = await signedInPage(context, checker);
  await checking.goto(page.url());
  await checking.getByRole('link', { name: '前往审批' }).click();
  const approval = checking.getByRole('dialog', { name: `平台变更 · ${name}` });
  await approval.getByRole('button', { name: '查看' }).click();
  await giveReason(checking, '查看敏感信息', '查看', '核对开户许可证');
  await expect(approval.getByRole('row', { name: /账号/ })).toContainText(digits);
  await approveOpen(checking, approval);
  await expect(approval).toContainText('已通过');
  await page.reload();
  await expect(row).toContainText('正常');
});

test('a brand is added, gets a logo and merchants, and is put out of use', async ({ context }) => {
  const name = `测试品牌${unique()}`;
  const page = await signedInPage(context);
  await page.goto('/layout/platform/brand');
  await page.getByRole('button', { name: '新增品牌' }).click();
  const form = page.getByRole('dialog', { name: '新增品牌' });
  await form.getByLabel('名称').fill(name);
  await choose(form, '类目', '餐饮');
  await form.getByRole('button', { name: '保存' }).click();
  const row = rowsOf(page, '品牌').filter({ hasText: name });
  await row.getByRole('button', { name }).click();
  const drawer = page.getByRole('dialog', { name });

  await page.getByTestId('picture-file').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await expect(page.getByText('请选择 png、jpeg 或 webp 图片')).toBeVisible();
  const logo = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  await page.getByTestId('picture-file').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(logo, 'base64'),
  });
  await expect(drawer.getByRole('img', { name: `${name}的标志` })).toHaveJSProperty('naturalWidth', 256);

  // They would lie over the merchants that are offered.
  await expect(page.getByRole('status')).toHaveCount(0);

  await drawer.getByRole('button', { name: '归入商户' }).click();
  const assign = page.getByRole('dialog', { name: `将商户归入“${name}”` });
  await assign.getByLabel('商户').click();
  await page.locator('.ant-select-item-option').first().click();
  const merchant = (await assign.locator('.ant-select-selection-item-content').textContent()) ?? '';
  await page.keyboard.press('Escape');
  await assign.getByRole('button', { name: '归入商户' }).click();
  const outcome = page.getByRole('dialog', { name: `将商户归入“${name}”` });
  await expect(outcome.getByRole('listitem').filter({ hasText: merchant })).toBeVisible();
  await outcome
    .getByRole('button', { name: /关\s?闭/ })
    .last()
    .click();

  await drawer.getByRole('button', { name: '停用' }).click();
  await page
    .getByRole('dialog', { name: /^停用/ })
    .getByRole('button', { name: '停用', exact: true })
    .click();
  await expect(drawer.getByRole('button', { name: '启用' })).toBeVisible();
  await expect(drawer.getByRole('button', { name: '归入商户' })).toHaveCount(0);
});

test('on a phone a platform is its name and state, an account its last digits and difference', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [address, list, shown, hidden] of [
    ['/layout/platform/list', '平台列表', '状态', '费率'],
    ['/layout/platform/painfo', '平台账户信息', '差额', '账面'],
  ] as const) {
    await page.goto(address);
    await settled(page, list);
    const row = rowsOf(page, list).first();
    await expect(row.locator(`td[data-label="${shown}"]`)).toBeVisible();
    await expect(row.locator(`td[data-label="${hidden}"]`)).toBeHidden();
  }
});

test('where there is nothing yet, each list says how to begin', async ({ context }) => {
  const page = await signedInPage(context);
  await page.route(/\/(queryPlatform|queryAccount|queryBrand)(\?|$)/, (route) =>
    route.fulfill({
      json: {
        code: 200,
        success: true,
        msg: '',
        result: { list: [], total: 0, totalIsEstimate: false, pageNum: 1, pageSize: 20, cursor: null },
      },
    }),
  );
  for (const [path, list, words] of [
    ['list', '平台列表', '新增平台'],
    ['painfo', '平台账户信息', '添加账户'],
    ['brand', '品牌', '新增品牌'],
  ] as const) {
    await page.goto(`/layout/platform/${path}`);
    const start = page.getByRole('region', { name: list, exact: true }).getByRole('button', { name: words });
    await start.click();
    await expect(page.getByRole('dialog', { name: words })).toBeVisible();
  }
});
