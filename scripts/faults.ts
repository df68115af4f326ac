/** `npm run test:faults`: the faults of tests/faults in their long form. */
import { passSignals, runPackage } from './run.ts';

passSignals();
const { ok } = await runPackage('vitest/vitest.mjs', ['run', '--project', 'faults'], {
  env: { FAULTS: 'long' },
});
process.exitCode = ok ? 0 : 1;
