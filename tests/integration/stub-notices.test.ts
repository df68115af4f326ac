import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fault, makeNotifier } from '../../scripts/stub-channel/notifier.ts';
import { type CardDesk, cardDesk } from '../support/card-desk.ts';
import { eventually } from '../support/eventually.ts';
import { expectInvariants } from '../support/invariants.ts';
import { operator } from '../support/operator.ts';
import { type OrderDesk, openOrderDesk } from '../support/order-desk.ts';
import { boundChannel, newNonce, type Signing } from '../support/signed-call.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const tenantId = tenantIdOf('A');
let api: TestApi;
let orders: OrderDesk;
let cards: CardDesk;
let alipay: Signing;
let finance: string;
let productId: string;
let payer: { employeeId: string; who: { merchantNo: string; employeeNo: string } };
const prisma = () => api.deps.database.prisma;

beforeAll(async () => {
  api = await startTestApi();
  orders = await openOrderDesk(api, tenantId);
  cards = await cardDesk(api, tenantId);
  alipay = await boundChannel(api, tenantId);
  finance = (await operator(api, '财务', { permissions: ['topup.view', 'topup.edit'] })).token;
  productId = await orders.soldProduct({ faces: [100_000n] });
  const { employeeId, employee } = await prisma().limitAccount.findFirstOrThrow({
    where: {
      ...{ tenantId, available: { gt: 100_000 }, expiresAt: null },
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE' } },
    },
    include: { employee: { include: { merchant: true } } },
  });
  payer = { employeeId, who: { merchantNo: employee.merchant.merchantNo, employeeNo: employee.employeeNo } };
});
afterAll(() => api.close());

/** Something that a channel tells of, which moves money once. */
interface Told {
  endpoint: string;
  input: object;
  signing: Signing;
  /** What it moves, and what has been moved by now, in fen. */
  fen: number;
  moved(): Promise<number>;
}

