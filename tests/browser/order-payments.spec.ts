import { type APIRequestContext, expect } from 'playwright/test';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, choose, tokenOf, unique } from './support/records.ts';
import { handInStatement } from './support/statements.ts';

/** A product of virtual cards that is sold with any face up to 3,000 yuan, for nothing; its code. */
async function onSale(request: APIRequestContext): Promise<string> {
  const token = await tokenOf(request);
  const code = `P${unique()}`;
  const terms = {
    form: 'VIRTUAL',
    naming: 'NAMED',
    faces: [300_000],
    makingFee: 0,
    reloadable: true,
    mcc: [],
  };
  const { id, version } = await post(request, 'card/addProduct', { code, name: code, ...terms }, token);
  const { approvalId } = await post(request, 'card/submitProduct', { id, version }, token);
  await post(request, 'approval/approve', { id: approvalId }, await tokenOf(request, checker));
  return code;
}

/** Lets somebody else agree to the order of that number; its id. */
async function agree(request: APIRequestContext, no: string): Promise<string> {
  const token = await tokenOf(request, checker);
  const { list } = await post(request, 'order/queryOrder', { keyword: no }, token);
  const of = { subjectType: 'cardOrder', subjectId: list[0].id };
  const { id } = await post(request, 'approval/getSubjectApproval', of, token);
  await post(request, 'approval/approve', { id }, token);
  return list[0].id;
}

test('an order is paid by transfer: its proof beside the line, claimed, agreed to by a checker, 已付款', async ({
  context,
}) => {
  const { request } = context;
  const code = await onSale(request);
  const token = await tokenOf(request, accounts.maker);
  const { list } = await post(request, 'employee/queryEmployee', { state: ['ACTIVE'], pageSize: 1 }, token);
  const { merchant } = list[0];
  const page = await signedInPage(context, accounts.maker);
  await page.goto('/layout/paymentreceived/order');
  await page.getByRole('button', { name: '新建订单' }).first().click();
  const form = page.getByRole('dialog', { name: '新建订单' });
  await form.getByLabel('购卡单位').fill(merchant.name);
  await page.locator('.ant-select-item-option', { hasText: merchant.name }).first().click();
  await form.getByLabel('卡产品').fill(code);
  await page.locator('.ant-select-item-option', { hasText: code }).click();
  await choose(form, '面值（元）', '3,000.00');
  await form.getByLabel('张数').fill('1');
  const online = form.getByRole('radio', { name: '线上支付' });
  await expect(online).toBeEnabled();
  await form.getByLabel('张数').fill('2');
  // 6,000 yuan: no unit pays that online.
  await expect(form).toContainText('单位购卡满 5,000.00 元不可用');
  await expect(online).toBeDisabled();
  await form.getByRole('radio', { name: '银行转账' }).click();
  await expectNothingSerious(page);
  await form.getByRole('button', { name: '提交审核' }).click();
  await expect(form).toBeHidden();
  const row = page.getByRole('row', { name: merchant.name }).filter({ hasText: '银行转账' }).first();
  const no = /KD\d+/.exec(await row.innerText())?.[0] ?? '';
  const id = await agree(request, no);

  await page.goto(`/layout/paymentreceived/order?open=${id}`);
  const drawer = page.getByRole('dialog', { name: no });
  await expect(drawer).toContainText(`请在转账摘要中填写订单号 ${no}`);
  await expect(drawer.getByRole('button', { name: `复制 ${no}` })).toBeVisible();
  await expect(drawer).toContainText('暂无金额相同的待认领流水');
  const chooser = page.waitForEvent('filechooser');
  await drawer.getByRole('button', { name: '上传凭证' }).click();
  await (await chooser).setFiles({
    name: '回单.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n'),
  });
  await expect(drawer.getByRole('list', { name: '转账凭证' })).toContainText('回单.pdf');

  const bankNo = `D${Date.now()}${unique()}`;
  const wizard = await handInStatement(page, '0002', [
    `${bankNo},2026-11-20 10:00:00,收,6000.00,6000.00,某客户,购卡款 ${no}`,
  ]);
  await wizard.getByRole('button', { name: '导入 1 行' }).click();
  await wizard.getByRole('button', { name: '完成' }).click();
  await page.goto(`/layout/paymentreceived/order?open=${id}`);
  const lines = drawer.getByRole('region', { name: '可能的到账流水' });
  const line = lines.getByRole('listitem').filter({ hasText: no });
  await expect(line).toContainText('摘要一致');
  await expectNothingSerious(page);
  await line.getByRole('button', { name: '认领' }).click();
  const claim = page.getByRole('dialog', { name: '认领 6,000.00 元' });
  await expect(claim).toContainText(bankNo);
  await claim.getByRole('button', { name: '提交' }).click();
  await expect(drawer).toContainText(`流水 ${bankNo} 已认领为本订单的付款`);

  const checking = await tokenOf(request, checker);
  const { list: found } = await post(request, 'fund/queryLine', { keyword: bankNo }, checking);
  const of = { subjectType: 'topUpClaim', subjectId: found[0].id };
  const approval = await post(request, 'approval/getSubjectApproval', of, checking);
  await post(request, 'approval/approve', { id: approval.id }, checking);

  await page.goto(`/layout/paymentreceived/order?open=${id}`);
  await expect(drawer.getByRole('region', { name: '付款记录' })).toContainText(bankNo);
  await expect(drawer.getByRole('list', { name: '转账凭证' })).toContainText('回单.pdf');
  await expect(drawer.getByRole('button', { name: '上传凭证' })).toHaveCount(0);
  expect(await post(request, 'order/getOrder', { id }, token)).toMatchObject({
    ...{ state: 'PAID', paidAmount: 600_000, payments: [{ method: 'TRANSFER', flowNo: bankNo }] },
  });

  await drawer.getByRole('button', { name: '申请开票' }).click();
  const invoice = page.getByRole('dialog', { name: `申请开票 ${no}` });
  await expect(invoice).toContainText('6,000.00');
  await invoice.getByLabel('发票抬头').fill('某客户');
  await invoice.getByLabel('接收邮箱').fill('finance@example.com');
  await invoice.getByRole('button', { name: '提交申请' }).click();
  await expect(drawer.getByRole('list', { name: '开票申请' })).toContainText('其中不征税 ¥6,000.00');
  await expect(drawer.getByRole('button', { name: '申请开票' })).toHaveCount(0);
});

