import { codes } from '@xyxlx/contracts/wire';
import { afterEach, expect, test, vi } from 'vitest';
import { authenticate } from './authenticate.ts';

const answer = { provider: 'oauth', code: 'c', state: 's' } as const;
const binding = { bindTicket: 'ticket', provider: 'oauth', displayName: '新同事' };

afterEach(() => vi.unstubAllGlobals());

test('a bound account is signed in', async () => {
  const signedIn = { token: 't', user: { id: 'u' } };
  answerWith({ code: codes.ok, success: true, msg: '', result: signedIn });
  expect(await authenticate(answer)).toEqual({ signedIn });
});

test('an account that nobody has bound is an outcome, with what the binding page needs', async () => {
  answerWith({ code: codes.refused, success: false, msg: '该账号尚未绑定', result: binding });
  expect(await authenticate(answer)).toEqual({ binding });
});

test.each([null, {}, { bindTicket: 1, provider: 'oauth' }, { ...binding, provider: 'elsewhere' }])(
  'a refusal with %j beside it stays a failure',
  async (result) => {
    answerWith({ code: codes.refused, success: false, msg: '登录失败', result });
    await expect(authenticate(answer)).rejects.toThrow('登录失败');
  },
);

function answerWith(envelope: object): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(envelope)),
  );
}
