import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import { freePort } from '@xyxlx/database/embedded/free-port';
import { companyId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePaymentChannels } from '../../apps/api/src/platform/channels/make-payment-channels.ts';
import { ROOT } from '../../scripts/run.ts';
import { delays, makeNotifier } from '../../scripts/stub-channel/notifier.ts';
import { startStubChannel } from '../../scripts/stub-channel/server.ts';
import { eventually } from '../support/eventually.ts';
import { newNonce } from '../support/signed-call.ts';
import { startStubServer } from '../support/stub-server.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let tenantId: string;
let who: { merchantNo: string; employeeNo: string };
let stub: Awaited<ReturnType<typeof startStubChannel>>;
let port: number;

beforeAll(async () => {
  port = await freePort();
  api = await startTestApi({
    settings: { CHANNEL_HOSTS: `127.0.0.1:${port}` },
    override: ({ settings, clock }) => ({ paymentChannels: makePaymentChannels(settings, clock) }),
  });
  const { prisma } = api.deps.database;
  tenantId = (await prisma.tenant.findUniqueOrThrow({ where: { code: 'huadong' } })).id;
  const { employee } = await prisma.limitAccount.findFirstOrThrow({
    where: {
      tenantId,
      available: { gt: 100_000 },
      expiresAt: null,
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE' } },
    },
    include: { employee: { include: { merchant: true } } },
  });
  who = { merchantNo: employee.merchant.merchantNo, employeeNo: employee.employeeNo };
  stub = await startStubChannel(api.url, port);
});
afterAll(async () => {
  stub.server.close();
  await api.close();
});

describe('the page behind a top-up’s QR code', () => {
  let token: string;
  beforeAll(async () => {
    token = await api.signIn('13800000001');
  });
  const call = async (action: string, input: object) =>
    (await api.call(`topup/${action}`, input, token)).body.result;
  /** A top-up of the tenant, as somebody scans it. */
  async function scanned(): Promise<TopUpDetail> {
    const form = { target: 'COMPANY', id: companyId('A', 0), amount: 100_000, channel: 'ALIPAY' };
    const topUp = await call('addTopUp', form);
    expect(topUp.payUrl).toMatch(`${stub.url}/pay?`);
    expect(await (await fetch(topUp.payUrl)).text()).toContain(`${topUp.no} · ¥1000.00`);
    return topUp;
  }
  async function press(act: string, { no, amount }: TopUpDetail): Promise<string> {
    const form = new URLSearchParams({ act, no, amount: String(amount) });
    const answer = await fetch(`${stub.url}/pay`, { method: 'POST', body: form });
    return answer.url;
  }
  const answersAt = async (pageUrl: string) =>
    [...(await (await fetch(pageUrl)).text()).matchAll(/HTTP (\d+) (.*?)<\/pre>/g)].map(([, status, body]) =>
      `${status} ${body}`.replaceAll('&#34;', '"'),
    );
  const flowsOf = ({ id }: TopUpDetail) =>
    api.deps.database.prisma.fundFlow.findMany({ where: { tenantId, sourceId: id } });

  test.each([
    ['success', 'SUCCESS', 1],
    ['failed', 'FAILED', 1],
    ['repeated', 'SUCCESS', 5],
    ['reordered', 'SUCCESS', 2],
  ])('%s: the top-up is %s, and its fund has it at most once', async (act, state, told) => {
    const topUp = await scanned();
    const pageUrl = await press(act, topUp);
    await eventually(async () => expect(await answersAt(pageUrl)).toHaveLength(told));
    for (const answer of await answersAt(pageUrl)) expect(answer).toContain('"success":true');
    expect((await call('getTopUp', { id: topUp.id })).state).toBe(state);
    // 38 bps of 100,000.
    expect((await flowsOf(topUp)).map(({ delta }) => Number(delta))).toEqual(
      state === 'SUCCESS' ? [99_620] : [],
    );
  });

  test('another amount is refused, tried again, and credited nothing', async () => {
    const topUp = await scanned();
    const pageUrl = await press('amount', topUp);
    await eventually(async () => expect((await answersAt(pageUrl)).length).toBeGreaterThan(1));
    for (const answer of await answersAt(pageUrl)) expect(answer).toContain('金额不一致');
    expect(await call('getTopUp', { id: topUp.id })).toMatchObject({ state: 'WAITING', toldAmount: 100_001 });
    expect(await flowsOf(topUp)).toEqual([]);
    await fetch(stub.url, { method: 'POST', body: new URLSearchParams({ stop: await newestNotice() }) });
  });
  const newestNotice = async () => /name="stop" value="(\d+)"/.exec(await page())?.[1] ?? '';
});

const record = (paymentNo: string) =>
  api.deps.database.prisma.consumptionRecord.findUnique({
    where: { tenantId_paymentNo: { tenantId, paymentNo } },
  });
