import { execFile } from 'node:child_process';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { createDeflateRaw } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import type { Rounds, Work } from './measure.ts';
import { isInstalled } from './pgbench.ts';
import type { World } from './world.ts';

const run = promisify(execFile);

const joins = `FROM consumption_records c
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
  LEFT JOIN stores s ON s.tenant_id = c.tenant_id AND s.id = c.store_id
  LEFT JOIN consumption_records r ON r.tenant_id = c.tenant_id AND r.id = c.related_id`;
const columns = `c.payment_no, c.type, c.state, m.name, s.name, e.employee_no, e.name, c.amount, c.enterprise, c.personal, c.discount,
  c.refunded, c.category, c.channel, c.card_last_four, r.payment_no, c.paid_at`;

/** Files of payments through the whole wire, beside a plain COPY of the same columns. */
export function exportWorks(world: World): Work[] {
  const withPsql = isInstalled('psql');
  return [
    {
      name: 'CSV export of all payments × 17 columns, masked, formula guard',
      unit: 'rows/s',
      floorName: `${withPsql ? 'psql \\\\copy' : 'COPY … TO STDOUT'} of the same joined columns`,
      goal: '≥ 0.60, ≤ 60 MiB over idle, first byte ≤ 50 ms',
      open: async () => {
        const rows = await paymentsSince(world, undefined);
        return {
          ...download(world, 'csv', {}, rows),
          floor: () => timed(rows, () => (withPsql ? copyByPsql(world) : copied(world, csvOf('')))),
        };
      },
    },
    {
      name: 'XLSX export of 100,000 payments × 17 columns',
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
  let firstByte = Number.POSITIVE_INFINITY;
  return {
    ours: async () => {
      const idle = world.memory();
      const watch = setInterval(() => {
        peak = Math.max(peak, world.memory() - idle);
      }, 50);
      const started = performance.now();
      const answer = await fetch(`${world.service.url}/xyxlx/consumption/exportConsumption`, {
        method: 'POST',
        headers: { Authorization: world.token, 'Content-Type': 'application/json' },
        body: JSON.stringify({ format, ...filter }),
      });
      let first = 0;
      for await (const _ of answer.body as ReadableStream<Uint8Array>) first ||= performance.now() - started;
      clearInterval(watch);
      firstByte = Math.min(firstByte, first);
      return (rows / (performance.now() - started)) * 1000;
    },
    note: () =>
      `${rows.toLocaleString('en')} rows; ${Math.round(peak)} MiB over idle, first byte ${Math.round(firstByte)} ms`,
  };
}

const newestFirst = 'ORDER BY c.paid_at DESC, c.id DESC';
const csvOf = (where: string) =>
  `COPY (SELECT ${columns} ${joins} ${where} ${newestFirst}) TO STDOUT WITH (FORMAT csv)`;

/** The rows as cells of text, without a guard, a mask or an escape. */
const xmlOf = (where: string) => {
  const cells = columns.split(',').map((column) => `'<c t="inlineStr"><is><t>', ${column}, '</t></is></c>'`);
  return `COPY (SELECT concat('<row>', ${cells.join(', ')}, '</row>') ${joins} ${where} ${newestFirst}) TO STDOUT`;
};

async function timed(rows: number, work: () => Promise<void>): Promise<number> {
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
  const statement = `\\copy (SELECT ${columns} ${joins} ${newestFirst}) TO '/dev/null' WITH (FORMAT csv)`;
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
