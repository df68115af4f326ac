import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { lenientTimeouts } from '../support/lenient-timeouts.ts';
import { openBank } from './support/bank.ts';
import { makeReplicas, type Replica, type Replicas } from './support/replicas.ts';

/** `npm run test:faults` goes through all of it several times; `npm test` through each fault once, with short silences. */
const long = process.env.FAULTS === 'long';
const rounds = long ? 4 : 1;
/** In ms; longer than a transaction may stand still. */
const silence = long ? 20_000 : 3500;

let replicas: Replicas;
const alive: Replica[] = [];
const settings = {
  EVENT_LOOP_DELAY: lenientTimeouts.EVENT_LOOP_DELAY,
  STOP_DELAY: '500ms',
  ...(!long && { DATABASE_IDLE_TIMEOUT: '2s' }),
};

beforeAll(async () => {
  replicas = await makeReplicas();
  alive.push(...(await Promise.all([replicas.start(settings), replicas.start(settings)])));
}, 120_000);
afterAll(() => replicas.close(), 60_000);

/** Replaces a replica that has ended; which one it is makes no difference to anybody. */
async function replace(gone: Replica): Promise<void> {
  alive[alive.indexOf(gone)] = await replicas.start(settings);
}

/** What happens to one replica, from its beginning to the moment when it serves again. */
const allFaults: [string, (victim: Replica) => Promise<void>][] = [
  [
    'kill -9',
    async (victim) => {
      victim.process.kill('SIGKILL');
      await victim.ended;
      await replace(victim);
    },
  ],
  [
    'freeze',
    async (victim) => {
      victim.process.kill('SIGSTOP');
      await wait(silence);
      victim.process.kill('SIGCONT');
    },
  ],
  [
    'stop',
    async (victim) => {
      victim.process.kill('SIGTERM');
      expect(await victim.ended).toBe(0);
      await replace(victim);
    },
  ],
  [
    'muted database',
    async (victim) => {
      victim.proxy.mute();
      await wait(silence);
      victim.proxy.resume();
    },
  ],
  ['half-open connections', async (victim) => void victim.proxy.blackHole()],
  ['reset connections', async (victim) => victim.proxy.reset()],
  ['cut connections', async (victim) => victim.proxy.cut()],
];

// rolling-restart.test.ts has the stops.
const faults = allFaults.filter(([name]) => long || name !== 'stop');

test(
  `a bank at work through ${faults.map(([name]) => name).join(', ')}: every acknowledged effect exactly once, all invariants hold`,
  async () => {
    const bank = await openBank(replicas, alive[0] as Replica);
    let over = false;
    let n = 0;
    const until = Date.now() + 3_600_000;
    const clients = Array.from({ length: 6 }, async () => {
      while (!over) {
        // Another replica at each try: so what one has begun another is asked for.
        const next = () => (alive[n++ % alive.length] as Replica).url;
        await bank.deposit(next, { until, within: 12_000, alsoWithoutAnswer: true });
        await wait(long ? 20 : 50);
      }
    });
    for (let round = 0; round < rounds; round++) {
      for (const [index, [name, happens]] of faults.entries()) {
        const victim = alive[(round + index) % alive.length] as Replica;
        const before = bank.deposits.filter(({ acknowledged }) => acknowledged).length;
        await happens(victim);
        const since = Date.now();
        await eventually(
          async () => {
            for (const { url } of alive) expect((await fetch(`${url}/readyz`)).status).toBe(200);
            expect(bank.deposits.filter(({ acknowledged }) => acknowledged).length).toBeGreaterThan(before);
          },
          { timeout: 30_000 },
        );
        process.stdout.write(`${name}: all ready again after ${Date.now() - since} ms\n`);
      }
    }
    over = true;
    await Promise.all(clients);
    const acknowledged = bank.deposits.filter((deposit) => deposit.acknowledged).length;
    process.stdout.write(`${acknowledged} of ${bank.deposits.length} deposits acknowledged\n`);
    expect(replicas.unexpected()).toEqual([]);
    // A client that keeps trying succeeds in the end.
    expect(bank.deposits.filter((deposit) => !deposit.acknowledged)).toEqual([]);
    expect(acknowledged).toBeGreaterThan(faults.length * rounds);
    await bank.expectExact(alive[0] as Replica);
  },
  long ? 1_800_000 : 300_000,
);
