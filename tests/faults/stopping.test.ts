import { once } from 'node:events';
import { connect as dial } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { ask } from '../support/killable-services.ts';
import { call } from './support/client.ts';
import { makeReplicas, type Replica, type Replicas, signIn } from './support/replicas.ts';

let replicas: Replicas;
beforeAll(async () => {
  replicas = await makeReplicas();
}, 60_000);
afterAll(() => replicas.close(), 60_000);

const ready = async ({ url }: Replica) => (await fetch(`${url}/readyz`)).status;

// Each has a replica of its own: side by side they wait for one another's delays no longer than for their own.
describe.concurrent('a stop', () => {
  test('says for a moment that it is not ready, and serves; then it ends', async () => {
    const replica = await replicas.start({ STOP_DELAY: '3s' });
    const token = await signIn(replica, '13800000001');
    const read = () => call(replica.url, 'employee/queryEmployee', { pageSize: 1 }, token);
    expect(await ready(replica)).toBe(200);
    const since = Date.now();
    replica.process.kill('SIGTERM');
    await eventually(async () => expect(await ready(replica)).toBe(503));
    expect((await read()).code).toBe(200);
    expect(await replica.ended).toBe(0);
    expect(Date.now() - since).toBeGreaterThanOrEqual(3000);
  });

  test('that takes more than ten seconds ends cleanly, and what is under way is answered', async () => {
    const replica = await replicas.start();
    const token = await signIn(replica, '13800000001');
    const endpoint = 'employee/queryEmployee';
    await ask(replica, 'dev/failNext', { endpoint, delayMs: 12_000 });
    const since = Date.now();
    const underWay = call(replica.url, endpoint, { pageSize: 1 }, token);
    // Asked again until the delayed one has been taken: the first request uses up an injected delay.
    await eventually(async () =>
      expect((await call(replica.url, endpoint, { pageSize: 1 }, token)).code).toBe(200),
    );
    replica.process.kill('SIGTERM');
    expect((await underWay).code).toBe(200);
    expect(Date.now() - since).toBeGreaterThanOrEqual(12_000);
    expect(await replica.ended).toBe(0);
    expect(replica.output()).not.toContain('AVV_ERR');
  });

  test('is not held up by connections on which nothing was asked, or nothing more', async () => {
    const replica = await replicas.start();
    const { hostname, port } = new URL(replica.url);
    const silent = dial(Number(port), hostname);
    const answered = dial(Number(port), hostname);
    await Promise.all([once(silent, 'connect'), once(answered, 'connect')]);
    answered.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(answered, 'data');
    const closed = [once(silent, 'close'), once(answered, 'close')];
    silent.resume();
    answered.resume();
    const since = Date.now();
    replica.process.kill('SIGTERM');
    expect(await replica.ended).toBe(0);
    // Requests would be given 25 s.
    expect(Date.now() - since).toBeLessThan(20_000);
    await Promise.all(closed);
  });
});
