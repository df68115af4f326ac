import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { lenientTimeouts } from '../support/lenient-timeouts.ts';
import { type Bank, openBank } from './support/bank.ts';
import { call, type Outcome } from './support/client.ts';
import { makeReplicas, type Replica, type Replicas } from './support/replicas.ts';

let replicas: Replicas;
let healthy: Replica;
let silent: Replica;
let bank: Bank;
beforeAll(async () => {
  replicas = await makeReplicas();
  [healthy, silent] = await Promise.all([
    replicas.start({ EVENT_LOOP_DELAY: lenientTimeouts.EVENT_LOOP_DELAY }),
    replicas.start(),
  ]);
}, 120_000);
beforeEach(async () => {
  bank = await openBank(replicas, healthy);
});
afterAll(() => replicas.close(), 60_000);

/** Four deposits that the silent replica has in its hands, one with the fund's row locked, when `happens` silences it. */
async function silencedWithTransactionsOpen(happens: () => void): Promise<Promise<Outcome>[]> {
  await replicas.owner.query('BEGIN; LOCK TABLE operation_logs IN SHARE MODE');
  const open = [1, 2, 3, 4].map(() => bank.deposit(() => silent.url));
  await eventually(async () => {
    await replicas.owner.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await replicas.owner.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows[0].waiting).toBeGreaterThanOrEqual(4);
  });
  happens();
  await replicas.owner.query('COMMIT');
  return open;
}

describe('a replica dies without a word, or freezes, with transactions open', () => {
  test.each([
    ['muted', () => silent.proxy.mute(), () => silent.proxy.resume()],
    ['frozen', () => silent.process.kill('SIGSTOP'), () => silent.process.kill('SIGCONT')],
  ])(
    '%s: the other goes on serving reads, and writes within ten seconds; what it had in hand is refused',
    async (how, happens, ends) => {
      const open = await silencedWithTransactionsOpen(happens);
      const since = Date.now();
      let firstWrite = Number.POSITIVE_INFINITY;
      const reads: Promise<Outcome & { took: number }>[] = [];
      const writes: Promise<unknown>[] = [];
      for (let n = 0; n < 50; n++) {
        const begun = Date.now();
        reads.push(
          call(healthy.url, 'employee/queryEmployee', { pageSize: 10 }, bank.token).then((outcome) => ({
            ...outcome,
            took: Date.now() - begun,
          })),
        );
        if (n % 3 === 0) {
          writes.push(
            bank
              .deposit(() => healthy.url, { until: since + 15_000, alsoWithoutAnswer: true })
              .then(({ code }) => {
                if (code === 200) firstWrite = Math.min(firstWrite, Date.now() - since);
              }),
          );
        }
        await wait(150);
      }
      const answers = await Promise.all(reads);
      await Promise.all(writes);
      const good = answers.filter(({ code }) => code === 200);
      process.stdout.write(
        `${how}: ${good.length} of ${answers.length} reads, the slowest in ${Math.max(...good.map(({ took }) => took))} ms; ` +
          `first write after ${firstWrite} ms, ${bank.deposits.filter(({ acknowledged }) => acknowledged).length} of ${writes.length} writes\n`,
      );
      expect(good.length).toBe(answers.length);
      expect(firstWrite).toBeLessThan(10_000);
      ends();
      // What was open when it fell silent is not there: neither now nor after it has woken up.
      const late = await Promise.all(open);
      expect(late.map(({ code }) => code === 200)).toEqual([false, false, false, false]);
      const refused = bank.deposits.slice(0, 4).map(({ key }) => key);
      const { rows } = await replicas.owner.query('SELECT FROM limit_adjustments WHERE reason = ANY ($1)', [
        refused,
      ]);
      expect(rows).toEqual([]);
      await eventually(async () => expect((await fetch(`${silent.url}/readyz`)).status).toBe(200));
      await bank.expectExact(silent);
    },
    120_000,
  );
});