/** What the service answers, try after try; `wait` comes before each but the first. */
async function tell(
  { endpoint, signing, ...told }: Told,
  { fault = 'none', input = told.input, wait = async () => undefined }: TellOptions = {},
): Promise<string[]> {
  const notice = makeNotifier(api.url, signing, wait).tell(endpoint, input, fault);
  await eventually(() => expect(notice.state).toBe('done'));
  return notice.answers.map(({ text }) => text);
}
interface TellOptions {
  fault?: Fault;
  input?: object;
  wait?: () => Promise<unknown>;
}
const taken = expect.stringMatching(/^HTTP 200 \{"code":200,"success":true,/);
const refusedAs = (msg: string) => `HTTP 200 {"code":406,"success":false,"msg":"${msg}","result":null}`;
const unsigned = refusedAs('签名无效');

/** What something has grown by since now, in fen. */
async function growthOf(figure: () => Promise<number>): Promise<() => Promise<number>> {
  const before = await figure();
  return async () => (await figure()) - before;
}
const fund = async () => {
  const key = { tenantId, companyId: companyId('A', 0), kind: 'ENTERPRISE' } as const;
  const account = await prisma().fundAccount.findUniqueOrThrow({ where: { tenantId_companyId_kind: key } });
  return Number(account.balance);
};
const available = async () => {
  const { employeeId } = payer;
  return Number(
    (await prisma().limitAccount.findFirstOrThrow({ where: { tenantId, employeeId } })).available,
  );
};
const balanceOf = async (id: string) => (await cards.moneyOn(id)).balance;

/** A payment by code that is waited for. */
const byCode = (no: string, amount: number, moves: Pick<Told, 'fen' | 'moved'>): Told => ({
  ...{ endpoint: 'topup/notifyTopUp', signing: alipay, ...moves },
  input: { topUpNo: no, flowNo: `F-${newNonce()}`, status: 'SUCCESS', amount },
});
async function topUp(target: 'COMPANY' | 'CARD', id: string, moved: Told['moved']): Promise<Told> {
  const form = { target, id, amount: 100_000, channel: 'ALIPAY' };
  const { code, msg, result } = (await api.call('topup/addTopUp', form, finance)).body;
  expect([code, msg]).toEqual([200, '']);
  return byCode(result.no, 100_000, { fen: result.receivedAmount, moved });
}
const refund = (paymentNo: string, signing: Signing, moved: Told['moved']): Told => ({
  ...{ endpoint: 'consumption/notifyRefund', signing, fen: 700, moved },
  input: { refundNo: `R-${newNonce()}`, paymentNo, amount: 700, reason: '退菜' },
});
/** A payment from a limit that is told of, and its refund. */
async function limitPayment() {
  const input = { ...payer.who, paymentNo: `A-${newNonce()}`, amount: 2_000, category: 'MEAL' };
  const moved = await growthOf(available);
  const payment: Told = {
    ...{ endpoint: 'consumption/notifyPayment', signing: alipay, input, fen: -2_000, moved },
  };
  return { payment, refund: refund(input.paymentNo, alipay, async () => (await moved()) + 2_000) };
}

/** What a channel tells of: each is there to be told of now, and was not before. */
const kinds = {
  'a payment of an order of cards': async () => {
    const lines = [{ productId, faceAmount: 100_000, quantity: 1 }];
    const { merchantId } = orders.holder;
    const order = { merchantId, lines, payMethod: 'CHANNEL', address: '上海市南京西路 1 号' };
    const { id, approvalId } = (await orders.call('addOrder', order)).result;
    expect(await orders.decide('approve', approvalId)).toMatchObject({ code: 200 });
    const { version, payableAmount } = await orders.shown(id);
    const { result } = await orders.call('payOrder', { id, version, channel: 'ALIPAY' });
    const paid = async () => {
      const { payments } = await orders.shown(id);
      return payments.reduce((sum, { amount }) => sum + amount, 0);
    };
    return byCode(String(result.incoming?.no), payableAmount, { fen: payableAmount, moved: paid });
  },
  'a top-up of a company’s fund': async () => topUp('COMPANY', companyId('A', 0), await growthOf(fund)),
  'a top-up of a card': async () => {
    const id = await cards.loaded(1_000);
    return topUp('CARD', id, await growthOf(() => balanceOf(id)));
  },
  'a payment from a limit': async () => (await limitPayment()).payment,
  'a refund of what a limit paid': async () => {
    const paid = await limitPayment();
    expect(await tell(paid.payment)).toEqual([taken]);
    return paid.refund;
  },
  'a refund of what a card paid': async () => {
    const id = await cards.loaded(5_000);
    const reference = `A-${newNonce()}`;
    await cards.authorize((await cards.card(id)).cardNo, 2_000, reference);
    const { paymentNo } = (await cards.capture(reference, 2_000)).result;
    return refund(paymentNo, cards.channel, await growthOf(() => balanceOf(id)));
  },
} satisfies Record<string, () => Promise<Told>>;

describe.each(Object.entries(kinds))('%s', (_kind, make) => {
  test('told five times, and then twice at once: done once, and answered alike', async () => {
    const told = await make();
    const [first] = await tell(told);
    expect(first).toEqual(taken);
    for (let again = 0; again < 4; again += 1) expect(await tell(told)).toEqual([first]);
    expect(await tell(told, { fault: 'twice' })).toEqual([first, first]);
    expect(await told.moved()).toBe(told.fen);
  });

  test('told twice at once, the first time of all: done once', async () => {
    const told = await make();
    const [one, other] = await tell(told, { fault: 'twice' });
    expect(one).toEqual(taken);
    expect(other).toBe(one);
    expect(await told.moved()).toBe(told.fen);
  });

  test('forged, changed after it was signed, or 301 s late: 签名无效, nothing moves, and the true one counts afterwards', async () => {
    const told = await make();
    for (const fault of ['signature', 'body', 'late'] as const)
      expect(await tell(told, { fault }), fault).toEqual([unsigned]);
    expect(await told.moved()).toBe(0);
    expect(await tell(told)).toEqual([taken]);
    expect(await told.moved()).toBe(told.fen);
  });

  test('replayed under the nonce of before: the second is 签名无效', async () => {
    const told = await make();
    expect(await tell(told, { fault: 'nonce' })).toEqual([taken, unsigned]);
    expect(await told.moved()).toBe(told.fen);
  });
});

describe('in another order', () => {
  test.each([
    'a payment of an order of cards',
    'a top-up of a company’s fund',
    'a top-up of a card',
  ] as const)('%s: failed, paying, paid, paying and failed again is paid', async (kind) => {
    const told = await kinds[kind]();
    for (const status of ['FAILED', 'PAYING', 'SUCCESS', 'PAYING', 'FAILED'])
      expect(await tell(told, { input: { ...told.input, status } }), status).toEqual([taken]);
    expect(await told.moved()).toBe(told.fen);
  });

  test('a refund before its payment is refused until that is told of, and then done', async () => {
    const { payment, refund: early } = await limitPayment();
    let tries = 0;
    const wait = async () => {
      tries += 1;
      if (tries === 2) expect(await tell(payment)).toEqual([taken]);
    };
    const missing = refusedAs('记录不存在');
    expect(await tell(early, { wait })).toEqual([missing, missing, taken]);
    expect(await early.moved()).toBe(700);
  });
});

test('after all of it everything that must hold does', () => expectInvariants(api));
