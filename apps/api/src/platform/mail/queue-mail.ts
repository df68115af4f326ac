import type { Label } from '@xyxlx/contracts/endpoint';
import { Prisma } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { iso, raw, type Sql, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';

/** The task that sends what waits. */
export const sendingMails = 'sendMails';

interface NewMail {
  tenantId: string;
  subjectType: string;
  subjectId: string;
  recipient: string;
  title: string;
  text: string;
}

/** Puts an e-mail into the outbox together with what it tells of, and has it sent once that commits. */
export async function queueMail(
  tx: Transaction,
  { deps, now }: Pick<Caller, 'deps' | 'now'>,
  mail: NewMail,
): Promise<void> {
  await tx.mail.create({ data: { ...mail, dueAt: now, createdAt: now } });
  await deps.jobs.runTask(tx, sendingMails);
}

/** Has the e-mail about a record sent once more; false where there is none, or where it waits already. */
export async function queueAgain(
  tx: Transaction,
  { deps, now }: Pick<Caller, 'deps' | 'now'>,
  about: Pick<NewMail, 'tenantId' | 'subjectType' | 'subjectId'>,
): Promise<boolean> {
  const { count } = await tx.mail.updateMany({
    where: { ...about, state: { in: ['SENT', 'FAILED'] } },
    data: { state: 'WAITING', attempts: 0, dueAt: now, sentAt: null, failure: Prisma.DbNull },
  });
  if (count > 0) await deps.jobs.runTask(tx, sendingMails);
  return count > 0;
}

/** Gives the e-mail about a record up where it still waits: what it tells of is not so any more. */
export async function dropMail(
  tx: Transaction,
  about: Pick<NewMail, 'tenantId' | 'subjectType' | 'subjectId'>,
  why: Label,
): Promise<void> {
  await tx.mail.updateMany({
    where: { ...about, state: 'WAITING' },
    data: { state: 'FAILED', failure: { ...why } },
  });
}

/** SQL of the e-mail about a record as the record shows it; null where there is none. */
export function mailJson(subjectType: string, alias: string): Sql {
  return sql`(SELECT json_build_object('state', m.state, 'attempts', m.attempts, 'sentAt', ${iso('m.sent_at')},
      'dueAt', CASE WHEN m.state = 'WAITING' THEN ${iso('m.due_at')} END, 'failure', m.failure)
    FROM mails m WHERE ${ofRecord(alias)} AND m.subject_type = ${subjectType})`;
}

/** SQL of whether the e-mail about a record is in one of these states. */
export function mailIsIn(subjectType: string, alias: string, states: readonly string[]): Sql {
  return sql`EXISTS (SELECT FROM mails m WHERE ${ofRecord(alias)} AND m.subject_type = ${subjectType} AND m.state = ANY(${[...states]}::text[]))`;
}

function ofRecord(alias: string): Sql {
  return raw(`m.tenant_id = ${alias}.tenant_id AND m.subject_id = ${alias}.id`);
}
