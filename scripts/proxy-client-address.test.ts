import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from './run.ts';

const proxy = join(ROOT, 'apps/console/proxy');

function rendered(trusted: string): { status: number | null; said: string; text: string } {
  const directory = mkdtempSync(join(tmpdir(), 'xyxlx-proxy-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'made.conf');
  const { status, stderr } = spawnSync('sh', [join(proxy, 'client-address.sh'), file], {
    env: { PATH: process.env.PATH, TRUST_PROXY: trusted },
    encoding: 'utf8',
  });
  return { status, said: stderr, text: status === 0 ? readFileSync(file, 'utf8') : '' };
}

/** What nginx makes of a text: the map's first expression that fits, or null for the default. */
function mapped(text: string, variable: string, given: string): string | null {
  const [, body = ''] = new RegExp(`map \\S+ \\$${variable} \\{([\\s\\S]*?)\\n\\}`).exec(text) ?? [];
  for (const [, expression = ''] of body.matchAll(/"~(.*)" \$1;/g)) {
    const found = new RegExp(expression).exec(given);
    if (found) return found[1] as string;
  }
  return null;
}

test.each([
  ['1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
  ['true', '6.6.6.6,1.2.3.4', '1.2.3.4'],
  ['2', '6.6.6.6, 1.2.3.4, 10.0.0.9', '1.2.3.4'],
  ['3', '1.2.3.4, 10.0.0.9', '1.2.3.4'],
  ['2', '2001:db8::1, 10.0.0.9', '2001:db8::1'],
  ['1', '<script>', null],
  ['1', '', null],
])('nginx with TRUST_PROXY=%s takes of "%s" the address %s', (trusted, forwarded, address) => {
  expect(mapped(rendered(trusted).text, 'client_address', forwarded)).toBe(address);
});

test('nginx takes the protocol from trusted proxies, and nothing else for one', () => {
  const { text } = rendered('1');
  expect(['https', 'http, https', 'gopher'].map((said) => mapped(text, 'client_scheme', said))).toEqual([
    'https',
    'https',
    null,
  ]);
});

test('nginx trusts exactly the networks that are named', () => {
  const { text } = rendered('10.0.0.0/8, fd00::/8');
  expect([...text.matchAll(/set_real_ip_from (.*);/g)].map(([, network]) => network)).toEqual([
    '10.0.0.0/8',
    'fd00::/8',
  ]);
  expect(text).toContain('real_ip_recursive on;');
  expect(text).toMatch(
    /geo \$realip_remote_addr \$through_proxy \{\n {2}default 0;\n {2}10\.0\.0\.0\/8 1;\n {2}fd00::\/8 1;\n\}/,
  );
});

test('nginx without proxies in front takes nobody’s word', () => {
  expect(rendered('false').text).toBe(
    'map "" $client_address { default $remote_addr; }\nmap "" $client_scheme { default $scheme; }\n',
  );
});

test.each(['yes', '0', '11', '0.0.0.0/0', ',', '10.0.0.0/8;evil'])(
  'nginx does not start with TRUST_PROXY=%s, and says why',
  (trusted) => {
    expect(rendered(trusted)).toMatchObject({
      status: 1,
      said: expect.stringContaining('Setting TRUST_PROXY: '),
    });
  },
);

test('nginx passes on what it found out, and protects pages as the API does its answers', () => {
  const config = readFileSync(join(proxy, 'nginx.conf'), 'utf8');
  expect(config).toContain('proxy_set_header X-Forwarded-For $client_address;');
  expect(config).toContain('proxy_set_header X-Forwarded-Proto $client_scheme;');
  const api = readFileSync(join(ROOT, 'apps/api/src/plugins/security-headers.ts'), 'utf8');
  const [, value = ''] = /'Strict-Transport-Security': '(.*)'/.exec(api) ?? [];
  expect(config).toMatch(
    new RegExp(
      `map \\$client_scheme \\$strict_transport_security \\{\\s+default +'';\\s+https +"${value}";\\s+\\}`,
    ),
  );
  const headers = readFileSync(join(proxy, 'security-headers.conf'), 'utf8');
  expect(headers).toContain('add_header Strict-Transport-Security $strict_transport_security always;');
});
