import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  boundChannel,
  newNonce,
  type Signing,
  signedHeaders,
} from '../../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';
import { cleanUpTenants } from '../../../housekeeping.ts';
import { isBound } from './find-signer.ts';
import { deleteExpiredNonces } from './nonces.ts';
import { signatureOf } from './signature.ts';

const path = 'consumption/notifyPayment';
const refused = '{"code":406,"success":false,"msg":"签名无效","result":null}';
const minute = 60_000;

let api: TestApi;
let tenantId: string;
let channel: Signing;
/** Who pays, by their numbers. */
let who: { merchantNo: string; employeeNo: string };

beforeAll(async () => {
  api = await startTestApi();
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
});
afterAll(() => api.close());

beforeEach(async () => {
  channel = await boundChannel(api, tenantId);
});

/** A payment of 1 fen under a new number. */
const payment = () => JSON.stringify({ ...who, paymentNo: `T-${newNonce()}`, amount: 1, category: 'MEAL' });

async function post(
  body: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${api.url}/xyxlx/${path}`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

const sign = (body: string, given: Parameters<typeof signedHeaders>[3] = {}) =>
  signedHeaders(channel, path, body, { at: api.clock.now(), ...given });
const taken = async (body: string, headers: Record<string, string> = sign(body)) =>
  JSON.parse((await post(body, headers)).text).result?.approved;
const records = () => api.deps.database.prisma.consumptionRecord.count({ where: { tenantId } });

/** The call is refused with the one answer, and nothing is written. */
async function isRefused(body: string, headers: Record<string, string>): Promise<void> {
  const before = await records();
  expect(await post(body, headers)).toEqual({ status: 200, text: refused });
  expect(await records()).toBe(before);
}

test('a signature is HMAC-SHA256 over the time, the nonce, the path and the hash of the body', () => {
  const parts = {
    timestamp: '1764000000',
    nonce: 'n'.repeat(16),
    path: '/xyxlx/a/b',
    body: Buffer.from('{}'),
  };
  // echo -n '{}' | sha256sum; printf '1764000000\nnnnnnnnnnnnnnnnn\n/xyxlx/a/b\n<that>' | openssl dgst -sha256 -hmac key
  expect(signatureOf('key', parts)).toBe('6a608c9660d4143f1083359d9f50e9a8aae5855145efadf4d1698789485802fe');
});

test('a binding holds until the moment at which its authorisation ends', () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 10, 22) + ms);
  const held = [at(-1), at(0), at(1)].map((now) => isBound({ state: 'BOUND', expiresAt: at(0) }, now));
  expect(held).toEqual([true, false, false]);
  expect(isBound({ state: 'BOUND', expiresAt: null }, at(0))).toBe(true);
  expect(isBound({ state: 'INVALID', expiresAt: null }, at(0))).toBe(false);
});

describe('a signed machine call', () => {
  test('of a bound channel is taken', async () => {
    expect(await taken(payment())).toBe(true);
  });

  test('wrong signature, of another secret, path, time or nonce, too short or no hex: 406 签名无效 ∅', async () => {
    const body = payment();
    const headers = sign(body);
    const parts = {
      timestamp: headers['X-Timestamp'] as string,
      nonce: headers['X-Nonce'] as string,
      path: `/xyxlx/${path}`,
      body: Buffer.from(body),
    };
    for (const signature of [
      signatureOf('another secret of at least 32 bytes', parts),
      signatureOf(channel.secret, { ...parts, path: '/xyxlx/consumption/notifyRefund' }),
      signatureOf(channel.secret, { ...parts, path }),
      signatureOf(channel.secret, { ...parts, timestamp: String(Number(parts.timestamp) + 1) }),
      signatureOf(channel.secret, { ...parts, nonce: newNonce() }),
      (headers['X-Signature'] as string).slice(0, 62),
      'g'.repeat(64),
      '',
    ]) {
      await isRefused(body, { ...headers, 'X-Signature': signature });
    }
    expect(await taken(body, headers), 'what was refused has not used up the nonce').toBe(true);
  });

  test('changed body: 406 签名无效 ∅', async () => {
    const body = payment();
    await isRefused(body.replace('"amount":1', '"amount":2'), sign(body));
    await isRefused(`${body} `, sign(body));
  });

  test('within 300 s it is taken, 301 s late or 302 s early: 406 签名无效 ∅, by the machine’s clock', async () => {
    const second = (seconds: number) => ({ at: new Date(api.clock.now().getTime() + seconds * 1000) });
    for (const seconds of [-301, 302]) {
      const body = payment();
      await isRefused(body, sign(body, second(seconds)));
    }
    for (const seconds of [-299, 300]) {
      const body = payment();
      expect(await taken(body, sign(body, second(seconds)))).toBe(true);
    }
    api.clock.setBusinessOffset(60 * minute);
    const body = payment();
    expect(await taken(body)).toBe(true);
    api.clock.setBusinessOffset(0);
  });

  test('nonce again: 406 签名无效 ∅, under any number and body, for 15 minutes and for its binding alone', async () => {
    const nonce = newNonce();
    const first = payment();
    const headers = sign(first, { nonce });
    expect(await taken(first, headers)).toBe(true);
    await isRefused(first, headers);
    const other = payment();
    await isRefused(other, sign(other, { nonce }));
    const { bindingId, secret } = await boundChannel(api, tenantId, { channel: 'WECHAT' });
    expect(await taken(other, signedHeaders({ bindingId, secret }, path, other, { nonce }))).toBe(true);

    api.clock.advance(15 * minute - 5000);
    const later = payment();
    await isRefused(later, sign(later, { nonce }));
    api.clock.advance(6000);
    expect(await taken(later, sign(later, { nonce }))).toBe(true);
  });

  test('one nonce twice at once: one is taken', async () => {
    const nonce = newNonce();
    const bodies = [payment(), payment(), payment(), payment()];
    const answers = await Promise.all(bodies.map((body) => post(body, sign(body, { nonce }))));
    expect(answers.filter(({ text }) => text === refused)).toHaveLength(3);
  });

  test('a nonce is used up by what is refused for its body too', async () => {
    const nonce = newNonce();
    expect((await post('{"broken', sign('{"broken', { nonce }))).status).toBe(400);
    await isRefused('{"broken', sign('{"broken', { nonce }));
  });

  test('binding 已失效, 已解绑, past its time or of a suspended tenant: 406 签名无效 ∅', async () => {
    const { prisma } = api.deps.database;
    const where = { tenantId_id: { tenantId, id: channel.bindingId } };
    const now = api.clock.businessNow();
    const set = (data: object) => prisma.channelBinding.update({ where, data });
    const states = ['UNBOUND', 'AUTHORIZING', 'INVALID'] as const;
    for (const data of [...states.map((state) => ({ state })), { state: 'BOUND', expiresAt: now }]) {
      await set(data);
      const body = payment();
      await isRefused(body, sign(body));
    }
    await set({ expiresAt: new Date(now.getTime() + 60 * minute) });
    expect(await taken(payment())).toBe(true);
    await prisma.tenant.update({ where: { id: tenantId }, data: { state: 'SUSPENDED' } });
    const body = payment();
    await isRefused(body, sign(body));
    await prisma.tenant.update({ where: { id: tenantId }, data: { state: 'ACTIVE' } });
    await set({ state: 'RELEASED', callbackSecretCipher: null, callbackSecretSetAt: null });
    await isRefused(body, sign(body));
  });

  test('a missing or misshapen header, a binding that is none or has no secret: the same 406 签名无效 ∅', async () => {
    const body = payment();
    const headers = sign(body);
    for (const name of ['X-Channel-Id', 'X-Timestamp', 'X-Nonce', 'X-Signature']) {
      const { [name]: _, ...without } = headers;
      await isRefused(body, without);
    }
    for (const timestamp of ['1e9', `${headers['X-Timestamp']}.0`, ` ${'9'.repeat(13)}`]) {
      await isRefused(body, sign(body, { timestamp }));
    }
    for (const nonce of ['short', 'n'.repeat(65), 'with a space in it'])
      await isRefused(body, sign(body, { nonce }));
    for (const bindingId of [crypto.randomUUID(), 'no-id', "' OR 1=1 --"]) {
      await isRefused(body, signedHeaders({ ...channel, bindingId }, path, body));
    }
    await api.deps.database.prisma.channelBinding.update({
      where: { tenantId_id: { tenantId, id: channel.bindingId } },
      data: { callbackSecretCipher: null, callbackSecretSetAt: null },
    });
    await isRefused(body, headers);
  });

  test('16,385 bytes: 413 before the signature is looked at, in chunks too; 16,384 are read', async () => {
    const limit = 16 * 1024;
    const longest = payment().padEnd(limit, ' ');
    expect(await taken(longest)).toBe(true);
    const longer = `${payment().padEnd(limit, ' ')} `;
    const nonce = newNonce();
    const said = { status: 413, text: expect.stringContaining('内容过大，上限为 16 KiB') };
    expect(await post(longer, sign(longer, { nonce }))).toEqual(said);
    expect(await post(longer, {})).toEqual(said);
    const sending = request(`${api.url}/xyxlx/${path}`, {
      method: 'POST',
      headers: { ...sign(longer), 'Transfer-Encoding': 'chunked' },
    });
    sending.end(longer);
    const [answer] = await once(sending, 'response');
    expect({ status: answer.statusCode, text: await text(answer) }).toEqual(said);
    const body = payment();
    expect(await taken(body, sign(body, { nonce })), 'the nonce was not used up').toBe(true);
  });

  test('a signed body that is no JSON by its media type: 415', async () => {
    const body = payment();
    expect((await post(body, { ...sign(body), 'Content-Type': 'text/plain' })).status).toBe(415);
  });

  test('nonces past their time are removed tenant by tenant, others stay', async () => {
    const { prisma, pool } = api.deps.database;
    const own = { tenantId, bindingId: channel.bindingId };
    expect(await taken(payment())).toBe(true);
    const now = api.clock.now();
    await cleanUpTenants(api.deps, now);
    expect(await prisma.channelNonce.count({ where: own })).toBe(1);
    const later = new Date(now.getTime() + 15 * minute);
    await deleteExpiredNonces(pool, crypto.randomUUID(), later);
    expect(await prisma.channelNonce.count({ where: own })).toBe(1);
    await cleanUpTenants(api.deps, later);
    expect(await prisma.channelNonce.count({ where: own })).toBe(0);
  });
});