const page = async () => (await fetch(`${stub.url}/?merchant=${who.merchantNo}`)).text();

/** What a developer fills in and sends; returns the number. */
async function tell(given: Record<string, string>): Promise<string> {
  const paymentNo = `S-${newNonce()}`;
  const form = { endpoint: 'notifyPayment', ...who, category: 'MEAL', amount: '35.00', paymentNo, ...given };
  const answer = await fetch(stub.url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  return paymentNo;
}

describe('the stub channel', () => {
  test('is bound as an operator binds a channel, and again with new secrets at the next start', async () => {
    const bindings = () =>
      api.deps.database.prisma.channelBinding.findMany({ where: { name: '本机模拟渠道' } });
    const [first] = await bindings();
    expect(first).toMatchObject({ state: 'BOUND', channel: 'ALIPAY', tenantId });
    stub.server.close();
    stub = await startStubChannel(api.url, port);
    const after = await bindings();
    expect(after).toMatchObject([{ id: first?.id, state: 'BOUND' }]);
    expect(after[0]?.callbackSecretCipher).not.toBe(first?.callbackSecretCipher);
  });

  test('tells of a payment and of its refund, and shows who can pay and what was answered', async () => {
    expect(await page()).toContain(`<option value="${who.employeeNo}">`);
    const paymentNo = await tell({});
    await eventually(async () => {
      expect(await record(paymentNo)).toMatchObject({ state: 'SUCCESS', amount: 3_500n, channel: 'ALIPAY' });
    });
    await tell({ endpoint: 'notifyRefund', paymentNo, amount: '5', reason: '退菜' });
    await eventually(async () => {
      expect(await record(paymentNo)).toMatchObject({ state: 'PARTLY_REFUNDED', refunded: 500n });
      expect(await page()).toContain('&#34;refundedAmount&#34;:500');
    });
  });

  test.each([
    ['signature', '签名无效', false],
    ['late', '签名无效', false],
    ['body', '签名无效', false],
    ['nonce', '签名无效', true],
    ['size', '内容过大', false],
    ['twice', '&#34;approved&#34;:true', true],
  ])('with the fault %s shows %s', async (fault, words, isTaken) => {
    const paymentNo = await tell({ fault });
    await eventually(async () => {
      const [latest = ''] = (await page()).split('<article>').slice(1);
      expect(latest).toContain(paymentNo);
      expect(latest).toContain('结束 / over');
      expect(latest).toContain(words);
    });
    expect((await record(paymentNo)) !== null).toBe(isTaken);
  });

  test('is no other site’s to use', async () => {
    const body = new URLSearchParams({ endpoint: 'notifyPayment' });
    const answer = await fetch(stub.url, {
      method: 'POST',
      body,
      headers: { Origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
  });

  test('waits 1, 2, 4 … 60 s, and is done once the service says success: true', async () => {
    const all = delays();
    expect(Array.from({ length: 9 }, () => all.next().value)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    const answers = [
      { status: 503, body: { success: false } },
      { status: 200, body: { code: 406, success: false, msg: 'success: true' } },
      { status: 200, body: null },
      { status: 200, body: { code: 200, success: true, msg: '' } },
    ];
    const service = await startStubServer(() => answers.shift() as (typeof answers)[number]);
    const waited: number[] = [];
    const { tell: tellOf, notices } = makeNotifier(
      service.url,
      { bindingId: crypto.randomUUID(), secret: 's' },
      async (ms) => waited.push(ms),
    );
    const notice = tellOf('consumption/notifyPayment', {}, 'none');
    await eventually(() => expect(notice.state).toBe('done'));
    expect(waited).toEqual([1000, 2000, 4000]);
    expect(notices[0]?.answers).toHaveLength(4);
    const nonces = new Set(service.asked.map(({ headers }) => headers['x-nonce']));
    expect(nonces.size, 'each try has a nonce of its own').toBe(4);
    await service.close();
  });
});

describe('npm run stub:channel', () => {
  test.each([
    ['in production', { NODE_ENV: 'production' }, 'The stub channel is for development'],
    ['for another machine', { XYXLX_URL: 'http://10.0.0.1:8080' }, 'at a service on this machine alone'],
    ['without a service', { XYXLX_URL: 'http://127.0.0.1:1', STUB_PORT: '0' }, 'start the service first'],
  ])('%s it ends with a sentence', async (_, env, sentence) => {
    const child = spawn(process.execPath, ['scripts/stub-channel.ts'], {
      cwd: ROOT,
      env: { ...process.env, npm_lifecycle_event: '', NODE_ENV: '', ...env },
    });
    const [said, code] = await Promise.all([
      text(child.stderr),
      new Promise((resolve) => child.on('close', resolve)),
    ]);
    expect(said).toContain(sentence);
    expect(code).toBe(1);
  });
});
