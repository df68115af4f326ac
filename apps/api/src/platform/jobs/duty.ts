import type { Deps } from '../../core/deps.ts';

/** Something the service does by the business clock; all of them are listed in `duties.ts`. */
export interface Duty {
  name: string;
  /** Does what is due and was not done yet, also what was missed; replicas may do it side by side. */
  run(deps: Deps): Promise<void>;
}

/** Does what is due, one duty after the other; one that fails stops no other and is tried again the next minute. */
export async function runDuties(duties: readonly Duty[], deps: Deps): Promise<void> {
  for (const { name, run } of duties) {
    try {
      await run(deps);
    } catch (error) {
      deps.log.error({ err: error, duty: name }, 'what is done by the clock failed');
    }
  }
}
