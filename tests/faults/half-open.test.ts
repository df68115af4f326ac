import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { lenientTimeouts } from '../support/lenient-timeouts.ts';
import { type Bank, openBank } from './support/bank.ts';
import { call } from './support/client.ts';
import { makeReplicas, type Replica, type Replicas } from './support/replicas.ts';

let replicas: Replicas;
let replica: Replica;
let bank: Bank;
beforeAll(async () => {
  replicas = await makeReplicas();
  replica = await replicas.start({ DATABASE_WAIT: '5s', EVENT_LOOP_DELAY: lenientTimeouts.EVENT_LOOP_DELAY });
  bank = await openBank(replicas, replica);
}, 120_000);
afterAll(() => replicas.close(), 60_000);

const read = () => call(replica.url, 'employee/queryEmployee', { pageSize: 10 }, bank.token);

test('connections to the database go half-open: 503 meanwhile, all of them dropped within ten seconds, served again without a restart', async () => {
  // Under way at once, so that the whole pool is open.
  await Promise.all(Array.from({ length: 40 }, read));
  const lost = replica.proxy.blackHole();
  expect(lost).toBeGreaterThan(12);
  const since = Date.now();
  const codes = new Set<number>();
  const load = Array.from({ length: 15 }, async () => {
    for (;;) {
      const { code } = await read();
      codes.add(code);
      if (code === 200 && Date.now() - since > 10_000) return;
      expect(Date.now() - since).toBeLessThan(60_000);
    }
  });
  await eventually(async () => expect((await fetch(`${replica.url}/readyz`)).status).toBe(200), {
    timeout: 12_000,
  });
  await Promise.all(load);
  expect([200, 503]).toEqual(expect.arrayContaining([...codes]));
  // From now on every answer is a good one: none of the dead connections is left.
  const after: number[] = [];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let n = 0; n < 15; n++) after.push((await read()).code);
    }),
  );
  expect(new Set(after)).toEqual(new Set([200]));
  expect((await bank.deposit(() => replica.url)).code).toBe(200);
  await bank.expectExact(replica);
}, 120_000);
