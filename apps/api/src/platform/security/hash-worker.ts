import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';
import { lowerPriority } from '../load/lower-priority.ts';

/** What the thread is asked: to hash, or to check against a hash. */
export type HashTask = { hash: string; options: Options } | { verify: string; against: string };

/** What it answers to the task that came first: nothing else is on its way. */
export type HashAnswer = { value: string | boolean } | { error: string };

lowerPriority();
parentPort?.on('message', (task: HashTask) => {
  parentPort?.postMessage(answer(task));
});

function answer(task: HashTask): HashAnswer {
  try {
    return {
      value: 'hash' in task ? hashSync(task.hash, task.options) : verifySync(task.against, task.verify),
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
