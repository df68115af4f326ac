import { type APIRequestContext, expect } from 'playwright/test';
import { approveOpen, recordOf } from './support/approval-desk.ts';
import { givenCards } from './support/cards.ts';
import { post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, rowsOf, settled } from './support/records.ts';

/** Cards with so many yuan on each, in use. */
async function activeCards(request: APIRequestContext, balances: readonly number[]) {
  const { token, cards } = await givenCards(request, balances);
  const ids = cards.map(({ id }) => id);
  await post(request, 'card/activateCard', { ids, reason: '领卡' }, token);
  return { token, ids };
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
  await next.getByRole('button', { name: '激活' }).click();
  const activating = page.getByRole('dialog', { name: /^激活/ });
  await activating.getByLabel('原因').fill('新卡已交持卡人');
  await activating.getByRole('button', { name: '激活' }).click();
  await expect(activating).toBeHidden();
  await expect(next).toContainText('正常');
  await next.getByText('状态记录', { exact: true }).click();
  await expect(next).toContainText('新卡已交持卡人');
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
  await expect(recordOf(checking)).toContainText(empty.cardNo);
  await approveOpen(checking);
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

test('one card is limited beside its product from its drawer, which says so', async ({ context }) => {
  const { token, ids } = await activeCards(context.request, [100]);
  const { cardNo } = await post(context.request, 'card/getCard', { id: ids[0] }, token);
  const page = await signedInPage(context);
  await page.goto(`/layout/paymentreceived/card?open=${ids[0]}`);
  const drawer = page.getByRole('dialog', { name: cardNo, exact: true });
  await drawer.getByRole('button', { name: '设置限额' }).click();
  const form = page.getByRole('dialog', { name: `设置限额 ${cardNo}` });
  await form.getByLabel('单日限额').fill('200');
  await form.getByLabel('单日笔数').fill('3');
  await form.getByLabel('原因').fill('持卡人要求');
  await form.getByRole('button', { name: '设置限额' }).click();
  await expect(form).toBeHidden();
  await expect(drawer).toContainText('单日限额 ¥200.00 · 单日笔数 3 · 含单卡限额');
  await drawer.getByRole('button', { name: '设置限额' }).click();
  await expect(form.getByLabel('单日限额')).toHaveValue(/^200/);
  await form.getByLabel('单日限额').fill('');
  await form.getByLabel('单日笔数').fill('');
  await form.getByLabel('原因').fill('取消限额');
  await form.getByRole('button', { name: '设置限额' }).click();
  await expect(drawer).not.toContainText('含单卡限额');
});
