import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceProcess } from '../../support/service-process.ts';

/** Sends each request to a replica that says it is ready, one after the other, as a balancer with health checks does. */
export interface Balancer {
  /** The next replica's address; waits while none is ready. */
  next(): Promise<string>;
  add(replica: ServiceProcess): void;
  remove(replica: ServiceProcess): void;
  stop(): Promise<void>;
}

/** How often each replica is asked, in ms: well within STOP_DELAY. */
const checkEvery = 100;

export function startBalancer(): Balancer {
  const replicas = new Map<ServiceProcess, boolean>();
  let turn = 0;
  let stopped = false;
  const checking = (async () => {
    while (!stopped) {
      await Promise.all(
        [...replicas.keys()].map(async (replica) => {
          const answer = await fetch(`${replica.url}/readyz`).catch(() => undefined);
          if (replicas.has(replica)) replicas.set(replica, answer?.status === 200);
        }),
      );
      await wait(checkEvery);
    }
  })();
  return {
    next: async () => {
      for (;;) {
        const ready = [...replicas].filter(([, isReady]) => isReady).map(([replica]) => replica);
        const chosen = ready[turn++ % ready.length];
        if (chosen) return chosen.url;
        await wait(20);
      }
    },
    add: (replica) => replicas.set(replica, false),
    remove: (replica) => replicas.delete(replica),
    stop: async () => {
      stopped = true;
      await checking;
    },
  };
}
