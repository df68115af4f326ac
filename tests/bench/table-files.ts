/** Speed, memory and event-loop stall of the file writers: `node tests/bench/table-files.ts [rows]`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { Prisma } from '@xyxlx/database/client/client';
import { startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { exportByCopy } from '../../apps/api/src/platform/table-files/copy-export.ts';
import { maskedMobile, shanghaiTime, yuan } from '../../apps/api/src/platform/table-files/export-sql.ts';
import { tableFile } from '../../apps/api/src/platform/table-files/write-table.ts';
import type { OutgoingFile } from '../../apps/api/src/wire/implement.ts';

const rows = Number(process.argv[2] ?? 300_000);
const dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-bench-'));
const database = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
const pool = new pg.Pool({ connectionString: database.url, max: 3 });
// The server goes down last, and says so on idle connections.
pool.on('error', () => undefined);

const columns = [
  { header: '编号', kind: 'plain', value: Prisma.sql`t.no` },
  { header: '姓名', kind: 'text', value: Prisma.sql`t.name` },
  { header: '手机', kind: 'plain', value: maskedMobile(Prisma.sql`t.mobile`) },
  { header: '备注', kind: 'text', value: Prisma.sql`t.remark` },
  { header: '金额', kind: 'number', value: yuan(Prisma.sql`t.amount`) },
  { header: '时间', kind: 'plain', value: shanghaiTime(Prisma.sql`t.at`) },
] as const;

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

async function drain(file: OutgoingFile): Promise<void> {
  for await (const _ of file.body as Readable);
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
  const from = Prisma.sql`FROM t ORDER BY t.id`;
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
    for (const format of ['csv', 'xlsx'] as const) {
      await measure(`COPY export ${format}`, async () =>
        drain(await exportByCopy(pool, { fileName: 'bench', format, columns, from })),
      );
      await measure(`generic writer ${format}`, async () =>
        drain(
          await tableFile(
            'bench',
            format,
            columns.map(({ header }) => header),
            generated(),
          ),
        ),
      );
    }
  }
} finally {
  await pool.end();
  await database.stop();
  rmSync(dataDir, { recursive: true });
}
