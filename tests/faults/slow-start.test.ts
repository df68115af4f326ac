import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { launchService, untilReady } from '../support/service-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let proxy: TcpProxy;
beforeEach(async () => {
  database = await createTestDatabase({ seed: 'small' });
  proxy = await startTcpProxy(database.url);
});
afterEach(async () => {
  await proxy.close();
  await database.drop();
});

test('a slow connection to the database at the start is waited for, with a sentence', async () => {
  proxy.mute();
  const service = await launchService(proxy.url);
  await eventually(() =>
    expect(service.output()).toMatch(
      /^The database test_\w+ at 127.0.0.1:\d+ takes long to answer; waiting for it …$/m,
    ),
  );
  proxy.resume();
  await untilReady(service);
  service.process.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});
