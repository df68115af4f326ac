import type { Label } from '@xyxlx/contracts/endpoint';
import type { JobState } from '@xyxlx/contracts/job';
import type { Permission } from '@xyxlx/contracts/permissions';
import type { Requester } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import type { Transaction } from '../db/transaction.ts';

/** What names a job. */
export interface JobKey {
  tenantId: string;
  id: string;
}

/** One kind of long work. */
export interface JobKind<Payload extends object = object> {
  kind: string;
  title: Label;
  /** Who has it may see such jobs of the whole tenant; without it a job is its creator's alone. */
  permission?: Permission;
  /** It can't be cancelled: whatever it began must not stay half done. */
  goesOnToItsEnd?: true;
  /** Does the work, from the start or from where a killed replica left it; unexpected failures are tried again. */
  run(work: JobWork<Payload>): Promise<JobEnd>;
  /** The console's path of its result, if it has one, for the notification to the user who started it; left out where its end is only a step of something. */
  outcome?(job: { id: string; payload: Payload }): string | null;
  /** Brings what it works on into a definite state when it ends before its work does: cancelled, or failed; in the transaction of that end. */
  abandoned?(tx: Transaction, job: AbandonedJob<Payload>): Promise<void>;
}

/** A job that ended before its work did. */
export interface AbandonedJob<Payload extends object = object> {
  payload: Payload;
  actor: Requester;
  state: 'CANCELLED' | 'FAILED';
  message: Label;
}

/** How a run ended; by default SUCCEEDED, PARTIAL or FAILED by the counts of done and failed. */
export interface JobEnd {
  state?: 'SUCCEEDED' | 'PARTIAL' | 'FAILED' | 'WAITING_CONFIRM' | 'UNDONE';
  message: Label;
}

/** What one step did: written with its effect, in one transaction. */
export interface Step {
  /** Where the next step goes on; any JSON. */
  checkpoint: unknown;
  done: number;
  failed?: number;
}

/** A job in the hands of a replica. */
export interface JobWork<Payload extends object = object> {
  id: string;
  tenantId: string;
  state: JobState;
  payload: Payload;
  actor: Requester;
  deps: Deps;
  /** Aborted when the service stops or another replica has taken the job. */
  signal: AbortSignal;
  /**
   * Runs one transaction after another until `step` returns null. Each is given the checkpoint of the one before, and
   * commits only while this replica still has the job: what it writes is there exactly once, also when a replica is killed.
   */
  steps(step: (tx: Transaction, checkpoint: unknown) => Promise<Step | null>): Promise<void>;
  /** Tells in words and numbers what is going on; `done` where the work has no steps that count. */
  report(progress: { total?: number; done?: number; message?: Label }): Promise<void>;
}

/** Who asked for a job, as it is kept with it. */
export interface Origin {
  roles: Requester['session']['roles'];
  request: Requester['request'];
}

/** A job to be started. */
export interface NewJob {
  /** Where the caller needs to know it before. */
  id?: string;
  kind: string;
  payload: object;
  total?: number;
  /** QUEUED by default; an import begins as CHECKING. */
  state?: 'QUEUED' | 'CHECKING';
  /** What was handed in, or will be to fetch. */
  file?: { name: string; sha256?: string };
}
