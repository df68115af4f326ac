import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CardDesk, cardDesk } from '../../../../../tests/support/card-desk.ts';
import { merchantForm } from '../../../../../tests/support/merchants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: CardDesk;
let maker: string;
const tenantId = tenantIdOf('A');

beforeAll(async () => {
  api = await startTestApi();
  desk = await cardDesk(api, tenantId);
  const permissions = ['merchant.view', 'merchant.edit', 'merchant.approve'];
  maker = (await operator(api, '商户经办', { permissions })).token;
});
afterAll(() => api.close());

const row = (id: string) =>
  api.deps.database.prisma.merchant.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
const close = async (id: string) => {
  const { version } = await row(id);
  return desk.call('merchant/closeMerchant', { id, version, reason: '不再合作' }, maker);
};

/** A unit of the desk's company without employees, with a card of so much for half a year; disabled. */
async function disabledUnit(balance: number): Promise<{ id: string; cardId: string }> {
  const { result } = await desk.call('merchant/addMerchant', merchantForm(), maker);
  const { companyId } = desk.whose;
  const where = { tenantId_id: { tenantId, id: result.id } };
  await api.deps.database.prisma.merchant.update({ where, data: { companyId, state: 'ACTIVE' } });
  desk.at('2026-05-21');
  const employee = await api.deps.database.prisma.employee.create({
    data: {
      ...{ tenantId, merchantId: result.id, name: '持卡人', employeeNo: 'HOLDER', state: 'ACTIVE' },
      ...{ mobile: '13900019999', hiredOn: new Date('2026-01-01') },
    },
  });
  const cardId = await desk.loaded(balance, { merchantId: result.id, employeeId: employee.id });
  desk.at('2026-11-24');
  await api.deps.database.prisma.merchant.update({ where, data: { state: 'DISABLED' } });
  return { id: result.id, cardId };
}

test('a unit is closed when nothing is left on its cards, and not while there is money on one', async () => {
  const { id, cardId } = await disabledUnit(30_000);
  expect(await close(id)).toMatchObject({ code: 406, msg: '单位的卡还有余额或未完成授权，请先赎回' });
  expect((await row(id)).state).toBe('DISABLED');

  const owner = await connect(api.databaseUrl);
  const past = owner.query(`UPDATE merchants SET state = 'CLOSED' WHERE tenant_id = $1 AND id = $2`, [
    ...[tenantId, id],
  ]);
  await expect(past).rejects.toThrow('refuse_closing_with_cards');
  await owner.end();

  const { approvalId } = await desk.one('redeemCard', cardId);
  expect(await close(id)).toMatchObject({ code: 406 });
  await desk.decide(approvalId);
  expect(await close(id)).toMatchObject({ code: 200 });
  expect((await row(id)).state).toBe('CLOSED');
});

test('what a channel holds of a card keeps its unit open, until it is taken', async () => {
  const { id, cardId } = await disabledUnit(12_500);
  const { cardNo } = await desk.card(cardId);
  expect((await desk.authorize(cardNo, 12_500, 'HOLDS-A-UNIT')).responseCode).toBe('00');
  expect(await desk.moneyOn(cardId)).toEqual({ balance: 12_500, held: 12_500 });
  expect(await close(id)).toMatchObject({ code: 406 });
  await desk.capture('HOLDS-A-UNIT', 12_500, { final: true });
  expect(await close(id)).toMatchObject({ code: 200 });
});

test('cards of another unit are no reason to keep one open', async () => {
  const { id, cardId } = await disabledUnit(100);
  const { cardNo } = await desk.card(cardId);
  await desk.authorize(cardNo, 100, 'EMPTIES-A-CARD');
  await desk.capture('EMPTIES-A-CARD', 100, { final: true });
  expect((await desk.card(await desk.loaded(500))).balance).toBe(500);
  expect(await close(id)).toMatchObject({ code: 200 });
});
