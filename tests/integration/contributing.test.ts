import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { wrongImports } from '../../scripts/check-imports.ts';
import { buildDocumented, documentedBlocks } from '../../scripts/documented-example.ts';
import { ROOT, runPackage } from '../../scripts/run.ts';

const blocks = documentedBlocks(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));
const directory = mkdtempSync(join(tmpdir(), 'xyxlx-example-'));
/** The files that the page writes; those that get lines lead to every area and screen there is. */
const written = blocks.filter(({ isDiff }) => !isDiff).map(({ path }) => path);
const tests = written.filter((path) => path.endsWith('.test.ts'));
const sources = written.filter((path) => /\.tsx?$/.test(path) && !tests.includes(path));

beforeAll(() => buildDocumented(blocks, directory));
afterAll(() => rmSync(directory, { recursive: true }));

test('an endpoint, an area, a list screen and its place take 30 lines each, imports and the endpoint’s test apart', () => {
  const sections = Map.groupBy(blocks, ({ section }) => section);
  for (const name of ['Add an endpoint', 'Add an area', 'Add a list screen', 'Put a screen on the map']) {
    const own = sections.get(name)?.filter(({ isDiff, path }) => isDiff || !path.endsWith('.test.ts'));
    const lines = own?.flatMap((block) => block.lines).filter((line) => line && !/^.?import /.test(line));
    expect(lines?.length, name).toBeGreaterThan(3);
    expect(lines?.length, name).toBeLessThanOrEqual(30);
  }
});

test('what the page builds has its imports in order', () => {
  expect(wrongImports(directory)).toEqual([]);
});

test('what the page builds compiles', async () => {
  const settings = {
    extends: './tsconfig.base.json',
    compilerOptions: {
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: ['node', 'vite/client'],
    },
    files: ['apps/console/src/i18next.d.ts', ...sources],
  };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(settings));
  const { output } = await runPackage('typescript/bin/tsc', ['--noEmit', '-p', directory], { quiet: true });
  expect(output).toBe('');
}, 120_000);

test('what the page builds answers, as its own tests ask, and is on the map of the console', async () => {
  writeFileSync(
    join(directory, 'vitest.config.mjs'),
    `export default ${JSON.stringify({
      test: {
        include: [...tests, 'apps/api/src/wire/who-may-call.test.ts', 'apps/console/src/screens.test.ts'],
        provide: { testServerUrls: inject('testServerUrls') },
        testTimeout: 60_000,
      },
    })}`,
  );
  const args = ['run', '--root', directory, '--reporter=verbose'];
  const { output, ok } = await runPackage('vitest/vitest.mjs', args, { quiet: true });
  expect(ok, output).toBe(true);
  expect(output).toContain('departments are listed by what their names contain');
});
