/** Speed, memory and event-loop stall of the file writers: `node tests/bench/table-files.ts [rows]`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { masked, sql } from '../../apps/api/src/platform/db/sql.ts';
import { made, moment, typed, yuan } from '../../apps/api/src/platform/exports/column.ts';
import { tableFile } from '../../apps/api/src/platform/exports/write-table.ts';
import { xlsxStream } from '../../apps/api/src/platform/exports/xlsx.ts';

const rows = Number(process.argv[2] ?? 300_000);
const dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-bench-'));
const database = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
const pool = new pg.Pool({ connectionString: database.url, max: 3 });
// The server goes down last, and says so on idle connections.
pool.on('error', () => undefined);

const label = (zh: string) => ({ zh, en: zh });
const columns = [
  made(label('编号'), 't.no'),
  typed(label('姓名'), 't.name'),
  made(label('手机'), masked('t.mobile')),
  typed(label('备注'), 't.remark'),
  yuan(label('金额'), 't.amount'),
  moment(label('时间'), 't.at'),
];
const headings = columns.map((column) => column.label.zh);

async function measure(name: string, work: () => Promise<void>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const idle = process.memoryUsage().rss;
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  delay.enable();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  delay.disable();
  clearInterval(watch);
  const mib = Math.round((peak - idle) / 1024 / 1024);
  process.stdout.write(
    `${name.padEnd(28)} ${Math.round(rows / seconds)
      .toLocaleString()
      .padStart(10)} rows/s  longest stall ${(delay.max / 1e6).toFixed(0)} ms  +${mib} MiB\n`,
  );
}

async function drain(body: Readable): Promise<void> {
  for await (const _ of body);
}

async function* generated() {
  for (let no = 0; no < rows; no++)
    yield [`N${no}`, '张三', '138****0001', '=1+1', no / 100, '2026-01-31 12:00:00'];
}

try {
  await pool.query(`CREATE TABLE t AS SELECT i AS id, 'N' || lpad(i::text, 12, '0') AS no, '员工' || i AS name, '138' || lpad(i::text, 8, '0') AS mobile,
    CASE WHEN i % 100 = 0 THEN '=SUM(A1)' WHEN i % 50 = 0 THEN 'a & b' ELSE '上海市浦东新区' END AS remark, i::bigint * 7 AS amount,
    now() - i * interval '1 second' AS at FROM generate_series(1, ${rows}) i`);
  await pool.query('VACUUM ANALYZE t');
  for (let round = 0; round < 2; round++) {
    await measure('COPY alone', async () => {
      const client = await pool.connect();
      const stream = client.query(
        copyTo(
          'COPY (SELECT no, name, mobile, remark, amount, at FROM t ORDER BY id) TO STDOUT (FORMAT csv)',
        ),
      );
      for await (const _ of stream);
      client.release();
    });
    await measure('COPY export xlsx', async () =>
      drain(
        await xlsxStream(
          pool,
          { sheet: 'bench', columns, headings, from: sql`FROM t ORDER BY t.id` },
          { onRows: () => undefined },
        ),
      ),
    );
    for (const format of ['csv', 'xlsx'] as const) {
      await measure(`generic writer ${format}`, async () =>
        drain(tableFile('bench', format, headings, generated()).body as Readable),
      );
    }
  }
} finally {
  await pool.end();
  await database.stop();
  rmSync(dataDir, { recursive: true });
}
