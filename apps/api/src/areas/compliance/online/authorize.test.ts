import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CardDesk, cardDesk } from '../../../../../../tests/support/card-desk.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { enabledRule, riskInbox, tenantId } from '../../../../../../tests/support/risk-rules.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: CardDesk;
let token: string;
let inboxId: string;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await cardDesk(api, tenantId);
  const officer = await operator(api, '合规专员', {
    permissions: ['compliance.view', 'compliance.settings'],
  });
  token = officer.token;
  inboxId = await riskInbox(api, officer.session.userId);
});
afterAll(() => api.close());

const above = (value: number, subject = 'CARD') => ({
  ...{ source: 'PAYMENT', subject, filters: [], window: { kind: 'EVENT' }, aggregates: [] },
  when: { of: 'amount', op: 'GE', value },
});
const hitsOf = (versionId: string) =>
  api.deps.database.prisma.riskHit.findMany({ where: { tenantId, versionId } });
const end = (id: string) =>
  api.deps.database.prisma.riskRuleVersion.update({
    where: { tenantId_id: { tenantId, id } },
    data: { state: 'DISABLED', disabledAt: new Date(), disableReason: '测试结束' },
  });
const loaded = async () => {
  const id = await desk.loaded(100_000);
  return { id, no: (await desk.card(id)).cardNo };
};
const list = (subjectType: string, subjectId: string, kind = 'BLACK') =>
  api.call('compliance/addEntry', { list: kind, subjectType, subjectId, reason: '风险' }, token);

test('an authorization is found in its own transaction, of the card that is asked', async () => {
  const { id, no } = await loaded();
  const version = await enabledRule(api, inboxId, above(1_000));
  expect(await desk.authorize(no, 999)).toMatchObject({ responseCode: '00' });
  expect(await hitsOf(version)).toEqual([]);
  expect(await desk.authorize(no, 1_000)).toMatchObject({ responseCode: '00' });
  expect(await hitsOf(version)).toMatchObject([
    { subjectType: 'CARD', subjectId: id, amount: 1_000n, declined: false, shadow: false },
  ]);
  await end(version);
});

test('a rule that declines is answered 05, and holds nothing of the card', async () => {
  const { id, no } = await loaded();
  const version = await enabledRule(api, inboxId, above(5_000), { action: 'DECLINE' });
  expect(await desk.authorize(no, 5_000)).toMatchObject({ responseCode: '05', approvedAmount: 0 });
  expect(await desk.moneyOn(id)).toEqual({ balance: 100_000, held: 0 });
  expect(await hitsOf(version)).toMatchObject([{ subjectId: id, declined: true }]);
  await end(version);
});

test('a declining rule on trial finds and declines nothing', async () => {
  const { no } = await loaded();
  const version = await enabledRule(api, inboxId, above(5_000), { action: 'DECLINE', shadow: true });
  expect(await desk.authorize(no, 5_000)).toMatchObject({ responseCode: '00' });
  expect(await hitsOf(version)).toMatchObject([{ shadow: true, declined: false }]);
  await end(version);
});

test('a card on the black list is answered 05, one on the grey list is not', async () => {
  const [black, grey] = [await loaded(), await loaded()];
  await list('CARD', black.id);
  await list('CARD', grey.id, 'GREY');
  expect(await desk.authorize(black.no, 100)).toMatchObject({ responseCode: '05' });
  expect(await desk.moneyOn(black.id)).toEqual({ balance: 100_000, held: 0 });
  expect(await desk.authorize(grey.no, 100)).toMatchObject({ responseCode: '00' });
});

test('the cards of an employee on the black list pay nothing, and neither does anyone at a payee on it', async () => {
  const { id, no } = await loaded();
  expect(await desk.authorize(no, 100)).toMatchObject({ responseCode: '00' });
  const { prisma } = api.deps.database;
  const payee = await prisma.merchant.findFirstOrThrow({
    where: { tenantId, state: 'ACTIVE' },
    orderBy: { id: 'desc' },
  });
  await list('PAYEE', payee.id);
  expect(await desk.authorize(no, 100, undefined, payee.merchantNo)).toMatchObject({ responseCode: '05' });
  const { employeeId } = await prisma.card.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  await list('EMPLOYEE', employeeId as string);
  expect(await desk.authorize(no, 100)).toMatchObject({ responseCode: '05' });
});
