import { expect } from 'playwright/test';
import { approveOpen, recordOf } from './support/approval-desk.ts';
import { agreeToOrder, paidOrder, soldProduct } from './support/card-orders.ts';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, choose, tokenOf, unique } from './support/records.ts';
import { handInStatement } from './support/statements.ts';

/** Cards without plastic, for nothing. */
const virtual = { form: 'VIRTUAL', makingFee: 0 } as const;

test('an order is paid by transfer: its proof beside the line, claimed, agreed to by a checker, 已付款', async ({
  context,
}) => {
  const { request } = context;
  const { code } = await soldProduct(request, virtual);
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
  const id = await agreeToOrder(request, no);

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
  const { code } = await soldProduct(request, virtual);
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
  const id = await agreeToOrder(request, no);

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

test('an order is paid at a channel: the code closes by itself, and the order has what it was paid by', async ({
  context,
}) => {
  const { request } = context;
  const { productId } = await soldProduct(request, virtual);
  const token = await tokenOf(request, accounts.maker);
  const { list } = await post(request, 'employee/queryEmployee', { state: ['ACTIVE'], pageSize: 1 }, token);
  const lines = [{ productId, faceAmount: 300_000, quantity: 1 }];
  const asked = { merchantId: list[0].merchant.id, lines, payMethod: 'CHANNEL' };
  const { id, no } = await post(request, 'order/addOrder', asked, token);
  await agreeToOrder(request, no);
  const page = await signedInPage(context, accounts.maker);
  await page.goto(`/layout/paymentreceived/order?open=${id}`);
  const drawer = page.getByRole('dialog', { name: no, exact: true });
  await drawer.getByRole('button', { name: '线上支付' }).click();
  const channel = page.getByRole('dialog', { name: '线上支付' });
  await expect(channel).toContainText('3,000.00');
  await channel.getByRole('button', { name: '生成付款码' }).click();
  const code = page.getByRole('dialog', { name: '扫码支付' });
  await expect(code).toContainText('请用支付宝扫码');
  const { incoming } = await post(request, 'order/getOrder', { id }, token);
  const phone = await context.newPage();
  await phone.goto(incoming.payUrl);
  await phone.getByRole('button', { name: '乱序' }).click();
  await expect(code).toBeHidden();
  await expect(drawer.getByRole('region', { name: '付款记录' })).toContainText('线上支付');
  expect(await post(request, 'order/getOrder', { id }, token)).toMatchObject({
    ...{ state: 'PAID', paidAmount: 300_000, payments: [{ method: 'CHANNEL', amount: 300_000 }] },
  });
});

test('cards of an order are given back once a second person agrees: the rest of it stays', async ({
  context,
}) => {
  const { request } = context;
  const { productId } = await soldProduct(request);
  const token = await tokenOf(request, accounts.maker);
  const { list } = await post(request, 'employee/queryEmployee', { state: ['ACTIVE'], pageSize: 1 }, token);
  const { merchant } = list[0];
  const { id, no } = await paidOrder(request, merchant.id, { productId, faceAmount: 300_000, quantity: 3 });
  const page = await signedInPage(context, accounts.maker);
  await page.goto(`/layout/paymentreceived/order?open=${id}`);
  const drawer = page.getByRole('dialog', { name: no, exact: true });
  await drawer.getByRole('button', { name: '退款' }).click();
  const form = page.getByRole('dialog', { name: `退款 ${no}` });
  await expect(form).toContainText('可退 3 张');
  await form.getByRole('spinbutton').fill('2');
  // 2 × 3,000 and 2 × 5 for making them, which nobody has begun; the parcel is still sent.
  await expect(form).toContainText('6,010.00');
  const { company } = await post(request, 'order/getOrder', { id }, token);
  const way = `退回${company.name}的企业资金`;
  await expect(form).toContainText(`款项去向：${way}`);
  await form.getByLabel('原因').fill('多订了');
  await expectNothingSerious(page);
  await form.getByRole('button', { name: '提交审核' }).click();
  await expect(form).toBeHidden();
  await expect(drawer).toContainText('退款等待他人审核');
  await expect(drawer.getByRole('button', { name: '退款' })).toHaveCount(0);
  const refunds = drawer.getByRole('region', { name: '退款记录' });
  await expect(refunds).toContainText('待审核');
  await expect(refunds).toContainText(way);
  // Its maker may take it back, and not agree to it.
  await expect(drawer.getByRole('link', { name: '去审批' })).toHaveCount(0);
  await expect(drawer.getByRole('link', { name: '去撤回' })).toBeVisible();

  const checking = await signedInPage(context, checker);
  await checking.goto(page.url());
  await checking.getByRole('link', { name: '去审批' }).click();
  await expect(recordOf(checking)).toContainText('6,010.00');
  await approveOpen(checking);

  const again = await signedInPage(context, accounts.maker);
  await again.goto(page.url());
  const partly = again.getByRole('dialog', { name: no, exact: true });
  await expect(partly.getByRole('region', { name: '退款记录' })).toContainText('已退款');
  await expect(partly).toContainText('¥6,010.00');
  await expect(partly.getByRole('button', { name: '退款' })).toBeVisible();
  expect(await post(request, 'order/getOrder', { id }, token)).toMatchObject({
    ...{ state: 'PAID', paidAmount: 902_700, refundedAmount: 601_000 },
    lines: [{ quantity: 3, refunded: 2, refundable: 1 }],
  });
});
