import type { Label } from '@xyxlx/contracts/endpoint';
import type { Deps } from '../../core/deps.ts';
import { WireFailure } from '../../core/errors.ts';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import type { Transaction } from '../db/transaction.ts';
import { maskedKeyword } from '../security/mask.ts';

type Kept = Pick<Deps, 'database' | 'clock'>;

/** A row for each task that there is, in their order. */
export async function noteTasks({ database }: Kept, tasks: readonly { name: string }[]): Promise<void> {
  const names = tasks.map(({ name }) => name);
  await database.prisma.$executeRaw`
    INSERT INTO scheduled_tasks (name, place) SELECT t.name, t.place FROM unnest(${names}::text[]) WITH ORDINALITY AS t (name, place)
    ON CONFLICT (name) DO UPDATE SET place = excluded.place WHERE scheduled_tasks.place <> excluded.place`;
}

/** Somebody wants it run at once. */
export async function noteAsked(
  tx: Transaction,
  name: string,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  await tx.scheduledTask.update({ where: { name }, data: { askedAt: at, askedBy: by } });
}

export async function noteStart({ database, clock }: Kept, name: string): Promise<void> {
  await database.prisma.scheduledTask.updateMany({
    where: { name },
    data: { startedAt: clock.now(), finishedAt: null },
  });
}

/** How a run ended: well, where there is no failure. */
export async function noteEnd(
  { database, clock }: Kept,
  name: string,
  { tookMs, failure }: { tookMs: number; failure: unknown },
): Promise<void> {
  const finishedAt = clock.now();
  await database.prisma.scheduledTask.updateMany({
    where: { name },
    data:
      failure === null
        ? { finishedAt, tookMs, outcome: 'SUCCEEDED', failuresInRow: 0 }
        : {
            ...{ finishedAt, tookMs, outcome: 'FAILED', failuresInRow: { increment: 1 } },
            ...{ failedAt: finishedAt, failure: { ...wordsOf(failure) } },
          },
  });
}

/** So much of a message that no person wrote is kept, in characters. */
const mostOfMessage = 300;

/** What went wrong, for whoever looks after the service: nothing personal that a message may quote. */
export function wordsOf(failure: unknown): Label {
  if (failure instanceof WireFailure) return failure.text;
  if (isDatabaseUnavailable(failure))
    return { zh: '数据库无法访问', en: 'The database could not be reached' };
  // Prisma says where it was called first, and what happened last.
  const said = String(failure instanceof Error ? failure.message : failure).trim();
  const last = said.slice(said.lastIndexOf('\n') + 1).trim();
  const message = maskedKeyword(last).slice(0, mostOfMessage);
  return { zh: `系统错误：${message}`, en: `System error: ${message}` };
}
