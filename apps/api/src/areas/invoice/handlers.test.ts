import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { cleanUpTenants } from '../../housekeeping.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

interface Payment {
  id: string;
  tenantId: string;
  merchantId: string;
  employeeId: string;
  paymentNo: string;
  amount: number;
  lastFour: string;
}

let api: TestApi;
let token: string;
let payments: Payment[];

beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000001');
  const rows = await api.deps.database.prisma.consumptionRecord.findMany({
    where: { type: 'CONSUME', state: 'SUCCESS', invoiceState: 'NONE' },
    orderBy: [{ tenantId: 'asc' }, { paidAt: 'desc' }],
    include: { employee: true },
    take: 400,
  });
  const [first] = rows;
  payments = rows
    .filter((row) => row.tenantId === first?.tenantId)
    .flatMap(({ amount, employee, ...row }) =>
      employee
        ? [{ ...row, employeeId: employee.id, amount: Number(amount), lastFour: employee.mobile.slice(-4) }]
        : [],
    );
});
afterAll(() => api.close());

const payment = (n: number) => payments[n] as Payment;
/** Another payment of the same employee. */
const another = (one: Payment) =>
  payments.findLast(({ employeeId, id }) => employeeId === one.employeeId && id !== one.id) as Payment;

const application = (of: Payment[], amount: number) => ({
  title: '上海测试有限公司',
  taxNo: '91310115MA1K4F3B2X',
  address: null,
  phone: null,
  bank: null,
  account: null,
  amount,
  email: 'finance@example.com',
  paymentNos: of.map(({ paymentNo }) => paymentNo),
  mobileLastFour: of[0]?.lastFour,
  submit: true,
});

const save = async (input: object) => (await api.call('invoice/saveInvoice', input)).body;
const rowOf = (applicationNo: string) =>
  api.deps.database.prisma.invoiceApplication.findFirstOrThrow({ where: { applicationNo } });
const decide = async (action: string, applicationNo: string, more: object) => {
  const { id, version } = await rowOf(applicationNo);
  return (await api.call(`invoice/${action}`, { id, version, ...more }, token)).body;
};

