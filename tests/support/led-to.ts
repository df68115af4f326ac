import type { TestApi } from './test-api.ts';

/** Where an approval leads whoever looks at it, and where the last decision led the maker. */
export async function ledTo(api: TestApi, approvalId: string | null, token: string): Promise<string[]> {
  const { body } = await api.call('approval/getApproval', { id: approvalId }, token);
  const told = await api.deps.database.prisma.notification.findFirstOrThrow({
    where: { kind: { in: ['approval.approve', 'approval.reject'] } },
    orderBy: { id: 'desc' },
  });
  return [body.result.link, told.link ?? ''];
}
