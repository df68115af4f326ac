import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Settings } from './platform/settings/settings.ts';

/** Fails as `listen` would where the port is taken or not to be had: before a database is changed for a service that can't be reached. */
export async function checkPort({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
