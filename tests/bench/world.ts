import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import { migrate } from '@xyxlx/database/migrate';
import { demoPassword } from '@xyxlx/database/seed/accounts';
import pg from 'pg';
import { seedAndPost } from '../../apps/api/src/embed.ts';
import { jwtSecret, type ServiceProcess, startService } from '../support/service-process.ts';
import { type Scoped, signInScoped } from './scoped-callers.ts';

const root = join(import.meta.dirname, '../..');

/** Who measures: sees every tenant. */
export const account = '13800000001';

/** How the service that is measured runs: as `npm start` runs it beside a database of one's own, a line in its log for each request. */
export const serviceSettings = {
  LOG_LEVEL: 'info',
  DEV_TOOLS: 'off',
  NODE_ENV: 'development',
  CAPTCHA_PROVIDER: 'slider',
  // The stream itself is measured: no export becomes a job.
  EXPORT_STREAM_ROWS: '10000000',
  // All measurements together take longer than a token lives, and a session that nobody renews.
  ACCESS_TOKEN_TTL: '12h',
  REFRESH_IDLE_TTL: '12h',
};

/** What every measurement works on: the large seed, kept between runs, and the service on it. */
export interface World {
  pool: pg.Pool;
  service: ServiceProcess;
  databaseUrl: string;
  token: string;
  scoped: Scoped;
  signIn(): Promise<string>;
  ask(path: string, body: object | FormData): Promise<never>;
  /** CPU seconds so far: of a process, the service's where none is named, and of the database with all its connections. */
  cpu(pid?: number): { program: number; database: number };
  /** The service's memory in MiB. */
  memory(): number;
  stop(): Promise<void>;
}

/** Past the rules that would make filling and emptying tables what is measured. */
export async function asReplica<Done>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Done>,
): Promise<Done> {
  const client = await pool.connect();
  try {
    await client.query('SET session_replication_role = replica');
    return await work(client);
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

/** Statements past those rules; what the first one answers. */
export async function runAsReplica<Row extends object>(
  { pool }: Pick<World, 'pool'>,
  first: string,
  ...statements: string[]
): Promise<{ rows: Row[] }> {
  return asReplica(pool, async (client) => {
    const { rows } = await client.query<Row>(first);
    for (const statement of statements) await client.query(statement);
    return { rows };
  });
}

/** Starts the database (seeding it when it is new, and filling it further) and the service; each name has a database of its own. */
export async function openWorld(
  say: (line: string) => void,
  name = 'bench',
  fill?: (databaseUrl: string) => Promise<void>,
): Promise<World> {
  const dataDir = join(root, '.data', name);
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true });
  const database = await startEmbeddedPostgres({ dataDir, log: say });
  await migrate(database.url);
  const seeding = Date.now();
  if (await seedAndPost(database.url, 'large', [jwtSecret]))
    say(`Seeded in ${Math.round((Date.now() - seeding) / 1000)} s`);
  await fill?.(database.url);
  const pool = new pg.Pool({ connectionString: database.url, options: '-c timezone=UTC', max: 40 });
  pool.on('error', () => undefined);
  await pool.query(
    'VACUUM (ANALYZE) consumption_records, ledger_postings, employees, limit_accounts, merchants',
  );
  const service = await startService(database.url, serviceSettings, join(root, `.data/${name}.log`));

  const signIn = async () => {
    const { result } = (await post(service.url, 'userAccount/login', {
      mobile: account,
      password: demoPassword,
    })) as { result: { token: string } };
    return result.token;
  };
  const token = await signIn();
  const scoped = await signInScoped(pool, service.url);
  return {
    pool,
    service,
    databaseUrl: database.url,
    token,
    scoped,
    signIn,
    ask: async (path, body) => {
      const answer = (await post(service.url, path, body, token)) as {
        code: number;
        msg: string;
        result: never;
      };
      if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
      return answer.result;
    },
    cpu: (pid = service.process.pid) => ({
      program: cpuOf(String(pid)),
      database: databaseCpu(dataDir),
    }),
    memory: () => {
      const status = readFileSync(`/proc/${service.process.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    stop: async () => {
      service.process.kill('SIGTERM');
      await service.ended;
      await pool.end();
      await database.stop();
    },
  };
}

async function post(url: string, path: string, body: object | FormData, token = ''): Promise<unknown> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${url}/xyxlx/${path}`, {
    method: 'POST',
    headers: { Authorization: token, ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  return answer.json();
}

/** CPU seconds of a process and of the children it had: what it took whatever else the machine did meanwhile. */
function cpuOf(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

function databaseCpu(dataDir: string): number {
  const file = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  const postmaster = readFileSync(join(dataDir, file as string), 'utf8').split('\n', 1)[0] as string;
  for (;;) {
    try {
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
        .trim()
        .split(' ');
      return children.reduce((sum, pid) => sum + cpuOf(pid), cpuOf(postmaster));
    } catch {
      // One of them ended while it was being added up: its time is now the postmaster's.
    }
  }
}
