import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** What a check came to; `failures` says of each failed one where it stands and why it failed. */
export interface Outcome {
  passed: number;
  failed: number;
  failures: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { errors: { message?: string }[] }[] }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number };
  suites: PlaywrightSuite[];
}

/** Reads vitest's JSON report; a run that failed outside any test (a file that doesn't load) counts as one failure. */
export function readVitest(file: string, ok: boolean): Outcome {
  const report = read<VitestReport>(file);
  const failures = (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => [
    ...(message === '' ? [] : [`${relative('.', name)}\n${message}`]),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) =>
        [`${relative('.', name)} › ${test.fullName}`, ...(test.failureMessages ?? [])].join('\n'),
      ),
  ]);
  return atLeastOneFailure(
    { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, failures },
    ok,
  );
}

/** Reads Playwright's JSON report in the same way. */
export function readPlaywright(file: string, ok: boolean): Outcome {
  const report = read<PlaywrightReport>(file);
  const failures = (report?.suites ?? []).flatMap(specsOf).flatMap((spec) => {
    if (spec.ok) return [];
    const errors = spec.tests.flatMap(({ results }) => results.at(-1)?.errors ?? []);
    return [
      [`${spec.file}:${spec.line} › ${spec.title}`, ...errors.map(({ message }) => message)].join('\n'),
    ];
  });
  const { expected = 0, unexpected = 0 } = report?.stats ?? {};
  return atLeastOneFailure({ passed: expected, failed: unexpected, failures }, ok);
}

function specsOf(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function atLeastOneFailure(outcome: Outcome, ok: boolean): Outcome {
  return ok ? outcome : { ...outcome, failed: Math.max(1, outcome.failed) };
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
}
