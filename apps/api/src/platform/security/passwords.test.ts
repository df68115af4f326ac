import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Unavailable } from '../../core/errors.ts';
import type { makePasswords } from './passwords.ts';

const threads: Worker[] = [];
const keep = (thread: Worker) => threads.push(thread);

/** A module for itself: that of the process may have threads already, from whatever ran before. */
async function freshPasswords(): Promise<ReturnType<typeof makePasswords>> {
  const address = `./passwords.ts?${crypto.randomUUID()}`;
  const fresh: { makePasswords: typeof makePasswords } = await import(address);
  return fresh.makePasswords();
}

beforeEach(() => void process.on('worker', keep));
afterEach(async () => {
  process.off('worker', keep);
  await endAll();
});

async function endAll(): Promise<void> {
  await Promise.all(threads.splice(0).map((thread) => thread.terminate()));
}

test('calls on a thread that dies are 503; those that wait for a thread get one, and so do the next', async () => {
  const passwords = await freshPasswords();
  const calls = [1, 2, 3, 4].map((one) => passwords.hash(`a password ${one}`));
  const outcomes = Promise.allSettled(calls);
  // No timer: a thread could have answered by the time that it rings.
  await setImmediate();
  expect(threads).toHaveLength(2);
  await endAll();
  const [first, second, third, fourth] = await outcomes;
  expect(first).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
  expect(second).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
  expect(third).toMatchObject({ status: 'fulfilled', value: expect.stringMatching(/^\$argon2id\$/) });
  expect(fourth).toMatchObject({ status: 'fulfilled', value: expect.stringMatching(/^\$argon2id\$/) });
});

test('a thread that breaks instead of answering is 503, and one that dies between two calls is not asked again', async () => {
  const passwords = await freshPasswords();
  const stored = await passwords.hash('one password');
  await endAll();
  expect(await passwords.verify(stored, 'one password')).toBe(true);

  const broken = passwords.verify(stored, 'one password');
  const outcome = expect(broken).rejects.toBeInstanceOf(Unavailable);
  await setImmediate();
  for (const thread of threads) thread.emit('error', new Error('out of memory'));
  await outcome;
  expect(await passwords.verify(stored, 'another password')).toBe(false);
});
