import type { Deps } from '../../core/deps.ts';

/** Something the service does by the business clock. */
export interface ScheduledTask {
  name: string;
  /** Does what is due and was not done yet, also what was missed; replicas may do it side by side. */
  run(deps: Deps): Promise<void>;
}

/** Does what is due, one task after the other; one that fails stops no other and is tried again the next minute. */
export async function runScheduledTasks(tasks: readonly ScheduledTask[], deps: Deps): Promise<void> {
  for (const { name, run } of tasks) {
    try {
      await run(deps);
    } catch (error) {
      deps.log.error({ err: error, task: name }, 'what is done by the clock failed');
    }
  }
}
