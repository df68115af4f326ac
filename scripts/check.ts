/**
 * `npm test`: every check there is, all of them even when one fails; `npm test -- limit` only the tests of that area. Its last line is
 * `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areas, testsOf } from './areas.ts';
import { wrongMentions } from './check-docs.ts';
import { wrongImports } from './check-imports.ts';
import { passSignals, type RunResult, runPackage } from './run.ts';
import { type Outcome, readPlaywright, readVitest } from './test-reports.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const [area] = process.argv.slice(2);
const chosen = area === undefined ? undefined : testsOf(area);
if (chosen && chosen.unit.length + chosen.browser.length === 0) {
  say(`There are no tests of "${area}". The areas: ${areas().join(' ')}`);
  process.exit(1);
}
const reports = mkdtempSync(join(tmpdir(), 'xyxlx-reports-'));
const env = { TURBO_TELEMETRY_DISABLED: '1', CI: process.env.CI ?? '1' };
passSignals();
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const started = Date.now();
const none: Outcome = { passed: 0, failed: 0, failures: [] };
const outcomes: Outcome[] = [
  ...(await Promise.all([
    single('Format and lint', runPackage('@biomejs/biome/bin/biome', ['check', '.'], { quiet: true })),
    single('Types', types()),
  ])),
  await single('Direction of imports', listed(wrongImports())),
  await single('Files named by the documents', listed(wrongMentions())),
  await vitest(),
  await playwright(),
];

const passed = sum(outcomes.map((outcome) => outcome.passed));
const failed = sum(outcomes.map((outcome) => outcome.failed));
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
// The end of a long log alone still tells what failed.
for (const failure of outcomes.flatMap(({ failures }) => failures)) say(`\n✗ ${failure}`);
say(`\nTook ${Math.round((Date.now() - started) / 1000)} s.`);
say(`${passed} passed, ${failed} failed`);

async function types(): Promise<RunResult> {
  const packages = await runPackage(
    'turbo/bin/turbo',
    ['run', 'typecheck', '--ui=stream', '--output-logs=errors-only', '--continue'],
    { quiet: true, env },
  );
  const root = await runPackage('typescript/bin/tsc', ['--noEmit', '-p', '.'], { quiet: true });
  return {
    ok: packages.ok && root.ok,
    output: [packages, root].map((one) => (one.ok ? '' : one.output)).join(''),
  };
}

async function single(name: string, running: Promise<RunResult>): Promise<Outcome> {
  const { ok, output } = await running;
  say(`${ok ? '✓' : '✗'} ${name}`);
  if (ok) return { passed: 1, failed: 0, failures: [] };
  say(output.trimEnd());
  return { passed: 0, failed: 1, failures: [`${name}\n${output.trimEnd()}`] };
}

function listed(problems: string[]): Promise<RunResult> {
  return Promise.resolve({ ok: problems.length === 0, output: problems.join('\n') });
}

async function vitest(): Promise<Outcome> {
  if (chosen?.unit.length === 0) return none;
  say('\nUnit, integration and boot tests');
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', ...reporters, ...(chosen?.unit ?? [])];
  const { ok } = await runPackage('vitest/vitest.mjs', args);
  return readVitest(report, ok);
}

async function playwright(): Promise<Outcome> {
  if (chosen?.browser.length === 0) return none;
  say('\nBrowser tests');
  const report = join(reports, 'playwright.json');
  const { ok } = await runPackage(
    'playwright/cli.js',
    ['test', '--reporter=list,json', ...(chosen?.browser ?? [])],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  );
  return readPlaywright(report, ok);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
