import { Line, perSecond } from './http-load.ts';
import type { Work } from './measure.ts';
import { isInstalled, pgbench } from './pgbench.ts';
import type { World } from './world.ts';

const lanes = 32;
const ms = 3000;

/** The list of payments: by merchant and days with its total, and far down in all of them. */
export function listWorks(world: World): Work[] {
  const withPgbench = isInstalled('pgbench');
  return [
    {
      name: 'list: 20 rows newest first, merchant + dates, with total; 32 connections',
      unit: 'requests/s',
      floorName: `the same rows and total through ${withPgbench ? 'pgbench' : '`pg` in the process that measures'}, prepared, 32 connections`,
      goal: '≥ 0.55, CPU ≤ ×1.7',
      open: async () => {
        const merchants = await someMerchants(world);
        const days = await lastMonth(world);
        const callers = openCallers(world, lanes);
        const clients = withPgbench ? [] : await Promise.all(callers.map(() => world.pool.connect()));
        const statements = merchants.map((merchant) => floorText(merchant, days));
        let turn = 0;
        const next = <T>(of: T[]) => of[turn++ % of.length] as T;
        const spent = { floor: 0, ours: 0, database: 0 };
        /** Notes the CPU of a call as well, which a busy machine does not change. */
        const watched = async (of: 'floor' | 'ours', work: () => Promise<number>) => {
          const before = world.cpu();
          const rate = await work();
          const after = world.cpu();
          const calls = (rate * ms) / 1000;
          const program = of === 'floor' ? after.bench - before.bench : after.service - before.service;
          const database = ((after.database - before.database) * 1000) / calls;
          spent[of] = database + (program * 1000) / calls;
          if (of === 'ours') spent.database = database;
          return rate;
        };
        return {
          floor: () =>
            watched('floor', () =>
              withPgbench
                ? pgbench(world.databaseUrl, statements, { connections: lanes, ms })
                : perSecond(lanes, ms, async (lane) => {
                    const text = next(statements);
                    await clients[lane]?.query({ name: nameOf(text), text, rowMode: 'array' });
                  }),
            ),
          ours: () =>
            watched('ours', () =>
              perSecond(lanes, ms, async (lane) => {
                const merchantId = next(merchants).id;
                await callers[lane]?.list({ merchantId, paidFrom: days.from, paidTo: days.to });
              }),
            ),
          note: () =>
            `CPU a call: ${spent.ours.toFixed(2)} ms (database ${spent.database.toFixed(2)}) beside ${spent.floor.toFixed(2)} ms of the floor: ×${(spent.ours / spent.floor).toFixed(1)}`,
          close: () => {
            for (const client of clients) client.release();
            for (const caller of callers) caller.close();
          },
        };
      },
    },
    {
      name: 'the same list, 100,000 rows deep by cursor',
      unit: 'requests/s',
      floorName: 'its first page through the API',
      goal: '≥ 0.9',
      open: async () => {
        const callers = openCallers(world, 8);
        const { cursor } = (await world.ask('consumption/queryConsumption', {
          pageNum: 500,
          pageSize: 200,
        })) as { cursor: string };
        return {
          floor: () => perSecond(8, ms, async (lane) => callers[lane]?.list({})),
          ours: () => perSecond(8, ms, async (lane) => callers[lane]?.list({ cursor })),
          note: () => 'the first page counts its total, the cursor carries it',
          close: () => {
            for (const caller of callers) caller.close();
          },
        };
      },
    },
  ];
}

export interface Caller {
  /** Asks for a page of payments; fails when it doesn't get one. */
  list(input: object): Promise<void>;
  close(): void;
}

/** Connections to the service, each of which asks for lists. */
export function openCallers({ token, service }: World, count: number, url = service.url): Caller[] {
  return Array.from({ length: count }, () => {
    const line = new Line(url);
    return {
      list: async (input) => {
        const { status, body } = await line.ask('consumption/queryConsumption', token, JSON.stringify(input));
        if (status !== 200 || !body.startsWith('{"code":200')) throw new Error(body.slice(0, 200));
      },
      close: () => line.close(),
    };
  });
}

export interface Merchant {
  id: string;
  tenantId: string;
}

/** Merchants of middling size. */
export async function someMerchants({ pool }: World): Promise<Merchant[]> {
  const { rows } = await pool.query<Merchant>(
    `SELECT merchant_id AS id, tenant_id AS "tenantId" FROM consumption_days
     GROUP BY 1, 2 HAVING sum(record_count) BETWEEN 300 AND 3000 ORDER BY 1 LIMIT 24`,
  );
  return rows;
}

/** The newest thirty days that have payments, in Asia/Shanghai. */
export async function lastMonth({ pool }: World): Promise<{ from: string; to: string }> {
  const { rows } = await pool.query<{ from: string; to: string }>(
    'SELECT (max(day) - 29)::text AS from, max(day)::text AS to FROM consumption_days',
  );
  return rows[0] as { from: string; to: string };
}

function floorText({ id, tenantId }: Merchant, { from, to }: { from: string; to: string }): string {
  const where = (alias: string) =>
    `${alias}.tenant_id = '${tenantId}' AND ${alias}.merchant_id = '${id}'
     AND ${alias}.paid_at >= '${from} 00:00+08' AND ${alias}.paid_at < '${to} 24:00+08'`;
  return `
  SELECT c.id, c.payment_no, c.type, c.state, c.amount, c.enterprise, c.personal, c.discount, c.refunded, c.category, c.invoice_state,
    c.channel, c.paid_at, c.card_last_four, c.rule_version, m.id AS merchant_id, m.name AS merchant, s.id AS store_id, s.name AS store,
    e.id AS employee_id, e.name AS employee, e.employee_no, r.payment_no AS related,
    (SELECT count(*) FROM (SELECT FROM consumption_records t WHERE ${where('t')} LIMIT 10001) n) AS total
  FROM consumption_records c
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
  LEFT JOIN stores s ON s.tenant_id = c.tenant_id AND s.id = c.store_id
  LEFT JOIN consumption_records r ON r.tenant_id = c.tenant_id AND r.id = c.related_id
  WHERE ${where('c')}
  ORDER BY c.paid_at DESC, c.id DESC LIMIT 20`;
}

/** A prepared statement's name, one for each text. */
function nameOf(text: string): string {
  const known = names.get(text) ?? `floor-${names.size}`;
  names.set(text, known);
  return known;
}
const names = new Map<string, string>();
