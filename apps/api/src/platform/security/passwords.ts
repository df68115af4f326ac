import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Unavailable } from '../../core/errors.ts';
import type { HashAnswer, HashTask } from './hash-worker.ts';

/**
 * Hashes and checks passwords in a few threads of their own, which let everything else go first: hashing that is
 * unbounded, or as urgent as the rest, starves every other request.
 */
interface Passwords {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Takes as long as `verify` and says no: for accounts that don't exist. */
  verifyNothing(password: string): Promise<false>;
}

declare module '../../core/deps.ts' {
  interface Deps {
    passwords: Passwords;
  }
}

/** OWASP's parameters for argon2id: 19 MiB, two passes. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Threads of this process, shared by all callers. */
const atOnce = 2;
/** So many calls wait for a thread, about a second; further ones are told to try again rather than wait longer. */
const mostWaiting = 50;
const slots = pLimit(atOnce);
const idle = new Set<Worker>();

/** Makes the hasher. */
export function makePasswords(): Passwords {
  const hash = (password: string) => run<string>({ hash: password, options: argon2Options });
  const verify = (stored: string, password: string) => run<boolean>({ verify: password, against: stored });
  return {
    hash,
    verify,
    verifyNothing: async (password) => {
      await verify(hashOfNothing, password);
      return false;
    },
  };
}

/** A hash like any other, of no password that anybody knows. */
const hashOfNothing = (() => {
  const { memoryCost, timeCost, parallelism } = argon2Options;
  const [salt, digest] = [16, 32].map((size) => randomBytes(size).toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`;
})();

async function run<T extends string | boolean>(task: HashTask): Promise<T> {
  if (slots.pendingCount >= mostWaiting) throw new Unavailable();
  return slots(async () => {
    const worker = takeWorker();
    // A waiting call keeps the process alive, an idle thread does not.
    worker.ref();
    worker.postMessage(task);
    const answer = await answerOf(worker);
    worker.unref();
    idle.add(worker);
    if ('error' in answer) throw new Error(answer.error);
    return answer.value as T;
  });
}

/** Throws 503 when the thread ends or breaks instead: the next try gets another one. */
async function answerOf(worker: Worker): Promise<HashAnswer> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    const first = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(() => null),
    ]).catch(() => null);
    if (first === null) throw new Unavailable();
    return first[0] as HashAnswer;
  } finally {
    settled.abort();
  }
}

function takeWorker(): Worker {
  const [free] = idle;
  if (free) {
    idle.delete(free);
    return free;
  }
  // It gets nothing of the environment: under `node --watch` that makes it report on the port of its answers.
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { env: {} });
  // Of one that breaks while nobody waits for it nobody else would hear, and that would end the process.
  worker.on('error', () => undefined);
  worker.on('exit', () => idle.delete(worker));
  return worker;
}