test('an employee orders on a phone, is led to their order by what they are told, and applies for its invoice', async ({
  context,
}) => {
  const { request } = context;
  const code = await onSale(request);
  const page = await signedInPage(context, accounts.employee);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/layout/myaccount/myorder');
  await page.getByRole('button', { name: '新建订单' }).first().click();
  const form = page.getByRole('dialog', { name: '新建订单' });
  await form.getByLabel('卡产品').fill(code);
  await page.locator('.ant-select-item-option', { hasText: code }).click();
  await choose(form, '面值（元）', '3,000.00');
  await form.getByLabel('张数').fill('1');
  await form.getByLabel('发票抬头').fill('员工所在单位');
  await expect(form.getByRole('radio', { name: '企业资金' })).toBeChecked();
  await expectNothingSerious(page);
  await form.getByRole('button', { name: '提交审核' }).click();
  await expect(form).toBeHidden();
  const mine = page.getByRole('list', { name: '我的订单' }).getByRole('button').first();
  await expect(mine).toContainText('待审核');
  const no = /KD\d+/.exec(await mine.innerText())?.[0] ?? '';
  const id = await agree(request, no);

  await page.goto('/layout/index/notification');
  await page.getByRole('button', { name: no }).first().click();
  await expect(page).toHaveURL(new RegExp(`/layout/myaccount/myorder\\?open=${id}`));
  const drawer = page.getByRole('dialog', { name: no });
  await expect(drawer).toContainText('等待财务在');
  const token = await tokenOf(request);
  const { version } = await post(request, 'order/getOrder', { id }, token);
  await post(request, 'order/payOrder', { id, version }, token);
  await page.reload();
  await drawer.getByRole('button', { name: '申请开票' }).click();
  const invoice = page.getByRole('dialog', { name: `申请开票 ${no}` });
  await expect(invoice.getByLabel('发票抬头')).toHaveValue('员工所在单位');
  await invoice.getByLabel('接收邮箱').fill('me@example.com');
  await expectNothingSerious(page);
  await invoice.getByRole('button', { name: '提交申请' }).click();
  await expect(drawer.getByRole('list', { name: '开票申请' })).toContainText('3,000.00');
});
