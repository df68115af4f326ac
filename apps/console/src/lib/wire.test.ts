import { afterEach, describe, expect, it, vi } from 'vitest';
import { exchange, resultOf, toReply, wireHeaders } from './wire.ts';

const none = () => null;

describe('the headers of a call', () => {
  it('carry the bare token and the resource type', () => {
    expect(wireHeaders('/xyxlx/merchant/queryMerchant', 't')).toMatchObject({
      Authorization: 't',
      Resourcestype: 'PC',
    });
  });

  it('carry neither to an address that contains login', () => {
    expect(Object.keys(wireHeaders('/xyxlx/userAccount/login_V2', 't'))).toEqual(['Accept-Language']);
  });

  it('carry no empty Authorization', () => {
    expect(wireHeaders('/xyxlx/verificationCode/requestCaptcha', null)).not.toHaveProperty('Authorization');
  });
});

describe('an answer', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('gives its result when it succeeded', () => {
    const text = JSON.stringify({ code: 200, success: true, msg: '', result: { token: 't' } });
    expect(resultOf(toReply(text, 200, none))).toEqual({ token: 't' });
  });

  it('throws its words, its code, its issues and its request id', () => {
    const issues = [{ path: 'mobile', message: '手机号不对' }];
    const text = JSON.stringify({ code: 400, success: false, msg: '手机号不对', result: { issues } });
    const reply = toReply(text, 400, (name) => (name === 'X-Request-Id' ? 'r1' : null));
    expect(() => resultOf(reply)).toThrow(
      expect.objectContaining({
        message: '手机号不对',
        data: { wire: expect.objectContaining({ code: 400, issues, requestId: 'r1' }) },
      }),
    );
  });

  it('that says success: false with code 200 is a failure the screen shows itself', () => {
    const text = JSON.stringify({ code: 200, success: false, msg: '当前密码错误', result: null });
    expect(() => resultOf(toReply(text, 200, none))).toThrow('当前密码错误');
  });

  it('without an envelope takes its code from the status, and is a fault even when a proxy says 200', () => {
    expect(toReply('<html>Bad gateway</html>', 502, none).code).toBe(502);
    expect(toReply('<html>Hello</html>', 200, none).code).toBe(500);
  });

  it('that never came has code 0', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    await expect(exchange('/xyxlx/a/b', null, {})).rejects.toMatchObject({ data: { wire: { code: 0 } } });
  });

  it('given up by its caller stays an AbortError', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new DOMException('given up', 'AbortError');
    });
    await expect(exchange('/xyxlx/a/b', null, {})).rejects.toMatchObject({ name: 'AbortError' });
  });
});
