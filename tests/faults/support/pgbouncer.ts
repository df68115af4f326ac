import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, serverEnvironment, serverUser } from '@xyxlx/database/embedded/binaries';
import { freePort } from '@xyxlx/database/embedded/free-port';
import pg from 'pg';
import { eventually } from '../../support/eventually.ts';

/** PgBouncer's program, 1.21 or later: `PGBOUNCER`, else the one on the PATH; undefined where there is none. */
export const pgbouncer = find(process.env.PGBOUNCER || 'pgbouncer');

function find(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(major) > 1 || Number(minor) >= 21 ? program : undefined;
}

export interface PgBouncer {
  /** The address of one of the accounts that it knows, by way of it. */
  addressOf(serverUrl: string): string;
  /** Ends it without a word. */
  kill(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Runs PgBouncer in front of a database; `accounts`: addresses of the server, one for each role that may use it; `settings`: those of its file. */
export async function startPgBouncer(
  accounts: readonly [string, ...string[]],
  settings: Record<string, string | number> = {},
): Promise<PgBouncer> {
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'xyxlx-pgbouncer-'));
  const known = accounts.map((connectionString) => new pg.Client({ connectionString }));
  const [{ host, port: serverPort, database = '' }] = known as [pg.Client];
  const { connect = '', ...rest } = settings;
  const options = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(directory, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: 5,
    ...rest,
  };
  write('users.txt', known.map(({ user, password }) => `"${user}" "${password}"`).join('\n'));
  write(
    'pgbouncer.ini',
    `[databases]\n${database} = host=${host} port=${serverPort} ${connect}\n[pgbouncer]\n${Object.entries(
      options,
    )
      .map(([name, value]) => `${name} = ${value}`)
      .join('\n')}\n`,
  );

  function write(name: string, content: string): void {
    const user = serverUser();
    writeFileSync(join(directory, name), content, { mode: 0o600 });
    if (!user) return;
    chownSync(join(directory, name), user.uid, user.gid);
    chownSync(directory, user.uid, user.gid);
  }

  let child: ChildProcess | undefined;
  const addressOf = (serverUrl: string) => {
    const address = new URL(serverUrl);
    address.host = `127.0.0.1:${port}`;
    return address.href;
  };
  const start = async () => {
    const args = [join(directory, 'pgbouncer.ini')];
    const { command, args: given, options: how } = launch(pgbouncer ?? '', args, directory, serverUser());
    child = spawn(command, given, { ...how, env: serverEnvironment(), stdio: 'ignore' });
    await eventually(async () => {
      const client = new pg.Client({ connectionString: addressOf(accounts[0]) });
      await client.connect();
      await client.end();
    });
  };
  const stop = async () => {
    const ending = child;
    child = undefined;
    if (!ending) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    addressOf,
    start,
    kill: stop,
    close: async () => {
      await stop();
      rmSync(directory, { recursive: true });
    },
  };
}
