import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordOrder } from '../../../../../../tests/support/card-orders.ts';
import { cardHolder, cardProduct, madeCard } from '../../../../../../tests/support/cards.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { openPlanDesk } from '../../../../../../tests/support/plan-desk.ts';
import { restrictedOperator } from '../../../../../../tests/support/restricted-operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';

const hour = 3_600_000;
const permissions = [
  ...['order.view', 'order.edit', 'card.view', 'card.edit', 'topup.view', 'topup.edit'],
  ...['topup.approve', 'creditlimit.view', 'creditlimit.issue', 'creditlimit.approve', 'merchant.approve'],
];
const restricted = { code: 406, msg: '操作受限，请联系合规' };

let api: TestApi;
const tenantId = tenantIdOf('A');
beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
});
afterAll(() => api.close());
beforeEach(() => api.clock.setBusinessOffset(0));

const heldForAnHour = (after = 0) => restrictedOperator(api, permissions, after);
const call = async (path: string, input: object, token: string) =>
  (await api.call(path, input, token, { 'Idempotency-Key': crypto.randomUUID() })).body;

async function card(state: 'PENDING' | 'ACTIVE') {
  const holder = await cardHolder(api, tenantId);
  const productId = await cardProduct(api, tenantId);
  const id = await madeCard(api, { ...holder, productId, state, balance: state === 'ACTIVE' ? 1_000 : 0 });
  return { ids: [id], reason: '测试' };
}
async function order(state: 'TO_PAY' | 'PAID') {
  const { id, version } = await recordOrder(api, { tenantId, state });
  return { id, version };
}
/** Takes back a top-up of a line that one has claimed and another agreed to. */
async function reversal(): Promise<object> {
  const { prisma } = api.deps.database;
  const account = await prisma.platformAccount.findFirstOrThrow({ where: { tenantId, kind: 'BANK' } });
  const { id: lineId } = await prisma.statementLine.create({
    data: {
      ...{
        tenantId,
        accountId: account.id,
        bankNo: crypto.randomUUID(),
        direction: 'IN',
        state: 'UNCLAIMED',
      },
      ...{ amount: 50_000, balanceAfter: 50_000, at: api.clock.businessNow() },
    },
  });
  const [maker, checker] = await Promise.all(
    ['认领', '复核'].map((name) => operator(api, name, { permissions })),
  );
  const claimed = await call('fund/claimTopUp', { lineId, companyId: companyId('A', 0) }, maker?.token ?? '');
  const { approvalId, claim } = claimed.result;
  await call('approval/approve', { id: approvalId }, checker?.token ?? '');
  const { version } = await prisma.topUp.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: claim.id } },
  });
  return { id: claim.id, version, kind: 'REVERSE', reason: '付款方付错' };
}

const acts: [string, () => Promise<object>][] = [
  ['order/payOrder', () => order('TO_PAY')],
  [
    'order/refundOrder',
    async () => {
      const paid = await order('PAID');
      const line = await api.deps.database.prisma.cardOrderLine.findFirstOrThrow({
        where: { tenantId, orderId: paid.id },
      });
      return { ...paid, lines: [{ lineId: line.id, quantity: 1 }], reason: '测试' };
    },
  ],
  ['card/activateCard', () => card('PENDING')],
  ['card/extendCard', async () => ({ ...(await card('ACTIVE')), months: 3, feeAmount: 1 })],
  ['card/redeemCard', () => card('ACTIVE')],
  ['card/cancelCard', () => card('ACTIVE')],
  [
    'topup/addTopUp',
    async () => ({ target: 'COMPANY', id: companyId('A', 0), amount: 1_000, channel: 'TRANSFER' }),
  ],
  ['topup/reverseTopUp', reversal],
];

test.each(acts)(
  'somebody on the black list is refused %s until they are on it no more',
  async (path, input) => {
    const held = await heldForAnHour();
    const asked = await input();
    expect(await call(path, asked, held)).toMatchObject(restricted);
    api.clock.setBusinessOffset(hour);
    expect(await call(path, asked, held)).toMatchObject({ code: 200 });
  },
);

