import { parentPort, workerData } from 'node:worker_threads';
import { makeServicePool } from '../../../platform/db/service-pool.ts';
import { rowsOf } from '../../../platform/db/sql.ts';
import { lowerPriority } from '../../../platform/load/lower-priority.ts';
import { calendarOf, payeesOf, payersOf } from './known-facts.sql.ts';
import { nextRecords, type PastLines, type ReadUpTo, recordsIn, type SimulatedSpan } from './records.sql.ts';
import { makeSimulation, type Outcomes, type Simulated } from './simulate.ts';

/** What the worker is given. */
export interface SimulationInput {
  /** Of the database, for a connection of its own: rows are read where they are judged. */
  address: string;
  /** In ms, what the server gives one page. */
  statementTimeout: number;
  /** Records of one page: two pages are in memory at a time. */
  pageSize: number;
  span: SimulatedSpan;
  versions: Pick<Simulated, 'enabled' | 'withCandidate' | 'withoutRule'>;
}

/** What the worker says: that it is ready, then after each page how many records it had, at last what came of them all. */
export type SimulationMessage = { read: number } | { outcomes: Outcomes };

const port = parentPort;
if (port) {
  lowerPriority();
  const pages = simulate(workerData as SimulationInput);
  // One page at a time: who started the thread asks for the next when waiting calls had a turn.
  port.on('message', async () => {
    const { value } = await pages.next();
    port.postMessage(value satisfies SimulationMessage);
  });
  port.postMessage({ read: 0 } satisfies SimulationMessage);
}

async function* simulate({
  address,
  statementTimeout,
  pageSize,
  span,
  versions,
}: SimulationInput): AsyncGenerator<SimulationMessage, SimulationMessage> {
  const pool = makeServicePool({ connectionString: address, max: 1 }, statementTimeout);
  try {
    const payers = await payersOf(pool, span);
    const payees = await payeesOf(pool, span.tenantId);
    const calendar = await calendarOf(pool, span);
    const { take, outcomes } = makeSimulation({ ...versions, from: span.from, payers, payees, calendar });
    const pageAfter = (upTo: ReadUpTo | null) => rowsOf<PastLines>(pool, nextRecords(span, upTo, pageSize));
    let next = pageAfter(null);
    for (;;) {
      const page = await next;
      const last = page.at(-1);
      if (!last) return { outcomes };
      // The database reads the next page while this one is judged.
      next = pageAfter(recordsIn(last).at(-1) ?? null);
      let read = 0;
      for (const lines of page) {
        const records = recordsIn(lines);
        for (const record of records) take(record);
        read += records.length;
      }
      yield { read };
    }
  } finally {
    await pool.end();
  }
}
