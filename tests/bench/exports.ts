import { to as copyTo } from 'pg-copy-streams';
import type { Work } from './measure.ts';
import type { World } from './world.ts';

const joins = `FROM consumption_records c
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
  LEFT JOIN stores s ON s.tenant_id = c.tenant_id AND s.id = c.store_id
  LEFT JOIN consumption_records r ON r.tenant_id = c.tenant_id AND r.id = c.related_id`;
const columns = `c.payment_no, c.type, c.state, m.name, s.name, e.employee_no, e.name, c.amount, c.enterprise, c.personal, c.discount,
  c.refunded, c.category, c.channel, c.card_last_four, r.payment_no, c.paid_at`;

/** Files of payments through the whole wire, beside a plain COPY of the same columns. */
export async function exportWorks(world: World): Promise<Work[]> {
  const { pool } = world;
  const {
    rows: [size],
  } = await pool.query<{ total: number }>('SELECT count(*)::int AS total FROM consumption_records');
  const total = size?.total ?? 0;
  const { rows: days } = await pool.query<{ day: string; upto: number }>(
    `SELECT day::text, sum(sum(record_count)) OVER (ORDER BY day DESC)::int AS upto FROM consumption_days GROUP BY day ORDER BY day DESC`,
  );
  const since = days.find(({ upto }) => upto >= 100_000) as { day: string; upto: number };

  const peaks = { csv: 0, xlsx: 0 };
  const firsts = { csv: Number.POSITIVE_INFINITY, xlsx: Number.POSITIVE_INFINITY };
  const download = async (format: 'csv' | 'xlsx', filter: object, rows: number) => {
    const idle = world.memory();
    const watch = setInterval(() => {
      peaks[format] = Math.max(peaks[format], world.memory() - idle);
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
    firsts[format] = Math.min(firsts[format], first);
    return (rows / (performance.now() - started)) * 1000;
  };
  const copy = async (where: string, rows: number) => {
    const client = await pool.connect();
    const started = performance.now();
    for await (const _ of client.query(
      copyTo(
        `COPY (SELECT ${columns} ${joins} ${where} ORDER BY c.paid_at DESC, c.id DESC) TO STDOUT WITH (FORMAT csv)`,
      ),
    ));
    client.release();
    return (rows / (performance.now() - started)) * 1000;
  };
  const note = (format: 'csv' | 'xlsx') => () =>
    `${Math.round(peaks[format])} MiB over idle, first byte ${Math.round(firsts[format])} ms`;
  const part = `WHERE c.paid_at >= ('${since.day}'::date)::timestamp AT TIME ZONE 'Asia/Shanghai'`;

  return [
    {
      name: `CSV export of ${total.toLocaleString('en')} rows × 17, masked, formula guard`,
      unit: 'rows/s',
      floorName: 'COPY … TO STDOUT of the same joined columns',
      goal: '≥ 0.60, ≤ 60 MiB over idle, first byte ≤ 50 ms',
      floor: () => copy('', total),
      ours: () => download('csv', {}, total),
      note: note('csv'),
    },
    {
      name: `XLSX export of ${since.upto.toLocaleString('en')} rows × 17`,
      unit: 'rows/s',
      floorName: 'COPY … TO STDOUT of the same joined columns (no XML, no zip)',
      goal: '≥ 0.35, ≤ 100 MiB over idle',
      floor: () => copy(part, since.upto),
      ours: () => download('xlsx', { paidFrom: since.day }, since.upto),
      note: note('xlsx'),
    },
  ];
}
