import type { Caller } from '../../core/caller.ts';
import { alreadyHandled } from '../../core/errors.ts';
import type { Transaction } from '../db/transaction.ts';
import type { JobKey } from '../jobs/job-kind.ts';

/** Has the good rows of a checked file written; throws 406 where it waits for that no more. */
export async function runImport(tx: Transaction, { deps }: Caller, job: JobKey): Promise<void> {
  const message = { zh: '等待执行', en: 'Waiting to run' };
  if (!(await deps.jobs.resume(tx, job, message))) throw alreadyHandled();
}
