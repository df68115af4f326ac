import type { Label } from '@xyxlx/contracts/endpoint';
import type { Deps } from '../../core/deps.ts';
import { noteEnd, noteStart, noteTasks } from './task-runs.ts';

/** Something the service does by the business clock. */
export interface ScheduledTask {
  name: string;
  /** What it does, for whoever looks after the service. */
  title: Label;
  /** When it finds something to do; it is called every minute. */
  due: Label;
  /** Does what is due and was not done yet, also what was missed; replicas may do it side by side. */
  run(deps: Deps): Promise<void>;
}

/**
 * Does what is due, one task after the other, or one alone; one that fails stops no other and is tried again the next minute. How each went is
 * kept.
 */
export async function runScheduledTasks(
  tasks: readonly ScheduledTask[],
  deps: Deps,
  only?: string,
): Promise<void> {
  await noted(deps, () => noteTasks(deps, tasks));
  for (const task of tasks) {
    if (only === undefined || task.name === only) await runTask(task, deps);
  }
}

async function runTask({ name, run }: ScheduledTask, deps: Deps): Promise<void> {
  const began = performance.now();
  await noted(deps, () => noteStart(deps, name));
  let failure: unknown = null;
  try {
    await run(deps);
  } catch (error) {
    failure = error;
    deps.log.error({ err: error, task: name }, 'what is done by the clock failed');
  }
  const tookMs = Math.round(performance.now() - began);
  await noted(deps, () => noteEnd(deps, name, { tookMs, failure }));
}

/** What is due is done also where nothing can be kept of how it went. */
async function noted({ log }: Deps, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    log.warn({ err: error }, 'how a scheduled task went could not be kept');
  }
}
