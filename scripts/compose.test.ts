import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { environment, readSettings } from '../apps/api/src/platform/settings/settings.ts';
import { exampleSecret, imageEnvironment, neededSettings } from './production-environment.ts';
import { ROOT } from './run.ts';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const names = Object.keys(environment.shape);

/** What of a compose file names something else in it. */
const composed = z.object({
  services: z.record(
    z.string(),
    z.object({
      extends: z.object({ file: z.string(), service: z.string() }).optional(),
      depends_on: z.record(z.string(), z.unknown()).default({}),
      networks: z.string().array().default([]),
      volumes: z.string().array().default([]),
    }),
  ),
  networks: z.record(z.string(), z.unknown()).default({}),
  volumes: z.record(z.string(), z.unknown()).default({}),
});

/** Compose's own tag for a value that the file below it has, and this one has not. */
const reset = { tag: '!reset', collection: 'seq' as const, resolve: (value: unknown) => value };

/** The environment that a compose file gives a service, with what its variables stand for. */
function environmentOf(file: string, service: string, variables: Record<string, string> = {}) {
  const [, part = ''] = read(file).split(`\n  ${service}:\n`);
  const [own = ''] = part.split(/\n {2}\w/);
  const [, block = ''] = own.split('    environment:\n');
  const lines = block.split(/\n {4}\w/)[0]?.matchAll(/^ {6}(\w+): (.*)$/gm) ?? [];
  return Object.fromEntries(
    [...lines].map(([, name, value = '']) => [name, fill(unquoted(value), variables)]),
  );
}

const unquoted = (text: string) => text.replace(/^'(.*)'$/, '$1');

/** As compose does: ${NAME:-default} and ${NAME:?complaint}, innermost first. */
function fill(text: string, variables: Record<string, string>): string {
  const filled = text.replace(
    /\$\{(\w+):([-?])([^{}]*)\}/g,
    (_, name: string, kind: string, rest: string) => {
      if (variables[name]) return variables[name];
      if (kind === '?') throw new Error(rest);
      return rest;
    },
  );
  return filled === text ? text : fill(filled, variables);
}

const needed: Record<string, string> = { DATABASE_PASSWORD: 'of-the-database', ...neededSettings };
const production = (variables: Record<string, string>) => ({
  ...imageEnvironment,
  ...environmentOf('docker-compose.yml', 'api', variables),
  ...environmentOf('docker-compose.production.yml', 'api', variables),
});

describe('docker compose up', () => {
  test('is the demo on loopback, with nothing to fill in', () => {
    const demo = { ...imageEnvironment, ...environmentOf('docker-compose.yml', 'api') };
    expect(demo.NODE_ENV).toBe('development');
    const made = {
      DATABASE_URL: 'postgresql://xyxlx:made@database:5432/xyxlx',
      JWT_SECRET: exampleSecret(3),
    };
    expect(readSettings({ ...demo, ...made })).toMatchObject({
      seed: 'demo',
      devTools: true,
      production: false,
      host: '0.0.0.0',
    });
    const file = read('docker-compose.yml');
    expect(file).not.toContain(':?');
    const ports = [...file.matchAll(/ports:\n((?: {6}- .*\n)+)/g)].map(([, list = '']) => list.trim());
    expect(ports.map((port) => fill(port, {}))).toEqual(["- '127.0.0.1:8080:8080'"]);
  });
});

