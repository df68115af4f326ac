import { setTimeout as wait } from 'node:timers/promises';
import { wirePrefix } from '@xyxlx/contracts/wire';
import fp from 'fastify-plugin';

interface Fault {
  code?: number | undefined;
  status?: number | undefined;
  times: number;
  delayMs: number;
}

/** The faults that are waiting for their calls, by `area/action`. */
export type Faults = Map<string, Fault>;

/** Answers the next calls of an endpoint with the fault that a developer planted, after its delay. */
export const plantedFaults = fp<{ faults: Faults }>(
  async (app, { faults }) => {
    app.addHook('onRequest', async (request, reply) => {
      const path = request.url.split('?', 1)[0]?.slice(wirePrefix.length + 1) ?? '';
      const fault = faults.get(path);
      if (!fault) return;
      if (--fault.times === 0) faults.delete(path);
      await wait(fault.delayMs);
      if (fault.code === undefined && fault.status === undefined) return;
      const status = fault.status ?? 200;
      const code = fault.code ?? status;
      const msg = code === 402 ? '登录已过期' : '请求失败，请稍后重试';
      return reply.code(status).send({ code, success: false, msg, result: null });
    });
  },
  { name: 'planted-faults', dependencies: ['wire'] },
);
