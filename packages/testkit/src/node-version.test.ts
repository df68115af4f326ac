import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const entry = join(import.meta.dirname, '../index.mjs');
const load = (...flags: string[]) =>
  spawnSync(process.execPath, [...flags, '--input-type=module', '-e', `await import('${entry}')`], {
    encoding: 'utf8',
  });

test('a Node that can’t read TypeScript says which one is needed, any other loads the test kit', () => {
  const old = load('--no-experimental-strip-types');
  expect(old.status).toBe(1);
  expect(old.stderr).toContain(
    `The test kit is TypeScript without a build: run it with Node 24 or later, this is ${process.version}.`,
  );
  expect(load()).toMatchObject({ status: 0 });
});
