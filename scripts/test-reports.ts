import { existsSync, readFileSync } from 'node:fs';

export interface Count {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}

/** Counts vitest's JSON report; a run that failed outside any test (a file that doesn't load) counts as one failure. */
export function countVitest(file: string, ok: boolean): Count {
  const report = read<VitestReport>(file);
  return atLeastOneFailure({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, ok);
}

/** Counts Playwright's JSON report in the same way; a test that passed when repeated counts as passed, and Playwright names it as flaky. */
export function countPlaywright(file: string, ok: boolean): Count {
  const stats = read<PlaywrightReport>(file)?.stats;
  const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  return atLeastOneFailure({ passed, failed: stats?.unexpected ?? 0 }, ok);
}

function atLeastOneFailure({ passed, failed }: Count, ok: boolean): Count {
  return { passed, failed: ok ? failed : Math.max(1, failed) };
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
}
