import { contract } from '@xyxlx/contracts/contract';
import type { Endpoint } from '@xyxlx/contracts/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sessionOf } from '../../../../tests/support/accounts.ts';
import { boundChannel, type Signing, signedHeaders } from '../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';

/** Every endpoint there is: a new one is walked by being in the contract. */
const endpoints = Object.entries(contract).flatMap(([area, actions]) =>
  Object.entries<Endpoint>(actions).map(([action, definition]) => ({
    path: `${area}/${action}`,
    definition,
  })),
);
const those = (fits: (definition: Endpoint) => boolean) =>
  endpoints.filter(({ definition }) => fits(definition));
const takesJson = those(({ kind }) => kind !== 'upload');
const signed = those(({ access }) => access === 'signed');
const isSigned = (path: string) => signed.some((one) => one.path === path);

let api: TestApi;
/** Of somebody who may do everything, of the same whose token has expired, and of somebody who may do nothing. */
let token: string;
let expired: string;
let powerless: string;
/** Who signs what must be signed. */
let channel: Signing;
beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000001');
  expired = await api.signIn('13800000001');
  await api.call('dev/expireToken', {}, expired);
  powerless = await api.signIn('13800000008');
  const { membershipId, tenantId } = await sessionOf(api, powerless);
  channel = await boundChannel(api, tenantId);
  await api.deps.database.prisma.membershipRole.deleteMany({ where: { membershipId } });
});
afterAll(() => api.close());

interface Answer {
  status: number;
  allow: string | null;
  body: { code: number; success: boolean; msg: string; result: { issues?: unknown } | null };
}

async function ask(method: string, path: string, body?: string | FormData, as = token): Promise<Answer> {
  const answer = await fetch(`${api.url}/xyxlx/${path}`, {
    method,
    headers: {
      ...(as && { Authorization: as }),
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      ...(typeof body === 'string' && isSigned(path) && as && signedHeaders(channel, path, body)),
    },
    ...(body !== undefined && { body }),
  });
  return {
    status: answer.status,
    allow: answer.headers.get('allow'),
    body: (await answer.json()) as Answer['body'],
  };
}

function refused(path: string, { status, body }: Answer, expected: number, names?: string): void {
  expect({ path, status, code: body.code, success: body.success }).toEqual({
    path,
    status: expected,
    code: expected,
    success: false,
  });
  if (names) expect(JSON.stringify(body.result?.issues)).toContain(names);
}

describe('every endpoint', () => {
  const needsToken = those(({ access }) => access === 'session' || access === 'refreshable');
  test.each(needsToken)('$path without a token: 403', async ({ path }) => {
    const { status, body } = await ask('POST', path, '{}', '');
    expect(status).toBe(200);
    expect(body).toEqual({ code: 403, success: false, msg: '登录已失效，请重新登录', result: null });
  });

  test.each(signed)(
    '$path that nobody has signed: 406, whatever its body or its media type',
    async ({ path }) => {
      for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'none/of these; at all']) {
        for (const body of ['{}', '{"broken', '']) {
          const answer = await fetch(`${api.url}/xyxlx/${path}`, {
            method: 'POST',
            headers: { Authorization: token, 'Content-Type': type },
            body,
          });
          expect(await answer.text()).toBe('{"code":406,"success":false,"msg":"签名无效","result":null}');
        }
      }
    },
  );

  test.each(signed)('$path changes something, takes no token and no Idempotency-Key', ({ definition }) => {
    const { kind, permission, idempotent } = definition;
    expect({ kind, permission, idempotent }).toEqual({ kind: 'mutation' });
  });

  test.each(those(({ access }) => access === 'session'))(
    '$path with an expired token: 402, whatever its body',
    async ({ path }) => {
      const { status, body } = await ask('POST', path, '{"broken', expired);
      expect(status).toBe(200);
      expect(body).toEqual({ code: 402, success: false, msg: '登录已过期', result: null });
    },
  );

  test.each(those(({ permission }) => permission !== undefined))(
    '$path without its permission: 406 naming it, never 403',
    async ({ path, definition: { permission } }) => {
      const { status, body } = await ask('POST', path, '{}', powerless);
      expect({ status, code: body.code, result: body.result }).toEqual({
        status: 200,
        code: 406,
        result: { permission },
      });
    },
  );

  test.each(takesJson)('$path with a wrong body: 400', async ({ path }) => {
    for (const wrong of ['[]', 'null', '{"broken', '{"__proto__":{"role":"admin"}}']) {
      refused(path, await ask('POST', path, wrong), 400);
    }
  });

  test.each(takesJson)(
    '$path with an unknown field: 400, naming it',
    async ({ path, definition: { kind } }) => {
      refused(path, await ask('POST', path, '{"notInTheContract":1}'), 400, 'notInTheContract');
      if (kind === 'mutation') return;
      refused(path, await ask('GET', `${path}?notInTheContract=1`), 400, 'notInTheContract');
    },
  );

  test.each(those(({ kind }) => kind === 'upload'))(
    '$path takes a file and nothing it does not know',
    async ({ path }) => {
      refused(path, await ask('POST', path, '{}'), 415);
      const form = new FormData();
      form.set('notInTheContract', '1');
      refused(path, await ask('POST', path, form), 400);
      form.set('file', new File(['x'], 'x.csv'));
      refused(path, await ask('POST', path, form), 400, 'notInTheContract');
    },
  );

  test.each(endpoints)(
    '$path with a wrong method: 405, saying the right ones',
    async ({ path, definition: { kind } }) => {
      const reads = kind === 'query' || kind === 'download';
      for (const method of reads ? ['PUT', 'DELETE'] : ['GET', 'PUT', 'DELETE']) {
        const answer = await ask(method, path);
        refused(path, answer, 405);
        expect(answer.allow).toBe(reads ? 'GET, POST' : 'POST');
      }
    },
  );

  test.each(endpoints)('$path: what goes in is an object without room for more', ({ definition }) => {
    const schema = z.toJSONSchema(definition.input, { io: 'input' });
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  });

  test.each(those(({ permission }) => permission !== undefined))(
    '$path: a permission is asked of somebody signed in',
    ({ definition: { access } }) => {
      expect(access).toBe('session');
    },
  );
});
