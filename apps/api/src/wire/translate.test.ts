import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Unavailable } from './errors.ts';
import { translate } from './translate.ts';

const log = pino({ level: 'silent' });

it('a connection that could not be made in time is 503, like one that did not come free', async () => {
  const sockets: Socket[] = [];
  // Takes connections and never says a word.
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({ host: '127.0.0.1', port, max: 1, connectionTimeoutMillis: 50 });
  const failures = await Promise.all([1, 2].map(() => pool.query('SELECT 1').catch((error: Error) => error)));
  for (const failure of failures) expect(translate(failure, log)).toBeInstanceOf(Unavailable);
  await pool.end();
  for (const socket of sockets) socket.destroy();
  server.close();
});
