import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@xyxlx/database/connect';
import { freePort } from '@xyxlx/database/embedded/free-port';
import { demoPassword } from '@xyxlx/database/seed/accounts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { npmStart, processesWith, type Started, untilReady } from './support/npm-start.ts';

let dataDir: string;
let port: number;
let running: Started | undefined;

const address = () => `http://127.0.0.1:${port}`;
const settings = () => ({ DATA_DIR: dataDir, PORT: String(port), SEED: 'small', LOG_LEVEL: 'warn' });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-boot-'));
  port = await freePort();
});

afterAll(async () => {
  if (processesWith(dataDir).length > 0) signalGroup('SIGTERM');
  await vi.waitUntil(() => processesWith(dataDir).length === 0, 20_000);
  rmSync(dataDir, { recursive: true });
});

async function start(script?: string): Promise<Started> {
  running = npmStart(settings(), script);
  await untilReady(running, address());
  return running;
}

/** What a terminal does on Ctrl-C: every process of the foreground group gets the signal. */
function signalGroup(name: NodeJS.Signals): void {
  if (running?.npm.pid) process.kill(-running.npm.pid, name);
}

async function expectNoProcessLeft(): Promise<void> {
  await expect.poll(() => processesWith(dataDir), { timeout: 20_000 }).toEqual([]);
}

/** Straight into the embedded database, past the API. */
async function query(sql: string): Promise<unknown[]> {
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8');
  const databasePort = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[3];
  const client = await connect(`postgresql://postgres:${password}@127.0.0.1:${databasePort}/xyxlx`);
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe.runIf(process.platform === 'linux')('npm start', () => {
  test('a first start makes and seeds the database, says where it listens and who may sign in', async () => {
    const { output } = await start();

    expect(output()).toContain(address());
    expect(output()).toContain('13800000001');
    expect((await fetch(`${address()}/healthz`)).status).toBe(200);
    const page = await fetch(address(), { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root"');
    // With "not modified" browsers would keep the policy that came with the copy they have.
    expect([page.headers.get('etag'), page.headers.get('last-modified')]).toEqual([null, null]);
    const missing = await fetch(`${address()}/.env`);
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('<div id="root"');
    expect(await query('SELECT count(*)::int > 0 AS seeded FROM merchants')).toEqual([{ seeded: true }]);
    await query('CREATE TABLE kept AS SELECT 1 AS one');
  });

  test('a second start on the same data is refused in one sentence', async () => {
    const second = npmStart({ ...settings(), PORT: String(await freePort()) });

    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/in use by process \d+/);
    expect(second.output()).not.toMatch(/^ +at /m);
  });

  test('Ctrl-C stops all of it', async () => {
    signalGroup('SIGINT');
    await running?.ended;
    await expectNoProcessLeft();
  });

  test('a second start takes seconds and finds the data; SIGTERM to npm stops all of it', async () => {
    const begun = Date.now();
    await start();
    expect(Date.now() - begun).toBeLessThan(20_000);
    expect(await query('SELECT * FROM kept')).toEqual([{ one: 1 }]);

    running?.npm.kill('SIGTERM');
    await running?.ended;
    await expectNoProcessLeft();
  });

  test('kill -9 of everything leaves no process, and the next start finds the data', async () => {
    await start();
    signalGroup('SIGKILL');
    await running?.ended;

    await start();
    expect(await query('SELECT * FROM kept')).toEqual([{ one: 1 }]);
  });

  test('kill -9 of npm alone, and a start right after it: the old service makes way', async () => {
    running?.npm.kill('SIGKILL');
    // Its output stays open until the service itself has ended.
    const old = running?.ended;

    await start();
    await old;
    expect(await query('SELECT * FROM kept')).toEqual([{ one: 1 }]);
    signalGroup('SIGTERM');
    await running?.ended;
    await expectNoProcessLeft();
  });

  test('the guard of the database killed, then Ctrl-C: no process is left', async () => {
    await start();
    const [guard] = processesWith(dataDir).filter((command) => command.includes('guard.ts'));
    process.kill(Number.parseInt(guard as string, 10), 'SIGKILL');
    await expect
      .poll(() => processesWith(dataDir).filter((command) => command.includes('guard.ts')))
      .toEqual([]);
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    signalGroup('SIGINT');
    await running?.ended;
    await expectNoProcessLeft();
  });

  test('npm run dev: one signs in at the one address, and Ctrl-C stops all of it', async () => {
    await start('dev');
    const answer = await fetch(`${address()}/xyxlx/userAccount/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mobile: '13800000001', password: demoPassword }),
    });

    expect(await answer.json()).toMatchObject({ success: true });
    signalGroup('SIGINT');
    await running?.ended;
    await expectNoProcessLeft();
  });
});

const external = {
  DATABASE_URL: 'postgresql://nobody:secret-word@127.0.0.1:1/none',
  JWT_SECRET: 'a secret of a test that starts nothing',
};

describe('a start that can not work says why in one sentence and fails', () => {
  test.each([
    ['a wrong setting', { PORT: 'eighty' }, /PORT/],
    ['a wrong choice', { CAPTCHA_PROVIDER: 'none' }, /CAPTCHA_PROVIDER/],
    [
      'a data directory where nothing can be written',
      { DATA_DIR: '/dev/null/data', ...external },
      /DATA_DIR/,
    ],
    ['an unreachable DATABASE_URL', { ...external, DATABASE_START_WAIT: '1s' }, /reach/],
  ])('%s', async (_, wrong, sentence) => {
    const { ended, output } = npmStart({ ...settings(), ...wrong });

    expect(await ended).toBe(1);
    expect(output()).toMatch(sentence);
    expect(output()).not.toContain('secret-word');
    expect(output()).not.toMatch(/^ +at /m);
    await expectNoProcessLeft();
  });

  test('a taken port, before anything is migrated', async () => {
    const taken = createServer().listen(port, '127.0.0.1');
    const fresh = join(dataDir, 'fresh');
    const { ended, output } = npmStart({ ...settings(), DATA_DIR: fresh });

    expect(await ended).toBe(1);
    expect(output()).toMatch(`Port ${port} is taken`);
    expect(output()).not.toContain('migration');
    expect(output()).not.toMatch(/^ +at /m);
    taken.close();
    await expectNoProcessLeft();
  });
});
