import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { bothLanguages } from './apps/console/vite/both-languages.ts';
import { LongFilesFirst } from './tests/support/long-files-first.ts';

const database = ['tests/support/global-database.ts'];
const setupFiles = ['tests/support/no-console-error.ts'];
const areas = ['apps/api/src/areas/**/*.test.ts'];
/**
 * Loading the service or the console and their first calls take longer than most of their tests. Each file has a database and a service of
 * its own and leaves the process as it was, so files share it.
 */
const sharesProcess = { isolate: false };
const onDatabase = {
  ...sharesProcess,
  globalSetup: database,
  setupFiles: [...setupFiles, 'tests/support/write-statements.ts'],
};

export default defineConfig({
  test: {
    // Integration tests hash passwords and copy databases on machines with two cores.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 45_000 } },
    // As in playwright.config.ts: what passes only when it is repeated is broken.
    retry: 0,
    // The tests wait for PostgreSQL more than they compute, so even two cores carry two of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongFilesFirst },
    // Node reads the sources as they are, as in the service: to transform them for each project takes longer than many a test of them.
    experimental: { viteModuleRunner: false },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    projects: [
      {
        extends: true,
        test: {
          name: 'contracts',
          include: [
            'packages/contracts/src/**/*.test.ts',
            'scripts/*.test.ts',
            'apps/console/vite/*.test.ts',
          ],
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          ...onDatabase,
          include: ['apps/api/src/**/*.test.ts', 'prisma/**/*.test.ts'],
          exclude: areas,
        },
      },
      {
        extends: true,
        test: {
          name: 'areas',
          ...onDatabase,
          include: areas,
        },
      },
      {
        extends: true,
        plugins: [bothLanguages()],
        test: {
          name: 'console',
          ...sharesProcess,
          include: ['apps/console/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // JSX is not Node's.
          experimental: { viteModuleRunner: true },
          setupFiles: [...setupFiles, 'tests/support/console-as-before.ts', 'tests/support/console-waits.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          ...onDatabase,
          include: ['tests/integration/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'testkit',
          include: ['packages/testkit/{src,example}/**/*.test.ts'],
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          ...onDatabase,
          include: ['tests/faults/**/*.test.ts'],
          // What is measured here is how long things take: alone, and after everything else.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'statements',
          include: ['tests/statements/**/*.test.ts'],
          globalSetup: database,
          setupFiles,
          // It looks at what the tests before it had the service send.
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'boot',
          include: ['tests/*.test.ts'],
          // Whole services are started and killed here: alone, and after everything else.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
        },
      },
    ],
  },
});
