import { setTimeout as wait } from 'node:timers/promises';
import { fromPrisma, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

import type { PgNotifications } from '../db/pg-notifications.ts';
import { makeServicePool } from '../db/service-pool.ts';
import type { Transaction } from '../db/transaction.ts';
import type { JobKey } from './job-kind.ts';

/** The one queue of all kinds; migrations make it, with the seconds after which a silent replica loses its job. */
const queueName = 'jobs';

/** The queue of what is done by the clock; migrations make it too. */
const tickQueue = 'ticks';

/** How often a replica offers the entry of the current minute, in ms; the first one is it. */
const offerEvery = 20_000;

/** So long after a start of the queue that failed is the next one, in ms. */
const pause = 1000;

/** How long a statement of the queue's may take, in ms. */
const statementTimeout = 8000;

/** Jobs that a replica works on side by side. */
const atOnce = 2;

/** The queue in the database: at least once, any replica. */
export interface Queue {
  /** Queues the job in the caller's transaction, for now or for later. */
  send(tx: Transaction, job: JobKey, afterSeconds?: number): Promise<void>;
  /** Takes jobs from now on, or once the database is there; when `handle` rejects, some replica gets the job again at once. */
  work(handle: (job: JobKey, signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Calls `handle` once a minute on some replica, and soon after the first one starts; with a name where one task alone was asked for. */
  everyMinute(handle: (only?: string) => Promise<void>): Promise<void>;
  /** Has some replica called as `everyMinute` would, now. */
  tick(): Promise<void>;
  /** The same of one task, once the caller's transaction commits. */
  tickOne(tx: Transaction, task: string): Promise<void>;
  /** Takes no more jobs, and waits for running ones at most `timeout` ms. */
  stop(timeout: number): Promise<void>;
}

/** Makes the queue; it connects when first used, as the service's role: the schema is the migrations' business. */
export function makeQueue(databaseUrl: string, pgNotifications: PgNotifications, log: Logger): Queue {
  // Its own connections: a pool emptied by requests must not silence the heartbeats.
  const pool = makeServicePool(
    { connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 5000 },
    statementTimeout,
  );
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => pool.query(text, values),
      listen: async (topic, onNotice, onReconnect) => {
        const stop = await pgNotifications.listen(topic, onNotice, onReconnect);
        return { close: async () => stop() };
      },
    },
    schema: 'pgboss',
    migrate: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: true,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 3600,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue could not reach the database'));
  let started: Promise<PgBoss> | undefined;
  let offering: NodeJS.Timeout | undefined;
  let stopping = false;
  const ready = () => {
    started ??= boss.start().catch(async (error) => {
      // What of it had begun would run beside the next start.
      await boss.stop({ graceful: false });
      started = undefined;
      throw error;
    });
    return started;
  };

  /** Nobody asks a replica twice to work: one whose database was away for a moment at its start must not idle for good. */
  async function readyInTheEnd(): Promise<void> {
    while (!stopping) {
      try {
        await ready();
        return;
      } catch (error) {
        log.warn({ err: error }, 'the job queue could not be started, trying again');
        await wait(pause, undefined, { ref: false });
      }
    }
  }

  return {
    send: async (tx, { tenantId, id }, startAfter = 0) => {
      await ready();
      await boss.send(queueName, { tenantId, jobId: id }, { db: fromPrisma(tx), startAfter });
    },
    work: async (handle) => {
      await readyInTheEnd();
      if (stopping) return;
      await Promise.all(Array.from({ length: atOnce }, () => takeJobs(boss, handle)));
    },
    everyMinute: async (handle) => {
      await readyInTheEnd();
      if (stopping) return;
      await boss.work<{ task: string } | null>(
        tickQueue,
        { pollingIntervalSeconds: 30, notifyPollingIntervalSeconds: 30 },
        ([tick]) => handle(tick?.data?.task),
      );
      const offer = () =>
        boss.send(tickQueue, null, { singletonKey: 'minute', singletonSeconds: 60 }).catch((error) => {
          log.warn({ err: error }, 'the work of this minute could not be queued');
        });
      offering = setInterval(offer, offerEvery);
      await offer();
    },
    tick: async () => {
      await ready();
      await boss.send(tickQueue, null);
    },
    tickOne: async (tx, task) => {
      await ready();
      await boss.send(tickQueue, { task }, { db: fromPrisma(tx) });
    },
    stop: async (timeout) => {
      stopping = true;
      clearInterval(offering);
      if (started) await boss.stop({ graceful: true, timeout });
      await pool.end();
    },
  };
}

/** Takes one job after the other: the next at once, since a poll apart a hundred short ones would take minutes. */
async function takeJobs(boss: PgBoss, handle: Parameters<Queue['work']>[0]): Promise<void> {
  const worker = await boss.work<{ tenantId: string; jobId: string }>(
    queueName,
    { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2, heartbeatRefreshSeconds: 2 },
    async ([job]) => {
      if (!job) return;
      const { tenantId, jobId: id } = job.data;
      await handle({ tenantId, id }, job.signal);
      boss.notifyWorker(worker);
    },
  );
}
