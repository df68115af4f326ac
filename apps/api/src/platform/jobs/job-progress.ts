import type { Label } from '@xyxlx/contracts/endpoint';
import type { JobState } from '@xyxlx/contracts/job';
import type { Transaction } from '../db/transaction.ts';
import { publishLive } from '../live/live.ts';

/** A job as the live channel shows it. */
export interface JobChange {
  id: string;
  kind: string;
  state: JobState;
  total: number;
  done: number;
  failed: number;
  message: Label | null;
  tenantId: string;
  createdById: string;
}

/** The columns of a `JobChange`, for RETURNING. */
export const jobChangeColumns = `id, kind, state::text AS state, total, done, failed, message, tenant_id AS "tenantId", created_by_id AS "createdById"`;

/** Tells the user who started the job how far it is, once the transaction commits. */
export async function publishProgress(
  tx: Pick<Transaction, '$executeRaw'>,
  { id, kind, state, total, done, failed, message, tenantId, createdById }: JobChange,
): Promise<void> {
  const job = { id, kind, state, total, done, failed, message };
  await publishLive(tx, [{ to: { tenantId, userId: createdById }, event: { type: 'job', job } }]);
}
