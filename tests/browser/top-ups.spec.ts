import { expect } from 'playwright/test';
import { givenCards } from './support/cards.ts';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { choose, rowsOf, settled, tokenOf } from './support/records.ts';
import { handInStatement } from './support/statements.ts';

test.use({ provoked: /406/ });

test('a top-up is asked for by company, amount and channel; without a bound channel the form says so and stays', async ({
  context,
}) => {
  const page = await signedInPage(context, accounts.maker);
  await page.goto('/layout/paymentreceived/topuphis');
  await expect(page.getByRole('heading', { name: '充值记录' })).toBeVisible();
  await page.getByRole('button', { name: '发起充值' }).first().click();
  const form = page.getByRole('dialog', { name: '发起充值' });
  await expect(form).toContainText('不支持信用卡付款');
  await form.getByLabel('公司').click();
  await page.locator('.ant-select-item-option').first().click();
  await form.getByLabel('充值金额').fill('1000');
  await choose(form, '渠道', '微信');
  await form.getByRole('button', { name: '提交' }).click();
  await expect(page.getByText('渠道未绑定')).toBeVisible();
  await expect(form).toBeVisible();
});

test('the code to pay is asked for again where the channel was silent, and closes by itself once it is paid', async ({
  context,
}) => {
  const page = await signedInPage(context, accounts.maker);
  const topUp = {
    ...{ id: '019ab000-0000-7000-8000-000000000001', no: 'CZ00000001', target: 'COMPANY', card: null },
    ...{ company: { id: '019ab000-0000-7000-8000-000000000002', name: '上海分公司' }, channel: 'ALIPAY' },
    ...{ amount: 100_000, feeAmount: 380, bonusAmount: 0, receivedAmount: 99_620, flowNo: null, late: false },
    ...{ transferCode: null, payTo: null },
    ...{ toldAmount: null, state: 'WAITING', closesAt: '2026-11-24T02:00:00.000Z', remark: '', version: 1 },
    ...{
      createdAt: '2026-11-24T00:00:00.000Z',
      createdBy: '',
      updatedAt: '2026-11-24T00:00:00.000Z',
      updatedBy: '',
    },
    order: null,
    divertedFor: null,
    payUrl: null as string | null,
  };
  const answer = () => ({ code: 200, success: true, msg: '', result: topUp });
  await page.route(/topup\/(add|get)TopUp/, (route) => route.fulfill({ json: answer() }));
  await page.route(/topup\/askTopUp/, (route) => {
    topUp.payUrl = 'https://channel.example/pay?no=CZ00000001';
    return route.fulfill({ json: answer() });
  });
  await page.goto('/layout/paymentreceived/topuphis');
  await page.getByRole('button', { name: '发起充值' }).first().click();
  const form = page.getByRole('dialog', { name: '发起充值' });
  await form.getByLabel('公司').click();
  await page.locator('.ant-select-item-option').first().click();
  await form.getByLabel('充值金额').fill('1000');
  await form.getByRole('button', { name: '提交' }).click();
  const code = page.getByRole('dialog', { name: '扫码支付' });
  await expect(code).toContainText('1,000.00');
  await expect(code).toContainText('渠道暂时没有回应');
  await code.getByRole('button', { name: '重新获取付款码' }).click();
  await expect(code).toContainText('请用支付宝扫码');
  Object.assign(topUp, { state: 'SUCCESS', payUrl: null });
  await expect(page.getByText('充值成功')).toBeVisible();
  await expect(code).toBeHidden();
});

test('a top-up is paid at its channel: the code closes by itself, and the list has what came', async ({
  context,
}) => {
  const page = await signedInPage(context, accounts.maker);
  await page.goto('/layout/paymentreceived/topuphis');
  await page.getByRole('button', { name: '发起充值' }).first().click();
  const form = page.getByRole('dialog', { name: '发起充值' });
  await form.getByLabel('公司').click();
  await page.locator('.ant-select-item-option').first().click();
  await form.getByLabel('充值金额').fill('2000');
  await form.getByRole('button', { name: '提交' }).click();
  const code = page.getByRole('dialog', { name: '扫码支付' });
  await expect(code).toContainText('2,000.00');
  const no = /CZ\d+/.exec(await code.innerText())?.[0] ?? '';
  const token = await tokenOf(context.request, accounts.maker);
  const { list } = await post(context.request, 'topup/queryTopUp', { keyword: no }, token);
  const { payUrl } = await post(context.request, 'topup/getTopUp', { id: list[0].id }, token);
  const phone = await context.newPage();
  await phone.goto(payUrl);
  await phone.getByRole('button', { name: '重复通知' }).click();
  await expect(page.getByText('充值成功')).toBeVisible();
  await expect(code).toBeHidden();
  await page.goto(`/layout/paymentreceived/topuphis?keyword=${no}`);
  await settled(page, '充值记录');
  const row = rowsOf(page, '充值记录');
  await expect(row).toContainText('成功');
  // 38 bps of it are the channel's.
  await expect(row).toContainText('1,992.40');
});

