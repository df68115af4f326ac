import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/run.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const files = {
  dashboard: read('deploy/grafana/dashboard.json'),
  alerts: read('deploy/prometheus/alerts.yml'),
};

/** What a collector makes itself. */
const ofCollector = new Set(['up']);

let api: TestApi;
let exposed: Set<string>;
beforeAll(async () => {
  api = await startTestApi({ seed: 'none' });
  await api.call('userAccount/getUser');
  const { text } = await supertest(api.url).get('/metrics');
  exposed = new Set([...text.matchAll(/^(\w+)(?:\{| )/gm)].map(([, name = '']) => name));
});
afterAll(() => api.close());

describe.each(Object.entries(files))('the metrics of the %s', (_, text) => {
  test('are there', () => {
    const named = [...text.matchAll(/\b(\w+)\{job=/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !exposed.has(name) && !ofCollector.has(name))).toEqual([]);
  });
});

test('the connections of a replica are told apart', async () => {
  const { text } = await supertest(api.url).get('/metrics');
  const states = [...text.matchAll(/^database_connections\{state="(\w+)"\} \d+$/gm)].map(
    ([, state]) => state,
  );
  expect(states).toEqual(['busy', 'idle', 'waiting']);
});

test('each alert leads to what to do', () => {
  const anchors = [...read('docs/production.md').matchAll(/^### (.*)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  );
  const led = [...files.alerts.matchAll(/runbook: docs\/production\.md#(\S+)/g)].map(([, anchor]) => anchor);
  expect(led).toHaveLength([...files.alerts.matchAll(/- alert:/g)].length);
  expect(led.filter((anchor) => !anchors.includes(anchor ?? ''))).toEqual([]);
});

test('the dashboard is JSON whose panels have their own places', () => {
  const { panels } = JSON.parse(files.dashboard) as {
    panels: { id: number; gridPos: { x: number; y: number } }[];
  };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
});
