import { execFile } from 'node:child_process';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { createDeflateRaw } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import { startService } from '../support/service-process.ts';
import { type Rounds, spread, type Work } from './measure.ts';
import { exportedColumns, newestFirst, paymentJoins } from './peers/payments.sql.ts';
import { startPeers } from './peers.ts';
import { jobIn } from './people.ts';
import { isInstalled } from './pgbench.ts';
import { serviceSettings, type World } from './world.ts';

const run = promisify(execFile);

/** Files of payments through the whole wire, beside a plain COPY of the same columns. */
export function exportWorks(world: World, say: (line: string) => void): Work[] {
  const withPsql = isInstalled('psql');
  const floorName = `${withPsql ? 'psql \\\\copy' : 'COPY … TO STDOUT'} of the same joined columns`;
  const floor = () => (withPsql ? copyByPsql(world) : copied(world, csvOf('')));
  return [
    {
      name: 'CSV export of all payments × 18 columns, masked, formula guard',
      unit: 'rows/s',
      floorName,
      goal: '≥ 0.60, ≤ 60 MiB over idle, first byte ≤ 50 ms',
      open: async () => {
        const rows = await paymentsSince(world, undefined);
        const peers = await startPeers(world.databaseUrl, say);
        return {
          ...download(world, 'csv', {}, rows),
          floor: () => timed(rows, floor),
          peers: Object.fromEntries(
            peers.map(({ name, url }) => [
              name,
              () => timed(rows, async () => readAll(await fetch(`${url}/payments.csv`))),
            ]),
          ),
          close: async () => {
            for (const { stop } of peers) await stop();
          },
        };
      },
    },
    {
      name: 'the same as it ships: a job, from the press until the last byte of its file is here',
      unit: 'rows/s',
      floorName,
      goal: '–',
      open: async () => {
        const rows = await paymentsSince(world, undefined);
        const { EXPORT_STREAM_ROWS: _, ...asShipped } = serviceSettings;
        const service = await startService(world.databaseUrl, asShipped);
        return {
          floor: () => timed(rows, floor),
          ours: () => timed(rows, () => exportByJob(world, service.url)),
          close: async () => {
            service.process.kill('SIGTERM');
            await service.ended;
          },
        };
      },
    },
    {
      name: 'XLSX export of 100,000 payments × 18 columns',
      unit: 'rows/s',
      floorName: 'COPY of the same columns as sheet XML made by PostgreSQL, deflated on the fly',
      goal: '≥ 0.35, ≤ 100 MiB over idle',
      open: async () => {
        const day = await dayBefore(world, 100_000);
        const rows = await paymentsSince(world, day);
        const where = `WHERE c.paid_at >= '${day} 00:00+08'`;
        return {
          ...download(world, 'xlsx', { paidFrom: day }, rows),
          floor: () => timed(rows, () => copied(world, xmlOf(where), true)),
        };
      },
    },
  ];
}

function download(
  world: World,
  format: 'csv' | 'xlsx',
  filter: object,
  rows: number,
): Pick<Rounds, 'ours' | 'note'> {
  let peak = 0;
  const firstBytes: number[] = [];
  return {
    ours: async () => {
      const idle = world.memory();
      const watch = setInterval(() => {
        peak = Math.max(peak, world.memory() - idle);
      }, 50);
      const started = performance.now();
      const url = `${world.service.url}/xyxlx/consumption/exportConsumption`;
      firstBytes.push((await readAll(await post(url, world.token, { format, ...filter }))) - started);
      clearInterval(watch);
      return (rows / (performance.now() - started)) * 1000;
    },
    note: () =>
      `${rows.toLocaleString('en')} rows; ${Math.round(peak)} MiB over idle at most, first byte ${Math.round(spread(firstBytes).median)} ms`,
  };
}

const csvOf = (where: string) =>
  `COPY (SELECT ${exportedColumns} FROM consumption_records c ${paymentJoins} ${where} ${newestFirst}) TO STDOUT WITH (FORMAT csv)`;

/** The rows as cells of text, without a guard, a mask or an escape. */
const xmlOf = (where: string) => {
  const cells = exportedColumns
    .split(',')
    .map((column) => `'<c t="inlineStr"><is><t>', ${column}, '</t></is></c>'`);
  return `COPY (SELECT concat('<row>', ${cells.join(', ')}, '</row>') FROM consumption_records c ${paymentJoins} ${where} ${newestFirst}) TO STDOUT`;
};

function post(url: string, token: string, input: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  });
}

/** Reads an answer to its end, and answers when its first byte was there. */
async function readAll(answer: Response): Promise<number> {
  let first = 0;
  for await (const _ of answer.body as ReadableStream<Uint8Array>) first ||= performance.now();
  return first;
}

/** As the console does it: asks for the file, waits for its job, takes it. */
async function exportByJob(world: World, url: string): Promise<void> {
  const asked = await post(`${url}/xyxlx/consumption/exportConsumption`, world.token, { format: 'csv' });
  const { result } = (await asked.json()) as { result: { jobId: string } };
  await jobIn(world, result.jobId, 'SUCCEEDED');
  await readAll(await post(`${url}/xyxlx/job/downloadExport`, world.token, { id: result.jobId }));
  await world.pool.query('DELETE FROM export_chunks WHERE job_id = $1', [result.jobId]);
}

async function timed(rows: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (rows / (performance.now() - started)) * 1000;
}

async function copied({ pool }: World, statement: string, deflated = false): Promise<void> {
  const client = await pool.connect();
  const copy = client.query(copyTo(statement));
  const stream = deflated ? pipeline(copy, createDeflateRaw({ level: 1 }), () => undefined) : copy;
  for await (const _ of stream);
  client.release();
}

async function copyByPsql({ databaseUrl }: World): Promise<void> {
  const statement = `\\copy (SELECT ${exportedColumns} FROM consumption_records c ${paymentJoins} ${newestFirst}) TO '/dev/null' WITH (FORMAT csv)`;
  await run('psql', ['--no-psqlrc', '--command', statement.replaceAll('\n', ' '), databaseUrl]);
}

/** How many payments there are from a day on. */
async function paymentsSince({ pool }: World, day: string | undefined): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT sum(record_count)::int AS count FROM consumption_days WHERE day >= coalesce($1::date, day)',
    [day],
  );
  return rows[0]?.count ?? 0;
}

/** The day from which on there are at least so many payments. */
async function dayBefore({ pool }: World, count: number): Promise<string> {
  const { rows } = await pool.query<{ day: string }>(
    `SELECT day::text FROM (SELECT day, sum(sum(record_count)) OVER (ORDER BY day DESC) AS upto FROM consumption_days GROUP BY day) days
     WHERE upto >= $1 ORDER BY day DESC LIMIT 1`,
    [count],
  );
  return rows[0]?.day as string;
}
