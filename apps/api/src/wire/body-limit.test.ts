import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { contract } from '@xyxlx/contracts/contract';
import type { Endpoint } from '@xyxlx/contracts/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';

const kibibyte = 1024;
const limit = 16 * kibibyte;

/** What an endpoint that takes a JSON from anybody answers to one that only parsing finds broken. */
const answers = { public: 400, signed: 406 } as const;
const open = Object.entries(contract).flatMap(([area, actions]) =>
  Object.entries<Endpoint>(actions).flatMap(([action, { kind, access }]) =>
    kind !== 'upload' && (access === 'public' || access === 'signed')
      ? [{ path: `${area}/${action}`, answer: answers[access] }]
      : [],
  ),
);

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000001');
});
afterAll(() => api.close());

interface Answer {
  status: number;
  body: { code: number; msg: string; result: unknown };
}

async function post(path: string, body: string, more: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${api.url}/xyxlx/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...more },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

/** A body of exactly so many bytes that no contract takes, which only parsing finds out. */
const broken = (bytes: number) => '{'.padEnd(bytes, ' ');

test('there are endpoints that anybody may call', () => {
  expect(open).toContainEqual({ path: 'userAccount/login', answer: 400 });
  expect(open).toContainEqual({ path: 'consumption/notifyPayment', answer: 406 });
  expect(open.length).toBeGreaterThan(10);
});

describe.each(open)('$path before sign-in', ({ path, answer }) => {
  test('16 KiB are read, one byte more is 413 before it is', async () => {
    expect((await post(path, broken(limit))).body.code).toBe(answer);
    const { status, body } = await post(path, broken(limit + 1));
    expect({ status, body }).toEqual({
      status: 413,
      body: { code: 413, success: false, msg: '内容过大，上限为 16 KiB', result: null },
    });
  });
});

describe('a body before sign-in', () => {
  test('in chunks is stopped at 16 KiB too', async () => {
    const sending = request(`${api.url}/xyxlx/userAccount/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
    });
    sending.end(broken(limit + 1));
    const [answer] = await once(sending, 'response');
    expect(answer.statusCode).toBe(413);
    expect((await json(answer)) as object).toMatchObject({ msg: '内容过大，上限为 16 KiB' });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'])(
    'that calls itself %s is 413 too',
    async (type) => {
      expect((await post('userAccount/login', 'x'.repeat(limit + 1), { 'Content-Type': type })).status).toBe(
        413,
      );
    },
  );

  test('60 bodies of 1 MB before sign-in: 413, and none of them is parsed', async () => {
    // Parsed, it would be answered with 400.
    const hostile = `[${'1e3,'.repeat(250 * kibibyte)}`;
    const statuses: number[] = [];
    // A few at once: this process also writes them.
    for (let round = 0; round < 15; round++) {
      const some = await Promise.all(Array.from({ length: 4 }, () => post('userAccount/login', hostile)));
      statuses.push(...some.map(({ status }) => status));
    }
    expect(statuses).toEqual(Array(60).fill(413));
  });
});

const mebibyte = kibibyte * kibibyte;
const filled = (unit: string, last: string) =>
  `[${unit.repeat(Math.floor((mebibyte - 100) / unit.length))}${last}]`;

describe('1 MB from somebody signed in', () => {
  test('is read to the last byte, and one byte more is 413', async () => {
    const path = 'merchant/queryMerchant';
    const keyword = (bytes: number) =>
      JSON.stringify({ keyword: 'x'.repeat(bytes - '{"keyword":""}'.length) });
    const most = await post(path, keyword(mebibyte), { Authorization: token });
    expect(most.status).toBe(400);
    const more = await post(path, keyword(mebibyte + 1), { Authorization: token });
    expect(more).toMatchObject({ status: 413, body: { msg: '内容过大，上限为 1 MiB' } });
  });

  test.each([
    ['amounts with exponents', filled('1e3,', '1')],
    ['fractions with exponents', filled('1.5e-1,', '1')],
    ['texts without end', filled('"",', '1.5e-1')],
    ['a text of escaped quotes', `["${'\\"'.repeat(mebibyte / 2 - 100)}",1.5e-1]`],
    ['an open text of escaped quotes', `[1.5e-1,"${'\\"'.repeat(mebibyte / 2 - 100)}`],
    ['one number without end', `[1.5e-1,${'1'.repeat(mebibyte - 100)}]`],
    [
      'one name after the other',
      `{${Array.from({ length: 75_000 }, (_, n) => `"n${n}":1`).join(',')},"z":1.5e-1}`,
    ],
    ['nesting', `${'['.repeat(500_000)}1.5e-1${']'.repeat(500_000)}`],
  ])('%s: 400, after seconds of the processor at most', async (_name, body) => {
    await post('merchant/queryMerchant', '[1.5e-1]', { Authorization: token });
    const before = process.cpuUsage();
    const { status } = await post('merchant/queryMerchant', body, { Authorization: token });
    const { user, system } = process.cpuUsage(before);
    expect(status).toBe(400);
    // In µs: a tenth of a second, and of a collection of all that the tests before have left a whole one; a pass that is not linear
    // takes minutes.
    expect(user + system).toBeLessThan(10_000_000);
  });
});

test.each([
  ['{"pageNum":1e0}', 'pageNum'],
  ['{"sort":{"order":1E+2}}', 'order'],
  ['{"keyword":"\\"1e5","state":[-2e3]}', 'state'],
])('a whole number with an exponent is 400 and names its field: %s', async (body, field) => {
  const answer = await post('merchant/queryMerchant', body, { Authorization: token });
  expect(answer.body.result).toEqual({ issues: [{ path: field, message: '数字须逐位写出，不用指数' }] });
});

test.each(['{"keyword":"1e3"}', '{"keyword":"\\\\\\"1e3 : 2e4"}'])(
  'what looks like a number inside of a text is none: %s',
  async (body) => {
    expect((await post('merchant/queryMerchant', body, { Authorization: token })).status).toBe(200);
  },
);
