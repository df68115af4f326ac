import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { shanghaiDay } from '../../platform/shanghai.ts';

let api: TestApi;
let token: string;
let payments: { id: string; paymentNo: string; amount: number }[];

beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000001');
  const rows = await api.deps.database.prisma.consumptionRecord.findMany({
    where: { type: 'CONSUME', state: 'SUCCESS', invoiceState: 'NONE' },
    orderBy: [{ tenantId: 'asc' }, { paidAt: 'desc' }],
    take: 200,
  });
  const [first] = rows;
  payments = rows
    .filter((row) => row.tenantId === first?.tenantId)
    .map((row) => ({ id: row.id, paymentNo: row.paymentNo, amount: Number(row.amount) }));
});
afterAll(() => api.close());

const payment = (n: number) => payments[n] as (typeof payments)[number];

const application = (paymentNos: string[], amount: number) => ({
  title: '上海测试有限公司',
  taxNo: '91310115MA1K4F3B2X',
  address: null,
  phone: null,
  bank: null,
  account: null,
  amount,
  email: 'finance@example.com',
  paymentNos,
  submit: true,
});

const save = async (input: object) => (await api.call('invoice/saveInvoice', input)).body;
const rowOf = (applicationNo: string) =>
  api.deps.database.prisma.invoiceApplication.findUniqueOrThrow({ where: { applicationNo } });
const decide = async (action: string, applicationNo: string, more: object) => {
  const { id, version } = await rowOf(applicationNo);
  return (await api.call(`invoice/${action}`, { id, version, ...more }, token)).body;
};

describe('invoice applications', () => {
  test('Σ invoiced never passes what was paid, however many apply at once', async () => {
    const { paymentNo, amount } = payment(0);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => save(application([paymentNo], amount))),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const refused = answers.find(({ code }) => code === 406);
    expect(refused.msg).toContain('超过可开票金额 0.00 元');
  });

  test('a quote says what each payment has left', async () => {
    const [one, two] = [payment(1), payment(2)];
    const quote = async () =>
      (await api.call('invoice/quoteInvoice', { paymentNos: [one.paymentNo, two.paymentNo] })).body.result;
    expect((await quote()).invoiceableAmount).toBe(one.amount + two.amount);
    await save(application([one.paymentNo], one.amount));
    expect((await quote()).invoiceableAmount).toBe(two.amount);
  });

  test('the number of an application carries its day in Asia/Shanghai', async () => {
    // 01:00 there is still the day before in UTC.
    const night = new Date().setUTCHours(24 + 17, 0, 0, 0);
    api.clock.setBusinessOffset(night - Date.now());
    const { result } = await save({ ...application([payment(0).paymentNo], 100), submit: false });
    expect(result.applicationNo).toContain(`FP${shanghaiDay(new Date(night)).replaceAll('-', '')}`);
    api.clock.setBusinessOffset(0);
  });

  test('an unknown payment number is answered like a missing record', async () => {
    expect(await save(application(['NO-SUCH-PAYMENT'], 100))).toMatchObject({ code: 406, msg: '记录不存在' });
  });

  test('a draft takes nothing until it is handed in, and only with its own e-mail', async () => {
    const { paymentNo, amount } = payment(3);
    const { result } = await save({ ...application([paymentNo], amount), submit: false });
    expect(result.state).toBe('DRAFT');
    const { applicationNo } = result;
    const stranger = { ...application([paymentNo], amount), applicationNo, email: 'other@example.com' };
    expect((await save(stranger)).code).toBe(406);
    expect((await save({ ...application([paymentNo], amount), applicationNo })).result).toEqual({
      applicationNo,
      state: 'ISSUING',
    });
  });

  test('issued → reversed gives the payment back, and a refund waits for it', async () => {
    const { id, paymentNo, amount } = payment(4);
    const { applicationNo } = (await save(application([paymentNo], amount))).result;
    expect((await decide('issueInvoice', applicationNo, { invoiceNo: '26312000000012345678' })).code).toBe(
      200,
    );
    const refund = () =>
      api.call('consumption/refundConsumption', { id, amount, reason: '退货' }, token, {
        'Idempotency-Key': crypto.randomUUID(),
      });
    expect((await refund()).body).toMatchObject({ code: 406, msg: '该交易已开票，请先红冲发票再退款' });
    expect((await decide('reverseInvoice', applicationNo, { reason: '抬头有误' })).code).toBe(200);
    expect((await refund()).body.code).toBe(200);
  });

  test('two operators decide the same application: one 200, the other 406', async () => {
    const { paymentNo, amount } = payment(5);
    const { applicationNo } = (await save(application([paymentNo], amount))).result;
    const answers = await Promise.all([
      decide('issueInvoice', applicationNo, { invoiceNo: '26312000000012340001' }),
      decide('failInvoice', applicationNo, { reason: '税号有误' }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
  });

  test('the public look-up wants the e-mail and masks it', async () => {
    const { paymentNo, amount } = payment(6);
    const { applicationNo } = (await save(application([paymentNo], amount))).result;
    const look = async (email: string) =>
      (await api.call('invoice/getInvoice', { applicationNo, email })).body;
    expect((await look('other@example.com')).code).toBe(406);
    expect((await look('finance@example.com')).result).toMatchObject({
      state: 'ISSUING',
      email: 'f***@example.com',
    });
  });
});
