import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTestApi } from '../../../../tests/support/test-api.ts';
import { type TrustedProxies, trustOf } from '../platform/settings/trusted-proxies.ts';
import { clientAddress } from './client-address.ts';

async function addressOf(proxies: TrustedProxies, forwarded: string | undefined, connection = '127.0.0.1') {
  const app = fastify({ trustProxy: trustOf(proxies) });
  app.get('/', (request) => ({ address: clientAddress(request), protocol: request.protocol }));
  const answer = await app.inject({
    url: '/',
    remoteAddress: connection,
    headers: { ...(forwarded && { 'x-forwarded-for': forwarded }), 'x-forwarded-proto': 'https' },
  });
  return answer.json();
}

describe('the address of a client behind proxies', () => {
  test.each([
    [false, '1.2.3.4', '127.0.0.1'],
    [1, '1.2.3.4', '1.2.3.4'],
    [1, '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    [2, '6.6.6.6, 1.2.3.4, 10.0.0.9', '1.2.3.4'],
    [2, '1.2.3.4', '1.2.3.4'],
    [1, undefined, '127.0.0.1'],
    [['127.0.0.0/8'], '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    [['127.0.0.0/8', '10.0.0.0/8'], '1.2.3.4, 10.0.0.9', '1.2.3.4'],
    [['10.0.0.0/8'], '1.2.3.4', '127.0.0.1'],
    [1, '2001:db8::1', '2001:db8::1'],
  ] as const)('TRUST_PROXY %j and X-Forwarded-For %j: %s', async (proxies, forwarded, address) => {
    expect(await addressOf(proxies as TrustedProxies, forwarded)).toMatchObject({ address });
  });

  test.each(['garbage', '=HYPERLINK("http://x")', '1.2.3.4:5678', '999.1.1.1', "'; DROP TABLE users"])(
    'an entry that is no address (%s) is not taken: the nearest proxy stands for it',
    async (entry) => {
      expect(await addressOf(1, entry)).toMatchObject({ address: '127.0.0.1' });
      expect(await addressOf(2, `${entry}, 10.0.0.9`)).toMatchObject({ address: '10.0.0.9' });
      expect(await addressOf(['127.0.0.1'], entry)).toMatchObject({ address: '127.0.0.1' });
    },
  );

  test('an IPv4 address is written one way, whichever listener took it', async () => {
    expect(await addressOf(false, undefined, '::ffff:10.1.2.3')).toMatchObject({ address: '10.1.2.3' });
  });

  test('https counts only where a trusted proxy says so', async () => {
    expect(await addressOf(1, undefined)).toMatchObject({ protocol: 'https' });
    expect(await addressOf(['10.0.0.0/8'], undefined)).toMatchObject({ protocol: 'http' });
  });

  test('what is stored of a request is an address, and the one behind the proxy', async () => {
    const api = await startTestApi({ seed: 'small', settings: { TRUST_PROXY: '1' } });
    onTestFinished(() => api.close());
    const stored = async (forwarded: string) => {
      const { body } = await api.call(
        'userAccount/login',
        { mobile: '13800000001', password: 'Xyxlx@2026' },
        undefined,
        { 'X-Forwarded-For': forwarded },
      );
      expect(body.code).toBe(200);
      const { ip } = await api.deps.database.prisma.session.findFirstOrThrow({
        orderBy: { createdAt: 'desc' },
      });
      return ip;
    };
    expect(await stored('6.6.6.6, 203.0.113.7')).toBe('203.0.113.7');
    expect(await stored('=cmd()')).toBe('127.0.0.1');
  });
});
