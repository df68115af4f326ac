import { cardIin, luhnDigit } from '@xyxlx/contracts/card-number';
import { type APIRequestContext, expect } from 'playwright/test';
import { soldProduct } from './support/card-orders.ts';
import { post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, rowsOf, settled, tokenOf } from './support/records.ts';

/** Cards of a product of their own with so many yuan on each, imported, given to an employee and activated; and the product's code. */
async function activeCards(request: APIRequestContext, balances: readonly number[]) {
  const token = await tokenOf(request);
  const { productId, code } = await soldProduct(request, { faces: [100_000], makingFee: 0 });
  const { list: employees } = await post(
    request,
    'employee/queryEmployee',
    { state: ['ACTIVE'], pageSize: 1 },
    token,
  );
  const [{ id: employeeId, employeeNo, merchant }] = employees;
  const lines = balances.map((yuan) => `${newNumber()},${code},${employeeNo},${yuan || ''},`);
  const file = ['卡号,产品编码,工号,初始余额(元),有效期', ...lines].join('\n');
  const answer = await request.post('/xyxlx/card/importCards', {
    headers: { Authorization: token },
    multipart: {
      merchantId: merchant.id,
      file: { name: 'cards.csv', mimeType: 'text/csv', buffer: Buffer.from(file) },
    },
  });
  const { result } = await answer.json();
  const reaches = (states: string[]) =>
    expect
      .poll(async () => (await post(request, 'job/getJob', { id: result.jobId }, token)).state)
      .toMatch(new RegExp(states.join('|')));
  await reaches(['WAITING_CONFIRM']);
  await post(request, 'job/confirmImport', { id: result.jobId }, token);
  await reaches(['SUCCEEDED']);
  const { list } = await post(request, 'card/queryCard', { productId, pageSize: 50 }, token);
  for (const card of list) {
    await post(request, 'card/assignCard', { id: card.id, version: card.version, employeeId }, token);
  }
  const ids: string[] = list.map((card: { id: string }) => card.id);
  await post(request, 'card/activateCard', { ids }, token);
  return { token, ids };
}

function newNumber(): string {
  const digits = `${cardIin}${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
  return digits + luhnDigit(digits);
}

test('a lost card is replaced: each of the two shows the other, the money is on the new one', async ({
  context,
}) => {
  const { token, ids } = await activeCards(context.request, [456]);
  const [id] = ids as [string];
  await post(context.request, 'card/reportLossCard', { ids, reason: '遗失' }, token);
  const { cardNo } = await post(context.request, 'card/getCard', { id }, token);
  const page = await signedInPage(context);
  await page.goto(`/layout/paymentreceived/card?open=${id}`);
  const drawer = page.getByRole('dialog', { name: cardNo });
  await drawer.getByRole('button', { name: '补卡' }).click();
  const form = page.getByRole('dialog', { name: `补卡 ${cardNo}` });
  await form.getByLabel('补卡手续费（元）').fill('10');
  await form.getByLabel('原因').fill('卡遗失');
  await form.getByRole('button', { name: '补卡' }).click();
  await expect(form).toBeHidden();
  await expect(drawer).toContainText('已补卡');
  await expect(drawer.getByRole('region', { name: '申请' })).toContainText('已完成');
  await expect(drawer.getByRole('region', { name: '申请' })).toContainText('456.00');

  const { replacedBy } = await post(context.request, 'card/getCard', { id }, token);
  await drawer.getByRole('button', { name: replacedBy.cardNo }).click();
  const next = page.getByRole('dialog', { name: replacedBy.cardNo });
  await expect(next).toContainText('待激活');
  await expect(next).toContainText('456.00');
  await expectNothingSerious(page);
  await next.getByRole('button', { name: cardNo }).click();
  await expect(page.getByRole('dialog', { name: cardNo })).toContainText('已补卡');
});

test('an empty card is asked to be cancelled from the list, and is once a checker agrees', async ({
  context,
}) => {
  const { token, ids } = await activeCards(context.request, [0]);
  const empty = await post(context.request, 'card/getCard', { id: ids[0] }, token);
  const page = await signedInPage(context);
  await page.goto(`/layout/paymentreceived/card?keyword=${empty.cardNo}`);
  await settled(page, '卡');
  await rowsOf(page, '卡').first().getByRole('checkbox').check();
  await page.getByRole('button', { name: '注销' }).click();
  const dialog = page.getByRole('dialog', { name: '注销' });
  await dialog.getByLabel('原因').fill('不再使用');
  await dialog.getByRole('button', { name: '注销', exact: true }).click();
  await expect(dialog).toContainText('待审批 1 条');
  await page.goto(`/layout/paymentreceived/card?open=${empty.id}`);
  const drawer = page.getByRole('dialog', { name: empty.cardNo });
  await expect(drawer.getByRole('region', { name: '申请' })).toContainText('待审核');
  await expect(drawer.getByRole('button', { name: '注销' })).toBeHidden();

  const checking = await signedInPage(context, checker);
  await checking.goto(page.url());
  await checking.getByRole('link', { name: '去审批' }).click();
  const approval = checking.getByRole('dialog', { name: /注销卡/ });
  await expect(approval).toContainText(empty.cardNo);
  await approval.getByRole('button', { name: '通过' }).click();
  const asked = checking.getByRole('dialog', { name: /^通过“/ });
  await asked.getByRole('button', { name: '通过', exact: true }).click();
  await expect(approval).toContainText('已通过');
  await page.reload();
  await expect(page.getByRole('dialog', { name: empty.cardNo })).toContainText('已注销');
});

test('cards are shown as faces in place of the table, each opens', async ({ context }) => {
  const { token, ids } = await activeCards(context.request, [123]);
  const { cardNo, maskedPan } = await post(context.request, 'card/getCard', { id: ids[0] }, token);
  const page = await signedInPage(context);
  await page.goto(`/layout/paymentreceived/card?keyword=${cardNo}`);
  await settled(page, '卡');
  await page.getByText('卡面', { exact: true }).first().click();
  const tile = page.getByRole('list', { name: '卡' }).getByRole('button').filter({ hasText: cardNo });
  await expect(tile).toContainText(maskedPan.replace(/(.{4})(?=.)/g, '$1 '));
  await expect(tile).toContainText('123.00');
  await expect(page).toHaveURL(/look=faces/);
  await expectNothingSerious(page);
  await tile.click();
  await expect(page.getByRole('dialog', { name: cardNo })).toContainText('123.00');
});
