import { Line, perSecond } from './http-load.ts';
import type { Work } from './measure.ts';
import type { World } from './world.ts';

const lanes = 32;
const ms = 3000;

const floorText = `
  SELECT c.id, c.payment_no, c.type, c.state, c.amount, c.enterprise, c.personal, c.discount, c.refunded, c.category, c.invoice_state,
    c.channel, c.paid_at, c.card_last_four, c.rule_version, m.id AS merchant_id, m.name AS merchant, s.id AS store_id, s.name AS store,
    e.id AS employee_id, e.name AS employee, e.employee_no, r.payment_no AS related,
    (SELECT count(*) FROM (SELECT FROM consumption_records t WHERE t.tenant_id = $1 AND t.merchant_id = $2 AND t.paid_at >= $3 AND t.paid_at < $4 LIMIT 10001) n) AS total
  FROM consumption_records c
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
  LEFT JOIN stores s ON s.tenant_id = c.tenant_id AND s.id = c.store_id
  LEFT JOIN consumption_records r ON r.tenant_id = c.tenant_id AND r.id = c.related_id
  WHERE c.tenant_id = $1 AND c.merchant_id = $2 AND c.paid_at >= $3 AND c.paid_at < $4
  ORDER BY c.paid_at DESC, c.id DESC LIMIT 20`;

/** The list of payments: by merchant and days with its total, and far down in all of them. */
export async function listWorks({ pool, service, token, ask, cpu }: World): Promise<Work[]> {
  const { rows } = await pool.query<{ tenant_id: string; merchant_id: string }>(
    `SELECT tenant_id, merchant_id FROM consumption_days GROUP BY 1, 2 HAVING sum(record_count) BETWEEN 300 AND 3000 ORDER BY 2 LIMIT 200`,
  );
  const {
    rows: [newest],
  } = await pool.query<{ day: string; from: Date; to: Date }>(
    `SELECT (max(day))::text AS day, (max(day) - 29)::timestamp AT TIME ZONE 'Asia/Shanghai' AS from,
       (max(day) + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' AS to, (max(day) - 29)::text AS since FROM consumption_days`,
  );
  const { day, from, to, since } = newest as unknown as { day: string; from: Date; to: Date; since: string };
  const lines = Array.from({ length: lanes }, () => new Line(service.url));
  const clients = await Promise.all(lines.map(() => pool.connect()));
  let turn = 0;
  const merchant = () => rows[turn++ % rows.length] as (typeof rows)[number];
  const call = async (lane: number, input: object) => {
    const { status, body } = await (lines[lane] as Line).ask(
      'consumption/queryConsumption',
      token,
      JSON.stringify(input),
    );
    if (status !== 200 || !body.startsWith('{"code":200')) throw new Error(body.slice(0, 200));
  };
  /** CPU milliseconds for each call, which a busy machine does not change. */
  const spent = { floor: 0, ours: 0, database: 0 };
  const watched = async (of: 'floor' | 'ours', work: () => Promise<number>) => {
    const before = { ...cpu(), own: process.cpuUsage() };
    const started = performance.now();
    const rate = await work();
    const after = cpu();
    const calls = (rate * (performance.now() - started)) / 1000;
    const own = process.cpuUsage(before.own);
    const database = after.database - before.database;
    const program = of === 'floor' ? (own.user + own.system) / 1e6 : after.service - before.service;
    spent[of] = ((database + program) * 1000) / calls;
    if (of === 'ours') spent.database = (database * 1000) / calls;
    return rate;
  };
  const deep = await cursorAt(ask, 100_000);

  return [
    {
      name: 'list: 20 rows newest first, merchant + dates, with total; 32 connections',
      unit: 'requests/s',
      floorName: 'the same rows and total through `pg`, prepared, 32 connections',
      goal: '≥ 0.55',
      floor: () =>
        watched('floor', () =>
          perSecond(lanes, ms, async (lane) => {
            const { tenant_id, merchant_id } = merchant();
            await clients[lane]?.query({
              name: 'floor-list',
              text: floorText,
              values: [tenant_id, merchant_id, from, to],
              rowMode: 'array',
            });
          }),
        ),
      note: () =>
        `CPU a call: ${spent.ours.toFixed(2)} ms (database ${spent.database.toFixed(2)}) beside ${spent.floor.toFixed(2)} ms of the floor: ×${(spent.ours / spent.floor).toFixed(1)}`,
      ours: () =>
        watched('ours', () =>
          perSecond(lanes, ms, (lane) =>
            call(lane, { merchantId: merchant().merchant_id, paidFrom: since, paidTo: day }),
          ),
        ),
    },
    {
      name: 'the same list, 100,000 rows deep by cursor',
      unit: 'requests/s',
      floorName: 'its first page through the API',
      goal: '≥ 0.9',
      floor: () => perSecond(8, ms, (lane) => call(lane, {})),
      ours: () => perSecond(8, ms, (lane) => call(lane, { cursor: deep })),
      note: () => {
        for (const client of clients) client.release();
        for (const line of lines) line.close();
        return 'the first page counts its total, the cursor carries it';
      },
    },
  ];
}

async function cursorAt(ask: World['ask'], depth: number): Promise<string> {
  const page = (await ask('consumption/queryConsumption', { pageNum: depth / 200, pageSize: 200 })) as {
    cursor: string;
  };
  return page.cursor;
}