describe('the production file of compose', () => {
  test('passes every setting', () => {
    const passed = Object.keys(environmentOf('docker-compose.production.yml', 'api', needed));
    expect(names.filter((name) => !passed.includes(name))).toEqual([]);
    expect(passed.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('what somebody sets arrives', () => {
    const fixed = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'TRUST_PROXY'];
    const given = Object.fromEntries(names.map((name) => [name, `given ${name}`]));
    const arrived = production({ ...needed, ...given });
    const free = names.filter((name) => !fixed.includes(name));
    expect(free.filter((name) => arrived[name] !== `given ${name}`)).toEqual([]);
  });

  test('.env.example names every setting and every variable', () => {
    const example = read('.env.example');
    const variables = [...read('docker-compose.production.yml').matchAll(/\$\{(\w+)/g)].map(
      ([, name]) => name,
    );
    const mentioned = new Set(example.match(/\b[A-Z][A-Z_]+\b/g));
    expect([...names, ...variables].filter((name) => !mentioned.has(name as string))).toEqual([]);
  });

  test.each(Object.keys(needed))('asks for %s', (name) => {
    expect(() => production({ ...needed, [name]: '' })).toThrow(`Set ${name} in .env`);
  });

  test('is enough with what it asks for, and is production', () => {
    const settings = readSettings(production(needed));
    expect(settings).toMatchObject({
      production: true,
      seed: 'none',
      devTools: false,
      smsProvider: 'aliyun',
    });
    expect(settings.databaseUrl).toBe('postgresql://xyxlx:of-the-database@database:5432/xyxlx');
  });

  test.each([
    ['DEV_TOOLS', 'on'],
    ['SEED', 'demo'],
    ['SMS_PROVIDER', 'outbox'],
    ['CAPTCHA_PROVIDER', 'off'],
    ['CAPTCHA_REQUIRED', 'false'],
    ['JWT_SECRET', 'a'.repeat(32)],
    ['DATA_KEY', 'a'.repeat(32)],
  ])('refuses the demo: %s=%s', (name, value) => {
    expect(() => readSettings(production({ ...needed, [name]: value }))).toThrow(`Setting ${name}: `);
  });

  test('keeps its data apart from the demo’s', () => {
    const nameOf = (file: string) => /^name: (.*)$/m.exec(read(file))?.[1];
    expect(nameOf('docker-compose.production.yml')).toBe('xyxlx-production');
    expect(nameOf('docker-compose.yml')).toBe('xyxlx');
  });
});

describe('every compose file', () => {
  const files = readdirSync(ROOT).filter((name) => /^docker-compose\..*yml$/.test(name));

  test.each(files)('%s is valid, with nothing that the linter objects to', (file) => {
    const order = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order'];
    const linter = new DCLinter({
      rules: {
        ...Object.fromEntries([...order, 'service-dependencies-alphabetical-order'].map((rule) => [rule, 0])),
        // TLS is for everybody, and a file on top of another has no name of its own.
        ...(file === 'docker-compose.tls.yml' && {
          'no-unbound-port-interfaces': 0,
          'require-project-name-field': 0,
        }),
      } as Record<string, 0>,
      quiet: true,
      debug: false,
      exclude: [],
    });
    expect(
      linter
        .lintFiles([join(ROOT, file)], false)
        .flatMap((result: { messages: unknown[] }) => result.messages),
    ).toEqual([]);
  });

  test.each(files)('%s names no service, network, volume or file that is not there', (file) => {
    const compose = composed.parse(parse(read(file), { merge: true, customTags: [reset] }));
    const below = file === 'docker-compose.production.yml' || file === 'docker-compose.tls.yml';
    const base = below ? composed.parse(parse(read('docker-compose.yml'))) : compose;
    const services = { ...base.services, ...compose.services };
    const known = (of: 'networks' | 'volumes') => Object.keys({ ...base[of], ...compose[of] });
    for (const [name, service] of Object.entries(compose.services)) {
      const extended = service.extends
        ? composed.parse(parse(read(service.extends.file))).services[service.extends.service]
        : undefined;
      if (service.extends) expect(extended, `${name} extends`).toBeDefined();
      const whole = [service, ...(extended ? [extended] : [])];
      const dependencies = whole.flatMap((one) => Object.keys(one.depends_on));
      expect(dependencies.filter((one) => !(one in services))).toEqual([]);
      expect(whole.flatMap((one) => one.networks).filter((one) => !known('networks').includes(one))).toEqual(
        [],
      );
      const sources = whole.flatMap((one) => one.volumes.map((volume) => volume.split(':')[0] ?? ''));
      const missing = sources.filter((source) =>
        source.startsWith('.') ? !existsSync(join(ROOT, source)) : !known('volumes').includes(source),
      );
      expect(missing).toEqual([]);
    }
  });
});
