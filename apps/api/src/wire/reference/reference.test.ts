import { codes } from '@xyxlx/contracts/wire';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { describedEndpoints } from './endpoints.ts';
import { exampleOf } from './example-of.ts';
import { schemaOf } from './open-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ seed: 'none' });
});
afterAll(() => api.close());

const endpoints = describedEndpoints(true);

describe('the reference', () => {
  test('/openapi.json has every endpoint with its permission, and every code', async () => {
    const { body, headers } = await supertest(api.url).get('/openapi.json');
    expect(headers['content-type']).toContain('application/json');
    expect(body.openapi).toBe('3.1.0');
    expect(body.info.title, 'the name that the console has too').toContain('预付卡与额度管理平台');
    expect(Object.keys(body.paths)).toEqual(endpoints.map(({ path }) => `/${path}`));
    for (const { path, definition } of endpoints) {
      const { post, get } = body.paths[`/${path}`];
      expect(post['x-permission']).toBe(definition.permission);
      expect(post.security.map(Object.keys)).toEqual(
        { public: [], signed: [['channelId', 'timestamp', 'nonce', 'signature']] }[
          definition.access as string
        ] ?? [['token']],
      );
      expect(get !== undefined).toBe(definition.kind === 'query' || definition.kind === 'download');
    }
    const text = JSON.stringify(body);
    for (const code of Object.values(codes)) expect(text).toContain(`"code":${code}`);
    for (const [, name] of text.matchAll(/"#\/components\/(\w+\/\w+)"/g)) {
      const [kind, key] = (name as string).split('/') as [string, string];
      expect(body.components[kind]).toHaveProperty(key);
    }
  });

  test.each(endpoints)('the examples of $path fit its contract', ({ path, definition }) => {
    const schema = schemaOf(definition.input, 'input');
    for (const full of [true, false]) {
      const parsed = definition.input.safeParse(exampleOf(schema, '', full));
      // What a contract checks in code is not in its schema, and no example can know it.
      const issues = parsed.success ? [] : parsed.error.issues.filter(({ code }) => code !== 'custom');
      expect(issues, path).toEqual([]);
    }
  });

  test('/docs and /docs/permissions are whole without scripts or other hosts, under the console’s own policy', async () => {
    for (const path of ['/docs', '/docs/permissions']) {
      const { status, text, headers } = await supertest(api.url).get(path);
      expect(status).toBe(200);
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(text).not.toMatch(/<script|\son\w+=|(src|href)="https?:/);
      expect(text).toContain('role.edit');
    }
    const { text } = await supertest(api.url).get('/docs');
    for (const { path, definition } of endpoints) {
      const entry = text.slice(text.indexOf(`id="${path}"`)).split('</summary>', 1)[0];
      expect(entry, path).toContain(`<code>${path}</code>`);
      if (definition.permission) expect(entry).toContain(`>${definition.permission}<`);
    }
  });

  test('without developer tools, their endpoints are not in it', () => {
    expect(describedEndpoints(false).some(({ area }) => area === 'dev')).toBe(false);
  });
});
