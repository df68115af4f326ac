import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContract } from '@xyxlx/contracts/contract';
import { demoPassword } from '@xyxlx/database/seed/accounts';
import type { SeedKind } from '@xyxlx/database/seed/seed';
import type { z } from 'zod';
import { type Client, makeClient } from './client.ts';
import { startDatabases } from './databases.ts';
import { startTestService } from './service.ts';

type Dev = AppContract['dev'];
type Fault = z.input<Dev['failNext']['input']>;
type Message = z.output<Dev['outbox']['output']>['list'][number];
type Invariants = z.output<Dev['invariants']['output']>;

export interface StackOptions {
  /** `small` unless said otherwise; the same seed gives the same data. */
  seed?: SeedKind;
  /** What is there besides the seed: done once, through the API; `reset` comes back to it. */
  scenario?: (stack: Stack) => Promise<void>;
  /** A free one unless said otherwise. */
  port?: number;
  /** Settings by their names in the environment, such as `ACCESS_TOKEN_TTL: '2s'`. */
  settings?: Record<string, string>;
}

/** The whole service with a database of its own. */
export interface Stack {
  /** `http://127.0.0.1:<port>`; stays the same through resets. */
  url: string;
  /** A client that makes public calls. */
  anonymous: Client;
  /** A signed-in client; the password is the demo accounts' unless given. */
  signIn(mobile: string, password?: string): Promise<Client>;
  /** The client's access token is expired from now: its next call is a real 402. */
  expireToken(client: Client): Promise<void>;
  /** The client's session is over: its next call is a real 403. */
  revokeSession(client: Client): Promise<void>;
  /** Messages sent (verification codes), newest first. */
  outbox(mobile?: string): Promise<Message[]>;
  /** Moves the business clock against the machine's; the new time. */
  moveClock(offsetSeconds: number): Promise<Date>;
  /** Makes the next calls of an endpoint fail, or come late. */
  failNext(fault: Fault): Promise<void>;
  /** Checks what must always be true. */
  invariants(): Promise<Invariants>;
  /** Back to the seed and the scenario, in under a second; clients must sign in again unless they did in the scenario. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL and the service; `stop` leaves nothing of either behind. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { seed = 'small', scenario, settings = {} } = options;
  const databases = await startDatabases(seed);
  const serviceOn = (databaseUrl: string, port: number) =>
    startTestService({
      databaseUrl,
      // A copy's log goes on where the origin's ended: beside what an earlier copy published of its own, it would look cut off.
      dataDir: mkdtempSync(join(databases.dataDir, 'service-')),
      port,
      settings: { SEED: seed, ...settings },
    });
  try {
    let service = await serviceOn(databases.originUrl, options.port ?? 0);
    const { port } = service;
    const stack = makeStack(`http://127.0.0.1:${port}`, {
      reset: async () => {
        await service.stop();
        service = await serviceOn(await databases.copy(), port);
      },
      stop: async () => {
        await service.stop();
        await databases.stop();
      },
    });
    try {
      await scenario?.(stack);
      await stack.reset();
    } catch (error) {
      await service.stop();
      throw error;
    }
    return stack;
  } catch (error) {
    await databases.stop();
    throw error;
  }
}

function makeStack(url: string, { reset, stop }: Pick<Stack, 'reset' | 'stop'>): Stack {
  const anonymous = makeClient(url);
  return {
    url,
    anonymous,
    signIn: async (mobile, password = demoPassword) => {
      const { token } = await anonymous.userAccount.login({ mobile, password });
      return makeClient(url, token);
    },
    expireToken: async (client) => {
      await client.dev.expireToken();
    },
    revokeSession: async (client) => {
      await client.dev.revokeSession();
    },
    outbox: async (mobile) => (await anonymous.dev.outbox(mobile ? { mobile } : {})).list,
    moveClock: async (offsetSeconds) => new Date((await anonymous.dev.clock({ offsetSeconds })).now),
    failNext: async (fault) => {
      await anonymous.dev.failNext(fault);
    },
    invariants: () => anonymous.dev.invariants(),
    reset,
    stop,
  };
}
