import { isDeepStrictEqual } from 'node:util';
import { startService } from '../support/service-process.ts';
import { Line, perSecond } from './http-load.ts';
import { spread, type Work } from './measure.ts';
import { pageText } from './peers/payments.sql.ts';
import { type Peer, startPeers } from './peers.ts';
import { isInstalled, pgbench } from './pgbench.ts';
import { serviceSettings, type World } from './world.ts';

const lanes = 32;
const ms = 3000;
/** Each side runs so long before it counts, in every turn. */
const warmMs = 2000;
/** So many days a page is asked for, the last of them drawn among so many. */
const span = 30;
const lastDays = 60;

/** Without a line in the log for each request. */
const tuned = { LOG_LEVEL: 'warn' };

/** The list of payments: by merchant and days with its total, and far down in all of them. */
export function listWorks(world: World, say: (line: string) => void): Work[] {
  const withPgbench = isInstalled('pgbench');
  return [
    {
      name: 'list: 20 rows newest first, merchant + dates, with total; 32 connections',
      unit: 'requests/s',
      floorName: `the same rows and total as one statement with parameters through ${withPgbench ? 'pgbench' : '`pg` in the process that measures'}, prepared, warmed, 32 connections`,
      goal: '≥ 0.42, and ≥ 0.8 of bare Fastify',
      open: async () => {
        const { service, scoped, databaseUrl } = world;
        const next = askedPages(world);
        const peers = await startPeers(databaseUrl, say);
        const tunedService = await startService(databaseUrl, { ...serviceSettings, ...tuned });
        for (const peer of peers) await mustAgree(world, peer, next());
        const clients = withPgbench ? [] : await Promise.all(scoped.tokens.map(() => world.pool.connect()));
        const costs = watchCosts(world);
        // Opened anew in each turn: between two of them a server closes what is idle.
        const asked = (side: string, open: () => Caller[], pid: number | undefined) =>
          costs.of(side, async (edge) => {
            const callers = open();
            const rate = await warmed(edge, pid, (lane) => (callers[lane] as Caller).list(next()));
            for (const caller of callers) caller.close();
            return rate;
          });
        const tuning = () => openCallers(tunedService.url, scoped.tokens);
        return {
          floor: () =>
            costs.of('floor', (edge) =>
              withPgbench
                ? pgbench(databaseUrl, [floorScript], {
                    ...{ connections: lanes, ms, warmMs, edge },
                    variables: {
                      tenant: scoped.tenantId,
                      merchants: `{${scoped.merchants}}`,
                      newest: scoped.newestDay,
                      left: '0',
                    },
                  })
                : warmed(edge, process.pid, async (lane) => {
                    const { merchantId, paidFrom, paidTo } = next();
                    const values = [scoped.tenantId, merchantId, paidFrom, paidTo];
                    await clients[lane]?.query({
                      name: 'payments',
                      text: floorText,
                      values,
                      rowMode: 'array',
                    });
                  }),
            ),
          peers: Object.fromEntries([
            ...peers.map(({ name, url, pid }) => [name, () => asked(name, () => openPeer(world, url), pid)]),
            ['ours, tuned', () => asked('ours, tuned', tuning, tunedService.process.pid)],
          ]),
          ours: () => asked('ours', () => openCallers(service.url, scoped.tokens), service.process.pid),
          note: costs.note,
          close: async () => {
            for (const client of clients) client.release();
            for (const peer of peers) await peer.stop();
            tunedService.process.kill('SIGTERM');
            await tunedService.ended;
          },
        };
      },
    },
    deepListWork(world),
  ];
}

/** A page far down in all payments. */
export function deepListWork(world: World): Work {
  return {
    name: 'the same list, 100,000 rows deep by cursor',
    unit: 'requests/s',
    floorName: 'its first page through the API',
    goal: '≥ 0.9',
    open: async () => {
      const callers = openCallers(world.service.url, Array(8).fill(world.token));
      const { cursor } = (await world.ask('consumption/queryConsumption', {
        pageNum: 500,
        pageSize: 200,
      })) as { cursor: string };
      return {
        floor: () => perSecond(8, ms, async (lane) => (callers[lane] as Caller).list({})),
        ours: () => perSecond(8, ms, async (lane) => (callers[lane] as Caller).list({ cursor })),
        note: () => 'the first page counts its total, the cursor carries it',
        close: () => {
          for (const caller of callers) caller.close();
        },
      };
    },
  };
}

/** Any of the merchants and of the spans of days; the merchant is drawn every so often, as pgbench has no variables of text that cost nothing. */
const floorScript = `\\set back random(0, ${lastDays - 1})
\\if :left <= 0
\\set n random(1, 24)
SELECT (:merchants::uuid[])[:n] AS merchant \\gset
\\set left 20
\\endif
\\set left :left - 1
${pageText({
  tenantId: ':tenant',
  merchantId: ':merchant',
  from: `(:newest::date - :back::int - ${span - 1})`,
  to: '(:newest::date - :back::int)',
})}`;