describe('invoice applications', () => {
  test('Σ invoiced never passes what was paid, however many apply at once', async () => {
    const { amount } = payment(0);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => save(application([payment(0)], amount))),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const refused = answers.find(({ code }) => code === 406);
    expect(refused.msg).toContain('超过可开票金额 0.00 元');
  });

  test('a quote says what each payment has left, and all of them', async () => {
    const one = payment(1);
    const two = another(one);
    const quote = async () =>
      (
        await api.call('invoice/quoteInvoice', {
          paymentNos: [one.paymentNo, two.paymentNo],
          mobileLastFour: one.lastFour,
        })
      ).body.result;
    const left = async () => {
      const { invoiceableAmount, payments: quoted } = await quote();
      const amounts = new Map(
        quoted.map((row: { paymentNo: string; invoiceableAmount: number }) => [
          row.paymentNo,
          row.invoiceableAmount,
        ]),
      );
      return [amounts.get(one.paymentNo), amounts.get(two.paymentNo), invoiceableAmount];
    };
    expect(await left()).toEqual([one.amount, two.amount, one.amount + two.amount]);
    await save(application([one], one.amount));
    expect(await left()).toEqual([0, two.amount, two.amount]);
  });

  test('sent twice under one key: one application, for a part of a payment too; another body under it is refused', async () => {
    const { paymentNo, amount } = payment(20);
    const { prisma } = api.deps.database;
    const send = (input: object, key: string) =>
      api.call('invoice/saveInvoice', input, undefined, { 'Idempotency-Key': key });
    const applied = () =>
      prisma.invoiceApplication.findMany({
        where: { lines: { some: { consumption: { paymentNo } } } },
        select: { applicationNo: true, state: true },
      });
    const part = application([payment(20)], Math.floor(amount / 4));
    const key = crypto.randomUUID();
    const [first, double] = await Promise.all([send(part, key), send(part, key)]);
    expect(first.body).toMatchObject({ code: 200, result: { state: 'ISSUING' } });
    expect([double.text, (await send(part, key)).text]).toEqual([first.text, first.text]);
    expect(await applied()).toEqual([first.body.result]);

    const other = await send({ ...part, email: 'other@example.com' }, key);
    expect(other.body).toMatchObject({ code: 406, msg: '幂等键已用于另一个请求' });
    expect(await applied()).toHaveLength(1);

    // A draft is handed in once as well.
    const draft = await send({ ...part, submit: false }, crypto.randomUUID());
    const handIn = { ...part, applicationNo: draft.body.result.applicationNo };
    const second = crypto.randomUUID();
    const handedIn = await send(handIn, second);
    expect(handedIn.body).toMatchObject({ code: 200, result: { state: 'ISSUING' } });
    expect((await send(handIn, second)).text).toBe(handedIn.text);
    expect(await applied()).toHaveLength(2);

    // Without a key each call is another application; the answers kept under keys are deleted after a day.
    expect((await save(part)).code).toBe(200);
    expect(await applied()).toHaveLength(3);
    const kept = () => prisma.idempotencyKey.findMany({ where: { endpoint: 'invoice/saveInvoice', key } });
    expect(await kept()).toMatchObject([{ answer: first.text }]);
    await cleanUpTenants(api.deps, new Date(api.clock.now().getTime() + 24 * 60 * 60_000 + 1000));
    expect(await kept()).toEqual([]);
    await prisma.$executeRaw`DELETE FROM rate_windows WHERE key LIKE 'invoice:%'`;
  });

  test('the number of an application carries its day in Asia/Shanghai', async () => {
    // 01:00 there is still the day before in UTC.
    const night = new Date().setUTCHours(24 + 17, 0, 0, 0);
    api.clock.setBusinessOffset(night - Date.now());
    const { result } = await save({ ...application([payment(0)], 100), submit: false });
    expect(result.applicationNo).toContain(`FP${shanghaiDay(new Date(night)).replaceAll('-', '')}`);
    api.clock.setBusinessOffset(0);
  });

  test('an unknown payment number is answered like a missing record', async () => {
    const unknown = { ...payment(0), paymentNo: 'NO-SUCH-PAYMENT' };
    expect(await save(application([unknown], 100))).toMatchObject({ code: 406, msg: '记录不存在' });
  });

  test('a draft takes nothing until it is handed in, and only with its own e-mail', async () => {
    const { amount } = payment(3);
    const { result } = await save({ ...application([payment(3)], amount), submit: false });
    expect(result.state).toBe('DRAFT');
    const { applicationNo } = result;
    const stranger = { ...application([payment(3)], amount), applicationNo, email: 'other@example.com' };
    expect((await save(stranger)).code).toBe(406);
    expect((await save({ ...application([payment(3)], amount), applicationNo })).result).toEqual({
      applicationNo,
      state: 'ISSUING',
    });
  });

  test('issued → reversed gives the payment back, and a refund waits for it', async () => {
    const { id, amount } = payment(4);
    const { applicationNo } = (await save(application([payment(4)], amount))).result;
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

  test('recorded or reversed again under the same key: the first answer to the byte, once', async () => {
    const { prisma } = api.deps.database;
    const { applicationNo } = (await save(application([payment(19)], payment(19).amount))).result;
    for (const [action, more] of [
      ['issueInvoice', { invoiceNo: '26312000000012340019' }],
      ['reverseInvoice', { reason: '抬头有误' }],
    ] as const) {
      const { id, version } = await rowOf(applicationNo);
      const send = () =>
        api.call(`invoice/${action}`, { id, version, ...more }, token, { 'Idempotency-Key': applicationNo });
      const [first, double] = await Promise.all([send(), send()]);
      expect(first.body).toMatchObject({ code: 200, result: { approvalId: null } });
      expect([double.text, (await send()).text]).toEqual([first.text, first.text]);
      expect((await rowOf(applicationNo)).version).toBe(version + 1);
      expect(await prisma.operationLog.count({ where: { targetId: id, action, result: 'SUCCESS' } })).toBe(1);
    }
  });

  test('two operators decide the same application: one 200, the other 406', async () => {
    const { applicationNo } = (await save(application([payment(5)], payment(5).amount))).result;
    const answers = await Promise.all([
      decide('issueInvoice', applicationNo, { invoiceNo: '26312000000012340001' }),
      decide('failInvoice', applicationNo, { reason: '税号有误' }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
  });

  test('the public look-up wants the e-mail and masks it', async () => {
    const { applicationNo } = (await save(application([payment(6)], payment(6).amount))).result;
    const look = async (email: string) =>
      (await api.call('invoice/getInvoice', { applicationNo, email })).body;
    expect((await look('other@example.com')).code).toBe(406);
    expect((await look('finance@example.com')).result).toMatchObject({
      state: 'ISSUING',
      email: 'f***@example.com',
    });
  });

  test('a number that another invoice has is refused with words, also when both are recorded at once, and the database refuses it too', async () => {
    const handIn = async (n: number) =>
      (await save(application([payment(n)], payment(n).amount))).result.applicationNo as string;
    const invoiceNo = '26312000000055550001';
    const [first, second, third] = [await handIn(7), await handIn(8), await handIn(9)];
    const raced = await Promise.all([
      decide('issueInvoice', first, { invoiceNo }),
      decide('issueInvoice', second, { invoiceNo }),
    ]);
    expect(raced.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(raced.find(({ code }) => code === 406).msg).toBe('发票号码已登记在另一份申请上，请核对');
    expect(await decide('issueInvoice', third, { invoiceNo })).toMatchObject({ code: 406 });
    expect(await rowOf(third)).toMatchObject({ state: 'ISSUING', invoiceNo: null });
    await expect(
      api.deps.database.prisma.invoiceApplication.updateMany({
        where: { applicationNo: third },
        data: { invoiceNo },
      }),
    ).rejects.toThrow(/unique/i);
  });
});

describe('who may ask about a payment', () => {
  test('a payment’s number without the end of the mobile that paid is answered like a missing record, to the byte', async () => {
    const { paymentNo, lastFour } = payment(10);
    const wrong = lastFour === '0000' ? '0001' : '0000';
    for (const path of ['invoice/quoteInvoice', 'invoice/saveInvoice']) {
      const ask = async (change: object) => {
        const whole = path.endsWith('saveInvoice') ? application([payment(10)], 100) : {};
        const { status, body } = await api.call(path, { ...whole, ...change });
        return JSON.stringify([status, body]);
      };
      const guessed = await ask({ paymentNos: [paymentNo], mobileLastFour: wrong });
      const missing = await ask({ paymentNos: ['P209901010000000001'], mobileLastFour: lastFour });
      expect(guessed).toBe(missing);
      expect(guessed).toContain('记录不存在');
    }
    expect((await api.call('invoice/quoteInvoice', { paymentNos: [paymentNo] })).body.code).toBe(400);
    // One of somebody else's among one's own opens neither.
    const stranger = payments.find((one) => one.lastFour !== lastFour) as Payment;
    const mixed = { paymentNos: [paymentNo, stranger.paymentNo], mobileLastFour: lastFour };
    expect((await api.call('invoice/quoteInvoice', mixed)).body.msg).toBe('记录不存在');
  });

  test('20 tries a day for a payment’s number, from wherever they come; whoever asks about another goes on', async () => {
    const { prisma } = api.deps.database;
    const answers: number[] = [];
    for (let n = 0; n < 21; n++) {
      // As from addresses that differ: the windows of an address are not what is asked about.
      await prisma.$executeRaw`DELETE FROM rate_windows WHERE key LIKE 'invoice:%'`;
      const input = { paymentNos: [payment(11).paymentNo], mobileLastFour: String(n).padStart(4, '0') };
      answers.push((await api.call('invoice/quoteInvoice', input)).status);
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(20);
    expect(answers[20]).toBe(429);
    const { paymentNo, lastFour } = payment(12);
    const other = await api.call('invoice/quoteInvoice', {
      paymentNos: [paymentNo],
      mobileLastFour: lastFour,
    });
    expect(other.body.code).toBe(200);
  });

  test('30 a minute for an address', async () => {
    await api.deps.database.prisma.$executeRaw`DELETE FROM rate_windows WHERE key LIKE 'invoice:%'`;
    const look = async (n: number) =>
      (await api.call('invoice/getInvoice', { applicationNo: `FP${n}`, email: 'a@example.com' })).status;
    const answers: number[] = [];
    for (let n = 0; n < 31; n++) answers.push(await look(n));
    expect(answers.slice(0, 30).every((status) => status === 200)).toBe(true);
    expect(answers[30]).toBe(429);
    await api.deps.database.prisma.$executeRaw`DELETE FROM rate_windows WHERE key LIKE 'invoice:%'`;
  });
});

describe('the data scope of the payments', () => {
  test('an application is seen, issued, failed and reversed by whoever sees all of its payments; to others it is missing', async () => {
    const { prisma } = api.deps.database;
    // Two merchants of different companies, and one employee's payments at both: as after a transfer to another merchant.
    const own = payment(13);
    const company = async (merchantId: string) =>
      (await prisma.merchant.findFirstOrThrow({ where: { id: merchantId } })).companyId as string;
    const ownCompany = await company(own.merchantId);
    const others = payments.slice(14);
    const foreign = (
      await Promise.all(
        others.map(async (one) => ((await company(one.merchantId)) === ownCompany ? null : one)),
      )
    ).find((one) => one !== null) as Payment;
    const { code: tenantCode } = await prisma.tenant.findUniqueOrThrow({ where: { id: own.tenantId } });
    const handIn = async (of: Payment[]) => {
      const lastFour = of.map((one) => one.lastFour)[0] as string;
      for (const { employeeId } of of) {
        const { mobile } = await prisma.employee.findFirstOrThrow({ where: { id: employeeId } });
        await prisma.employee.updateMany({
          where: { id: employeeId },
          data: { mobile: mobile.slice(0, -4) + lastFour },
        });
      }
      const amount = of.reduce((sum, one) => sum + one.amount, 0);
      const { applicationNo } = (await save(application(of, amount))).result;
      return rowOf(applicationNo);
    };
    const both = await handIn([own, foreign]);
    const alone = await handIn([another(own)]);

    const permissions = ['bill.view', 'bill.confirm'];
    const member = async (name: string, scope: object) =>
      (await operator(api, name, { permissions, ...scope }, tenantCode)).token;
    const merchantIds = [own.merchantId];
    const callers: Record<
      'tenant' | 'company' | 'merchant' | 'merchants' | 'otherMerchant' | 'self',
      { token: string; sees: string[] }
    > = {
      tenant: { token: await member('全租户', {}), sees: [both.id, alone.id] },
      company: {
        token: await member('本公司', { dataScope: 'COMPANY_TREE', companyId: ownCompany }),
        sees: [alone.id],
      },
      merchant: {
        token: await member('一个商户', { dataScope: 'MERCHANTS', merchantIds }),
        sees: [alone.id],
      },
      merchants: {
        token: await member('两个商户', {
          dataScope: 'MERCHANTS',
          merchantIds: [own.merchantId, foreign.merchantId],
        }),
        sees: [both.id, alone.id],
      },
      otherMerchant: {
        token: await member('另一商户', { dataScope: 'MERCHANTS', merchantIds: [foreign.merchantId] }),
        sees: [],
      },
      self: { token: await member('仅本人', { dataScope: 'SELF' }), sees: [] },
    };
    const missing = (
      await api.call('invoice/failInvoice', { id: crypto.randomUUID(), version: 1, reason: '无' }, token)
    ).body;
    for (const [name, { token: caller, sees }] of Object.entries(callers)) {
      const list = (await api.call('invoice/queryInvoice', { pageSize: 200 }, caller)).body.result;
      const seen = list.list.map(({ id }: { id: string }) => id);
      expect(
        [both.id, alone.id].filter((id) => seen.includes(id)),
        name,
      ).toEqual(sees);
      expect(list.total, name).toBe(seen.length);
      for (const { id, version } of [both, alone].filter((row) => !sees.includes(row.id))) {
        const acts = [
          await api.call('invoice/issueInvoice', { id, version, invoiceNo: '26312000000066660001' }, caller),
          await api.call('invoice/failInvoice', { id, version, reason: '无权' }, caller),
          await api.call('invoice/reverseInvoice', { id, version, reason: '无权' }, caller),
        ];
        expect(
          acts.map(({ body }) => body),
          name,
        ).toEqual([missing, missing, missing]);
      }
    }
    expect(await prisma.invoiceApplication.findFirstOrThrow({ where: { id: both.id } })).toEqual(both);

    const { id, version } = alone;
    const issued = await api.call(
      'invoice/issueInvoice',
      { id, version, invoiceNo: '26312000000066660002' },
      callers.merchant.token,
    );
    expect(issued.body.code).toBe(200);
    const reversed = { id, version: version + 1, reason: '抬头有误' };
    expect((await api.call('invoice/reverseInvoice', reversed, callers.merchant.token)).body.code).toBe(200);
    // What failed or was reversed holds nothing of its payments, and is still theirs.
    const after = await api.call(
      'invoice/queryInvoice',
      { keyword: alone.applicationNo },
      callers.merchant.token,
    );
    expect(after.body.result.list).toEqual([expect.objectContaining({ id, state: 'REVERSED' })]);
    const hidden = await api.call(
      'invoice/queryInvoice',
      { keyword: alone.applicationNo },
      callers.otherMerchant.token,
    );
    expect(hidden.body.result.list).toEqual([]);
  });
});