test('a transfer has a code to copy, and its line is proposed and claimed from the top-up', async ({
  context,
}) => {
  const bankNo = `T${Date.now()}${String(Math.random()).slice(2, 6)}`;
  const yuan = `${1000 + Math.floor(Math.random() * 8000)}.${10 + Math.floor(Math.random() * 89)}`;
  const page = await signedInPage(context, accounts.maker);
  await page.goto('/layout/paymentreceived/topuphis');
  await page.getByRole('button', { name: '发起充值' }).first().click();
  const form = page.getByRole('dialog', { name: '发起充值' });
  await form.getByLabel('公司').click();
  await page.locator('.ant-select-item-option').first().click();
  await form.getByLabel('充值金额').fill(yuan);
  await form.getByLabel('渠道').click();
  await page.locator('.ant-select-item-option', { hasText: '转账' }).click();
  await form.getByRole('button', { name: '提交' }).click();
  const told = page.getByRole('dialog', { name: '转账信息' });
  await expect(told).toContainText('收款账号');
  const code = /C[2-9A-HJKMNP-Z]{6}/.exec(await told.innerText())?.[0] ?? '';
  await expect(told.getByRole('button', { name: `复制 ${code}` })).toBeVisible();

  const wizard = await handInStatement(page, '0001', [
    `${bankNo},2026-11-20 10:00:00,收,${yuan},${yuan},某客户,货款${code}`,
  ]);
  await wizard.getByRole('button', { name: '导入 1 行' }).click();
  await wizard.getByRole('button', { name: '完成' }).click();
  await page.goto(`/layout/paymentreceived/topuphis?keyword=${code}`);
  await settled(page, '充值记录');
  const row = rowsOf(page, '充值记录');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('待认领');
  await row.getByRole('button').first().click();
  const proposals = page.getByRole('region', { name: '可能的到账流水' });
  await expect(proposals).toContainText('摘要一致');
  await proposals.getByRole('button', { name: '认领' }).click();
  await page.getByRole('dialog', { name: /^认领/ }).getByRole('button', { name: '提交' }).click();
  await expect(page.getByText('已提交审批，通过后生效')).toBeVisible();
  await expect(row).toContainText('待审核');
});

test('a card is topped up from its drawer: the form says what fits, keeps what the card can not hold, and its code is paid', async ({
  context,
}) => {
  const { token, cards } = await givenCards(context.request, [4000]);
  const [{ id, cardNo }] = cards as [(typeof cards)[number]];
  await post(context.request, 'card/activateCard', { ids: [id], reason: '领卡' }, token);
  const page = await signedInPage(context);
  await page.goto(`/layout/paymentreceived/card?open=${id}`);
  const drawer = page.getByRole('dialog', { name: cardNo, exact: true });
  await drawer.getByRole('button', { name: '充值' }).click();
  const form = page.getByRole('dialog', { name: `充值 ${cardNo}` });
  await expect(form).toContainText('至多 ¥5,000.00，现有 ¥4,000.00，手续费后还可入账 ¥1,000.00');
  await form.getByLabel('充值金额（元）').fill('1100');
  await form.getByRole('button', { name: '发起充值' }).click();
  await expect(page.getByText('卡余额将超过限额 95.82 元')).toBeVisible();
  await form.getByLabel('充值金额（元）').fill('200');
  await form.getByRole('button', { name: '发起充值' }).click();
  const code = page.getByRole('dialog', { name: '扫码支付' });
  await expect(code).toContainText('请用支付宝扫码');
  const no = /CZ\d+/.exec(await code.innerText())?.[0] ?? '';
  const { list } = await post(context.request, 'topup/queryTopUp', { keyword: no }, token);
  const { payUrl } = await post(context.request, 'topup/getTopUp', { id: list[0].id }, token);
  const phone = await context.newPage();
  await phone.goto(payUrl);
  await phone.getByRole('button', { name: '支付成功' }).click();
  await expect(code).toBeHidden();
  // 38 bps of it are the channel's.
  await expect(drawer).toContainText('4,199.24');
});

test("a card's transfer has a code to copy and is found among the top-ups", async ({ context }) => {
  const { token, cards } = await givenCards(context.request, [100]);
  const [{ id, cardNo }] = cards as [(typeof cards)[number]];
  await post(context.request, 'card/activateCard', { ids: [id], reason: '领卡' }, token);
  const page = await signedInPage(context);
  await page.goto(`/layout/paymentreceived/card?open=${id}`);
  await page.getByRole('dialog', { name: cardNo, exact: true }).getByRole('button', { name: '充值' }).click();
  const form = page.getByRole('dialog', { name: `充值 ${cardNo}` });
  await form.getByLabel('充值金额（元）').fill('200');
  await form.getByLabel('渠道').click();
  await page.locator('.ant-select-item-option:visible').filter({ hasText: '转账' }).click();
  await form.getByRole('button', { name: '发起充值' }).click();
  const transfer = page.getByRole('dialog', { name: '转账信息' });
  await expect(transfer).toContainText('200.00');
  const code = /C[2-9A-HJKMNP-Z]{6}/.exec(await transfer.innerText())?.[0] ?? '';
  await page.goto(`/layout/paymentreceived/topuphis?keyword=${code}`);
  await settled(page, '充值记录');
  await expect(rowsOf(page, '充值记录')).toContainText([cardNo]);
  await expect(rowsOf(page, '充值记录')).toContainText(['待认领']);
});

test('a card is not offered to be topped up by who may not, or where it can not be', async ({ context }) => {
  const { token, cards } = await givenCards(context.request, [100]);
  const [{ id, cardNo }] = cards as [(typeof cards)[number]];
  const page = await signedInPage(context);
  await page.goto(`/layout/paymentreceived/card?open=${id}`);
  const drawer = page.getByRole('dialog', { name: cardNo, exact: true });
  await expect(drawer.getByRole('button', { name: '激活' })).toBeVisible();
  await expect(drawer.getByRole('button', { name: '充值' })).toHaveCount(0);
  await post(context.request, 'card/activateCard', { ids: [id], reason: '领卡' }, token);
  const reading = await signedInPage(context, accounts.auditor);
  await reading.goto(`/layout/paymentreceived/card?open=${id}`);
  const seen = reading.getByRole('dialog', { name: cardNo, exact: true });
  await expect(seen).toContainText('正常');
  await expect(seen.getByRole('button', { name: '充值' })).toHaveCount(0);
});
