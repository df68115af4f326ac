import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { faultInjection } from './areas/dev/faults.ts';
import { router } from './areas.ts';
import type { Deps } from './core/deps.ts';
import { trustOf } from './platform/settings/trusted-proxies.ts';
import { consoleFiles } from './plugins/console-files.ts';
import { devGuard } from './plugins/dev-guard.ts';
import { draining } from './plugins/draining.ts';
import { health } from './plugins/health.ts';
import { jobs } from './plugins/jobs.ts';
import { live } from './plugins/live.ts';
import { metrics } from './plugins/metrics.ts';
import { overload } from './plugins/overload.ts';
import { reference } from './plugins/reference.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { sharedClock } from './plugins/shared-clock.ts';
import { answerError } from './wire/answer-error.ts';
import { bodyLimits } from './wire/body-limit.ts';
import { answerBrokenRequest } from './wire/broken-request.ts';
import { wire } from './wire/plugin.ts';

/** Connections that may wait until they are accepted: where more come at once the kernel leaves them without an answer, and resets some. */
export const backlog = 4096;

/** Builds the service without listening. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(deps.settings.trustProxy),
    bodyLimit: bodyLimits.session,
    // Room for a token that is far too long, so that it gets the wire's answer and not a bare 431.
    http: { maxHeaderSize: 128 * 1024 },
    requestTimeout: 120_000,
    connectionTimeout: 130_000,
    keepAliveTimeout: 65_000,
    // A stop waits for the requests under way; main.ts limits how long. By default Fastify gives up after ten seconds.
    pluginTimeout: 0,
    // By then no request is under way (`draining`); a connection without a request is not idle, and would delay the stop.
    forceCloseConnections: true,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 200 },
    // The plugin `overload` does it, in the envelope.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerError,
  });

  await app.register(securityHeaders, { deps });
  await app.register(formbody, { bodyLimit: bodyLimits.session });
  await app.register(multipart);
  // First: a route has the error handler that was there before it.
  await app.register(wire, { deps, router });
  await app.register(draining);
  await app.register(metrics, { deps });
  await app.register(health, { deps });
  await app.register(overload, { maxEventLoopDelay: deps.settings.eventLoopDelay });
  for (const plugin of deps.registry.plugins) await app.register(plugin, { deps });
  await app.register(jobs, { deps });
  await app.register(live, { deps });
  if (deps.settings.devTools) {
    await app.register(devGuard, { hosts: deps.settings.devToolsHosts });
    await app.register(sharedClock, { deps });
    await app.register(faultInjection, { deps });
  }
  await app.register(reference, { deps });
  await app.register(consoleFiles, { deps });
  // Last: jobs and the live channel stop meanwhile. Until then new requests are told to go elsewhere.
  app.addHook('preClose', () => app.drained());
  return app;
}