test('somebody on the black list approves no act that moves money, and rejects one', async () => {
  const [held, maker] = [await heldForAnHour(), (await operator(api, '经办', { permissions })).token];
  const { result } = await call('topup/reverseTopUp', await reversal(), maker);
  const decide = (action: string, more = {}) =>
    call(`approval/${action}`, { id: result.approvalId, ...more }, held);
  expect(await decide('approve')).toMatchObject(restricted);
  expect(await decide('reject', { reason: '不同意' })).toMatchObject({ code: 200 });
});

test('what somebody handed in is approved by nobody while they are on the black list', async () => {
  const [maker, checker] = [await heldForAnHour(hour), (await operator(api, '复核', { permissions })).token];
  const { result } = await call('topup/reverseTopUp', await reversal(), maker);
  const approve = () => call('approval/approve', { id: result.approvalId }, checker);
  api.clock.setBusinessOffset(hour);
  expect(await approve()).toMatchObject({
    code: 406,
    msg: '提交人经办已无权办理（权限、数据范围或权限上限有变），请驳回',
  });
  api.clock.setBusinessOffset(2 * hour);
  expect(await approve()).toMatchObject({ code: 200 });
});

test('a plan is handed in and approved by nobody on the black list', async () => {
  const held = await heldForAnHour();
  const { maker, form } = await openPlanDesk(api);
  const { id, version } = (await call('autoIssue/addPlan', form(), maker)).result;
  const submit = (token: string) => call('autoIssue/submitPlan', { id, version, reason: '需要' }, token);
  expect(await submit(held)).toMatchObject(restricted);
  expect(await submit(maker)).toMatchObject({ code: 200 });
  const of = { subjectType: 'issuePlan', subjectId: id };
  const { result } = await call('approval/getSubjectApproval', of, held);
  expect(await call('approval/approve', { id: result.id }, held)).toMatchObject(restricted);
});

test('every kind of approval that moves money is kept from the black list', async () => {
  const administrator = await api.signIn('13800000002');
  const { result } = await call('approval/queryRule', {}, administrator);
  const others = result.flatMap(
    ({ subjectType, madeWith }: { subjectType: string; madeWith: string | null }) =>
      madeWith === null ? [subjectType] : [],
  );
  const noMoney = [
    ...['approvalThreshold', 'billConfirmation', 'cardOrder', 'cardPolicy', 'cardProduct', 'caseClosure'],
    ...['chartChange', 'companyCertification', 'companyChange', 'complianceUnfreeze', 'institutionVersion'],
    ...['ledgerSetting', 'merchantChange', 'merchantRegistration', 'periodClose', 'periodReopen'],
    ...['platformChange', 'riskList', 'riskRule', 'ruleSetting', 'suspiciousReport', 'voucher'],
  ];
  expect(others.toSorted()).toEqual(noMoney);
});

test('of two tenants one is enough', async () => {
  const { token, session } = await operator(api, '集团经办', { permissions, dataScope: 'ALL' });
  const other = tenantIdOf('B');
  const owner = await connect(api.databaseUrl);
  await owner.query(
    `INSERT INTO risk_list_entries (tenant_id, request_id, list, subject_type, subject_id, valid_from, reason, state, created_at)
     VALUES ($1, uuidv7(), 'BLACK', 'OPERATOR', $2, now() - interval '1 minute', '涉嫌串通', 'ACTIVE', now())`,
    [other, session.userId],
  );
  await owner.end();
  const cards = await Promise.all(
    [tenantId, other].map(async (one) => {
      const holder = await cardHolder(api, one);
      return madeCard(api, { ...holder, productId: await cardProduct(api, one), state: 'PENDING' });
    }),
  );
  const activate = (ids: string[]) => call('card/activateCard', { ids, reason: '领卡' }, token);
  expect(await activate(cards)).toMatchObject(restricted);
  expect(await activate(cards.slice(0, 1))).toMatchObject({ code: 200 });
});
