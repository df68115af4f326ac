/** `node job-worker.ts <database> <tenant> <job>`: does one job of these kinds and ends, as a replica's worker does it; a process that can be killed. */
import { backtestJob } from '../../apps/api/src/areas/compliance/backtests/backtest-job.ts';
import { reportJob } from '../../apps/api/src/areas/compliance/reports/report-job.ts';
import { runPlan } from '../../apps/api/src/areas/issuing/plan/run-plan.ts';
import { systemClock } from '../../apps/api/src/core/clock.ts';
import type { Deps } from '../../apps/api/src/core/deps.ts';
import { makeLog } from '../../apps/api/src/core/log.ts';
import { connectDatabase } from '../../apps/api/src/platform/db/database.ts';
import type { JobKind } from '../../apps/api/src/platform/jobs/job-kind.ts';
import { runJob } from '../../apps/api/src/platform/jobs/run-job.ts';

const kinds = [runPlan, backtestJob, reportJob] as JobKind[];
const [url, tenantId, id] = process.argv.slice(2) as [string, string, string];
const database = connectDatabase({ service: url, owner: url }, 2, 30_000, 60_000);
await runJob({
  // What else a replica has, none of them asks for.
  deps: { database, clock: systemClock(), log: makeLog('error') } as Deps,
  key: { tenantId, id },
  kindOf: (name) => kinds.find(({ kind }) => kind === name) as JobKind,
  queue: { send: () => Promise.reject(new Error('The job was paused.')) },
  signal: new AbortController().signal,
});
await database.close();
