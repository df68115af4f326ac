import { describe, expect, test } from 'vitest';
import { environment, readSettings } from '../apps/api/src/platform/settings/settings.ts';
import { envFile } from './kubernetes/manifests.ts';
import {
  exposed,
  filledSettings,
  literals,
  needed,
  read,
  variants,
  workload,
  workloads,
} from './kubernetes/workloads.ts';
import { imageEnvironment } from './production-environment.ts';

describe('settings and secrets', () => {
  const settings = envFile('settings.env');
  const secrets = envFile('secrets.example.env');

  test('every name is a setting of the service', () => {
    const names = [...Object.keys(settings), ...Object.keys(secrets)];
    expect(names.filter((name) => !(name in environment.shape))).toEqual([]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test.each(variants)(
    'beside them, containers of the API are given TMPDIR of the image alone (%s)',
    (_, manifests) => {
      const ours = workloads(manifests).filter(({ container }) => container.image === 'xyxlx-api');
      expect(ours.map(({ container }) => container.env?.map(({ name }) => name))).toEqual(
        ours.map(() => ['TMPDIR']),
      );
      expect(imageEnvironment).toHaveProperty('TMPDIR');
    },
  );

  test('the console is given what its entry point reads', () => {
    const scripts = ['api-address.sh', 'client-address.sh'].map((name) => read(`apps/console/proxy/${name}`));
    const known = scripts.flatMap((text) => [...text.matchAll(/\$\{([A-Z_]+):-/g)].map(([, name]) => name));
    const given = Object.keys(literals(workload('console').container));
    expect(given).toEqual(known);
  });

  test('secrets stand in the secrets alone, and the example has none', () => {
    const secret = /SECRET|TOKEN|PASSWORD|KEY|^DATABASE_.*URL$|SMTP_URL/;
    const all = Object.keys(environment.shape).filter((name) => secret.test(name) && !name.endsWith('_TTL'));
    expect(all.filter((name) => name in settings)).toEqual([]);
    const elsewhere = ['OAUTH_TOKEN_URL'];
    expect(all.filter((name) => !(name in secrets) && !elsewhere.includes(name))).toEqual([]);
    expect(Object.values(secrets).filter(Boolean)).toEqual([]);
  });

  test('what the production file of compose asks for has its place', () => {
    const asked = [...read('docker-compose.production.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) =>
      name === 'DATABASE_PASSWORD' ? 'DATABASE_URL' : (name as string),
    );
    expect(Object.keys(needed).toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(asked.filter((name) => !(name in settings) && !(name in secrets))).toEqual([]);
  });

  test('filled in, the service takes them as production', () => {
    expect(readSettings(filledSettings())).toMatchObject({
      production: true,
      host: '0.0.0.0',
      port: exposed('api'),
      dataDir: '/data',
      databaseUrl: needed.DATABASE_URL,
      publicUrl: 'https://console.example.com',
      seed: 'none',
      devTools: false,
      captchaRequired: true,
      smsProvider: 'aliyun',
      trustProxy: 1,
    });
  });

  // Without DATA_KEY it takes JWT_SECRET, and without DATABASE_URL a database of its own.
  test.each(Object.keys(needed).filter((name) => !['DATA_KEY', 'DATABASE_URL'].includes(name)))(
    'without %s the service does not start, and names it',
    (name) => {
      const { [name]: _, ...others } = needed;
      expect(() => readSettings(filledSettings(others))).toThrow(`Setting ${name}: `);
    },
  );
});
