import { join } from 'node:path';
import { demoPassword } from '@xyxlx/database/seed/accounts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { openBenchBooks } from './books-world.ts';
import { closeMonth, fillMonth, openAgain } from './closing-months.ts';
import { Line, perSecond } from './http-load.ts';
import { askedPages, type Caller, openCallers } from './lists.ts';
import { spread, type Work } from './measure.ts';
import { csv, freshMerchant, headings, importPeople, jobIn, peopleOf, removeMerchant } from './people.ts';
import { serviceSettings, type World } from './world.ts';

const ms = 3000;
/** Where `npm start` keeps it too. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');
const lanes = 8;

/** Makes ready what else goes on meanwhile, over and over until `stopped`. */
type Meanwhile = (world: World) => Promise<(stopped: AbortSignal) => Promise<void>>;

/** What lists lose while something heavy runs, what a second process gains, and how soon a process is ready. */
export function sharingWorks(world: World): Work[] {
  return [
    listsWhile(world, 'a CSV export of everything runs', exporting, 4 * ms),
    listsWhile(world, '100,000 employees are imported', importing, 4 * ms),
    listsWhile(world, 'a version is simulated on all payments of a tenant', simulating, 4 * ms),
    listsWhile(world, 'a login flood runs, 16 in flight', signingIn, 4 * ms),
    listsWhile(world, 'months of 500,000 legs are closed, one after the other', closing, 4 * ms),
    {
      name: 'lists from two API processes on one database, 32 connections',
      unit: 'requests/s',
      floorName: 'one process',
      goal: '≥ 1.3',
      open: async () => {
        const second = await startService(world.databaseUrl, serviceSettings);
        const { tokens } = world.scoped;
        const one = listing(world, openCallers(world.service.url, tokens));
        const two = listing(world, [
          ...openCallers(world.service.url, tokens.slice(0, 16)),
          ...openCallers(second.url, tokens.slice(16)),
        ]);
        return {
          floor: one.perSecond,
          ours: two.perSecond,
          close: async () => {
            one.close();
            two.close();
            await ended(second);
          },
        };
      },
    },
    {
      name: 'start of the API on a migrated database, until it is ready',
      unit: 'starts/s',
      floorName: 'one second',
      goal: '≥ 1',
      open: async () => ({
        floor: async () => 1,
        ours: async () => {
          const started = performance.now();
          const service = await startService(world.databaseUrl, {
            ...serviceSettings,
            NODE_COMPILE_CACHE: compiled,
          });
          const took = performance.now() - started;
          await ended(service);
          return 1000 / took;
        },
      }),
    },
  ];
}

function listsWhile(world: World, what: string, meanwhile: Meanwhile, length = ms): Work {
  return {
    name: `lists while ${what}`,
    unit: 'requests/s',
    floorName: 'the same lists alone, 8 connections',
    goal: '≥ 0.75, p99 ≤ ×2.5',
    open: async () => {
      const lists = listing(world, openCallers(world.service.url, world.scoped.tokens.slice(0, lanes)));
      const p99 = { alone: [] as number[], beside: [] as number[] };
      return {
        floor: async () => {
          const rate = await lists.perSecond(length);
          p99.alone.push(lists.p99());
          return rate;
        },
        ours: async () => {
          const stop = new AbortController();
          const begin = await meanwhile(world);
          const other = begin(stop.signal);
          const rate = await lists.perSecond(length);
          p99.beside.push(lists.p99());
          stop.abort();
          await other;
          return rate;
        },
        note: () => {
          const [alone, beside] = [spread(p99.alone).median, spread(p99.beside).median];
          return `p99 ${beside.toFixed(0)} ms beside ${alone.toFixed(0)} ms alone: ×${(beside / alone).toFixed(1)}`;
        },
        close: lists.close,
      };
    },
  };
}

/** Lists of some merchants' payments through these connections. */
function listing(world: World, callers: Caller[]) {
  const next = askedPages(world);
  let times: number[] = [];
  return {
    perSecond: (length = ms) => {
      times = [];
      return perSecond(callers.length, length, async (lane) => {
        const page = next();
        const started = performance.now();
        await callers[lane]?.list(page);
        times.push(performance.now() - started);
      });
    },
    /** Of the last run, in milliseconds. */
    p99: () => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0,
    close: () => {
      for (const caller of callers) caller.close();
    },
  };
}

const exporting: Meanwhile =
  async ({ service, token }) =>
  async (stopped) => {
    while (!stopped.aborted) {
      const answer = await fetch(`${service.url}/xyxlx/consumption/exportConsumption`, {
        method: 'POST',
        headers: { Authorization: token, 'Content-Type': 'application/json' },
        body: '{"format":"csv"}',
      });
      for await (const _ of answer.body as ReadableStream<Uint8Array>) if (stopped.aborted) break;
    }
  };

/** The files are written before: that would keep the lists' own client busy. */
const importing: Meanwhile = async (world) => {
  const imports = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const merchant = await freshMerchant(world);
      return { merchant, file: new Blob([csv([headings, ...peopleOf(merchant)])]) };
    }),
  );
  return async (stopped) => {
    for (const { merchant, file } of imports) {
      if (!stopped.aborted) await importPeople(world, merchant, file, 'bench.csv');
      await removeMerchant(world, merchant);
    }
  };
};

/** The job of the service itself; what is under way at the end is cancelled, or has just ended. */
const simulating: Meanwhile = async (world) => {
  const { rows } = await world.pool.query<{ id: string }>(
    `SELECT v.id FROM institution_versions v WHERE v.state = 'PUBLISHED' ORDER BY (SELECT count(*) FROM consumption_records c
       WHERE c.tenant_id = v.tenant_id) DESC, v.id LIMIT 1`,
  );
  return async (stopped) => {
    while (!stopped.aborted) {
      const span = { from: '2026-01-01', to: '2026-12-31' };
      const { jobId } = (await world.ask('rule/startSimulation', { versionId: rows[0]?.id, ...span })) as {
        jobId: string;
      };
      const ended = jobIn(world, jobId, 'SUCCEEDED').catch(() => undefined);
      const given = new Promise((resolve) => stopped.addEventListener('abort', resolve, { once: true }));
      await Promise.race([ended, given]);
      if (stopped.aborted) await world.ask('job/cancelJob', { id: jobId }).catch(() => undefined);
      await ended;
    }
  };
};

const signingIn: Meanwhile =
  async ({ service }) =>
  async (stopped) => {
    const body = JSON.stringify({ mobile: '13800000003', password: demoPassword });
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        const line = new Line(service.url);
        while (!stopped.aborted) await line.ask('userAccount/login', '', body);
        line.close();
      }),
    );
  };

/** Without the queue, as `closeMonth` does it. */
const closing: Meanwhile = async (world) => {
  const books = await openBenchBooks(world);
  await fillMonth(books);
  return async (stopped) => {
    while (!stopped.aborted) {
      await closeMonth(books);
      await openAgain(books);
    }
    await books.close();
  };
};

async function ended(service: ServiceProcess): Promise<void> {
  service.process.kill('SIGTERM');
  await service.ended;
}
