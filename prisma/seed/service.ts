import type { Prisma } from '../client/client.ts';

/** What whoever looks after the service finds in the demo: a task that failed once and is well again. */
export async function seedService(tx: Prisma.TransactionClient, now: Date): Promise<void> {
  const hour = 3_600_000;
  await tx.scheduledTask.create({
    data: {
      ...{ name: 'sendChannelRefunds', place: 1, outcome: 'SUCCEEDED', tookMs: 41 },
      ...{ startedAt: new Date(now.getTime() - hour), finishedAt: new Date(now.getTime() - hour) },
      failedAt: new Date(now.getTime() - 26 * hour),
      failure: { zh: '系统错误：connect ETIMEDOUT', en: 'System error: connect ETIMEDOUT' },
    },
  });
}
