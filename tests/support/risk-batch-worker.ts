/** `node risk-batch-worker.ts <database> <lag in ms>`: looks through what came in and ends, as a replica does it every minute; a process that can be killed. */
import { riskBatch } from '../../apps/api/src/areas/compliance/batch/risk-batch.ts';
import { systemClock } from '../../apps/api/src/core/clock.ts';
import type { Deps } from '../../apps/api/src/core/deps.ts';
import { connectDatabase } from '../../apps/api/src/platform/db/database.ts';

const [url, lag] = process.argv.slice(2) as [string, string];
const database = connectDatabase({ service: url, owner: url }, 2, 30_000, 60_000);
await riskBatch({ database, clock: systemClock() } as Deps, Number(lag));
await database.close();