const floorText = pageText({ tenantId: '$1', merchantId: '$2', from: '$3', to: '$4' });

/** What a page of payments is asked for: its merchant and its days in Asia/Shanghai. */
interface AskedPage {
  merchantId: string;
  paidFrom: string;
  paidTo: string;
}

/** Draws what is asked for: as the floor does, any of the merchants and of the spans of days. */
export function askedPages({ scoped: { merchants, newestDay } }: Pick<World, 'scoped'>): () => AskedPage {
  const dayBack = (days: number) =>
    new Date(Date.parse(newestDay) - days * 86_400_000).toISOString().slice(0, 10);
  const spans = Array.from({ length: lastDays }, (_, back) => ({
    paidFrom: dayBack(back + span - 1),
    paidTo: dayBack(back),
  }));
  const any = <T>(of: readonly T[]) => of[Math.floor(Math.random() * of.length)] as T;
  return () => ({ merchantId: any(merchants), ...any(spans) });
}

export interface Caller {
  /** Asks for a page of payments, and answers its text; fails when it doesn't get one. */
  list(input: object): Promise<string>;
  close(): void;
}

/** A connection to the service for each session, each of which asks for lists. */
export function openCallers(url: string, tokens: readonly string[]): Caller[] {
  return tokens.map((token) => {
    const line = new Line(url);
    return {
      list: async (input) => {
        const { status, body } = await line.ask('consumption/queryConsumption', token, JSON.stringify(input));
        if (status !== 200 || !body.startsWith('{"code":200')) throw new Error(body.slice(0, 200));
        return body;
      },
      close: () => line.close(),
    };
  });
}

/** The same to a peer, which has no sessions and is told the tenant. */
function openPeer({ scoped: { tenantId } }: World, url: string): Caller[] {
  return Array.from({ length: lanes }, () => {
    const line = new Line(url);
    return {
      list: async (input) => {
        const headers = { 'Content-Type': 'application/json' };
        const { status, body } = await line.post(
          '/payments',
          headers,
          JSON.stringify({ tenantId, ...input }),
        );
        if (status !== 200) throw new Error(body.slice(0, 200));
        return body;
      },
      close: () => line.close(),
    };
  });
}

/** A peer that answers other rows would not be measured at the same work. */
async function mustAgree(world: World, { name, url }: Peer, page: AskedPage): Promise<void> {
  const [ours] = openCallers(world.service.url, world.scoped.tokens.slice(0, 1)) as [Caller];
  const theirs = openPeer(world, url);
  const { result } = JSON.parse(await ours.list(page));
  const { list, total } = JSON.parse(await (theirs[0] as Caller).list(page));
  for (const caller of [ours, ...theirs]) caller.close();
  const own = result.list.map(({ tenant: _, ...row }: { tenant: unknown }) => row);
  if (!isDeepStrictEqual({ list, total }, { list: own, total: result.total }))
    throw new Error(`${name} answers another page than the service.`);
}

/** Runs a load of HTTP until it is warm, then counts it; `edge` is called when that begins and when it ends. */
async function warmed(
  edge: (pid: number) => void,
  pid: number | undefined,
  once: (lane: number) => Promise<unknown>,
): Promise<number> {
  // A cold service on a busy machine may let some wait too long, and says so.
  await perSecond(lanes, warmMs, (lane) => once(lane).catch(() => undefined));
  edge(pid as number);
  const rate = await perSecond(lanes, ms, once);
  edge(pid as number);
  return rate;
}

/** Keeps what a call costs in CPU, which a busy machine does not change: of the process that answers, or is pgbench, and of the database. */
function watchCosts(world: World) {
  const costs = new Map<string, { program: number[]; database: number[] }>();
  const median = (values: number[]) => spread(values).median;
  return {
    of: async (side: string, run: (edge: (pid: number) => void) => Promise<number>): Promise<number> => {
      const edges: ReturnType<World['cpu']>[] = [];
      const rate = await run((pid) => edges.push(world.cpu(pid)));
      const [before, after] = edges as [(typeof edges)[0], (typeof edges)[0]];
      const seen = costs.get(side) ?? { program: [], database: [] };
      costs.set(side, seen);
      const calls = (rate * ms) / 1000;
      seen.program.push(((after.program - before.program) * 1000) / calls);
      seen.database.push(((after.database - before.database) * 1000) / calls);
      return rate;
    },
    note: () =>
      `CPU a call in ms, process + database: ${[...costs]
        .map(
          ([side, { program, database }]) =>
            `${side} ${median(program).toFixed(2)} + ${median(database).toFixed(2)}`,
        )
        .join(', ')}`,
  };
}
