import { connect } from '@xyxlx/database/connect';
import { afterEach, describe, expect, test } from 'vitest';
import { makeServicePool } from '../../apps/api/src/platform/db/service-pool.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/service-process.ts';
import { openBank } from './support/bank.ts';
import { call } from './support/client.ts';
import { type ServerPair, startServerPair } from './support/server-pair.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
}, 60_000);

async function started() {
  const pair = await startServerPair();
  closing.push(pair.close);
  const service = await startService(pair.url);
  closing.push(() => {
    service.process.kill('SIGKILL');
    return service.ended;
  });
  // Whichever server is the primary by now.
  const owner = {
    query: async <R extends object>(text: string, values?: unknown[]) => {
      const client = await connect(pair.url);
      return client.query<R>(text, values).finally(() => client.end());
    },
  };
  return { pair, service, owner };
}

describe('the primary of two servers is gone, and its synchronous standby is promoted', () => {
  test.each([
    ['killed', ({ process }: ServerPair['primary']) => process.kill('SIGKILL')],
    ['cut off without a word', ({ proxy }: ServerPair['primary']) => proxy.mute()],
  ])(
    '%s: 503 with Retry-After until then, the next write within 5 s after it, no acknowledged one lost, and none done twice',
    async (how, happens) => {
      const { pair, service, owner } = await started();
      const bank = await openBank({ owner }, service);
      const patient = { until: Number.POSITIVE_INFINITY, alsoWithoutAnswer: true };
      let isOver = false;
      const acknowledged = () => bank.deposits.filter((deposit) => deposit.acknowledged).length;
      const tellers = [1, 2, 3, 4, 5, 6].map(async () => {
        while (!isOver) await bank.deposit(() => service.url, patient);
      });
      await eventually(() => expect(acknowledged()).toBeGreaterThan(20));

      happens(pair.primary);
      const read = () => call(service.url, 'employee/queryEmployee', { pageSize: 10 }, bank.token);
      await eventually(async () =>
        expect(await read()).toMatchObject({ status: 503, code: 503, retryAfter: '1' }),
      );
      await eventually(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(503));
      // What a balancer leads there too early is refused, as unavailable.
      const ledThere = makeServicePool({ connectionString: pair.standbyUrl, max: 1 }, 8000);
      await expect(ledThere.query('SELECT 1')).rejects.toThrow(
        'The server is a standby, which takes no writes.',
      );
      await ledThere.end();
      await pair.promote();
      const promoted = Date.now();
      const before = acknowledged();
      await bank.deposit(() => service.url, patient);
      const found = Date.now() - promoted;
      process.stdout.write(`${how}: the first write ${found} ms after the promotion\n`);
      expect(found).toBeLessThan(5000);

      // Those too that were under way when it went.
      await eventually(() => expect(acknowledged()).toBeGreaterThan(before + 20));
      isOver = true;
      await Promise.all(tellers);
      await eventually(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(200));
      await bank.expectExact(service);
      // The owner's only connection but this one is that which hears the notices of other replicas.
      await eventually(async () => {
        const { rows } = await owner.query(
          `SELECT FROM pg_stat_activity WHERE usename = 'postgres' AND datname = 'xyxlx' AND pid <> pg_backend_pid()`,
        );
        expect(rows).toHaveLength(1);
      });
      expect(service.process.exitCode).toBeNull();
    },
    180_000,
  );
});
