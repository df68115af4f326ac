/** `node alerts-worker.ts <database>`: makes alerts of the hits that wait and ends, as a replica does it every minute; a process that can be killed. */
import { raiseAlerts } from '../../apps/api/src/areas/compliance/alerts/raise-alerts.ts';
import { systemClock } from '../../apps/api/src/core/clock.ts';
import { connectDatabase } from '../../apps/api/src/platform/db/database.ts';

const [url] = process.argv.slice(2) as [string];
const database = connectDatabase({ service: url, owner: url }, 2, 30_000, 60_000);
await raiseAlerts({ database, clock: systemClock() });
await database.close();
