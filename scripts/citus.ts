/** `npm run test:citus`: the tests of the API on the Citus cluster that CITUS_URL leads to; words name the files that are run. */
import { passSignals, runPackage } from './run.ts';

passSignals();
if (process.env.CITUS_URL) {
  const projects = ['--project', 'areas', '--project', 'api'];
  const { ok } = await runPackage('vitest/vitest.mjs', ['run', ...projects, ...process.argv.slice(2)]);
  process.exitCode = ok ? 0 : 1;
} else {
  process.stderr.write(
    'Set CITUS_URL to a database of the coordinator in which the workers are known, as a superuser: postgresql://postgres:…@coordinator:5432/postgres\n',
  );
  process.exitCode = 1;
}
