import websocket from '@fastify/websocket';
import { wirePrefix } from '@xyxlx/contracts/wire';
import fp from 'fastify-plugin';
import type { Deps } from '../core/deps.ts';
import { NotFound } from '../core/errors.ts';
import { isOwnOrigin } from '../platform/http/own-site.ts';
import { connectionOf, type LiveConnection } from '../platform/live/connection.ts';
import { type LiveNotice, liveTopic } from '../platform/live/live.ts';
import { endedSessionsTopic } from '../platform/security/sessions/ended-sessions.ts';

/** Every session with a connection is looked up so often, in ms: a revoked one loses its channel within 5 s. */
const recheckEvery = 2500;

/** `/xyxlx/ws`: events for the signed-in user, wherever in the service they arise. */
export const live = fp<{ deps: Deps }>(
  async (app, { deps }) => {
    const connections = new Set<LiveConnection>();
    await app.register(websocket, { options: { maxPayload: 8 * 1024 } });

    app.get(
      `${wirePrefix}/ws`,
      {
        websocket: true,
        preValidation: async (request, reply) => {
          // A request without an upgrade gets the wire's answer.
          if (!request.ws) throw new NotFound();
          // Before the upgrade: another site's page, which would bring no token of ours but may try.
          if (!isOwnOrigin(request)) return reply.code(403).send();
        },
      },
      (socket) => {
        const connection = connectionOf(socket, deps);
        connections.add(connection);
        socket.on('close', () => connections.delete(connection));
        socket.on('error', () => socket.terminate());
      },
    );

    function deliver(payload: string): void {
      const { to, event } = JSON.parse(payload) as LiveNotice;
      for (const connection of connections) {
        const session = connection.session();
        if (session?.userId === to.userId && session.tenantId === to.tenantId) connection.send(event);
      }
    }

    let timer: NodeJS.Timeout | undefined;
    let stopped = false;
    /** One after the other: many connections must not empty the pool. */
    async function recheckAll(): Promise<void> {
      for (const connection of connections) await connection.recheck();
      if (!stopped) timer = setTimeout(recheckAll, recheckEvery);
    }

    app.addHook('onListen', async () => {
      await deps.pgNotifications.listen(liveTopic, deliver);
      await deps.pgNotifications.listen(endedSessionsTopic, (sessionId) => {
        for (const connection of connections) {
          if (connection.session()?.id === sessionId) void connection.recheck();
        }
      });
      await recheckAll();
    });
    app.addHook('preClose', async () => {
      stopped = true;
      clearTimeout(timer);
    });
  },
  { name: 'live', dependencies: ['wire', 'jobs'] },
);
