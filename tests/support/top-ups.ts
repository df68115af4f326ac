import type { TestApi } from './test-api.ts';

let made = 0;

/** A top-up by a channel that failed: money that nobody has. */
export async function recordTopUp(
  { deps }: Pick<TestApi, 'deps'>,
  { tenantId }: { tenantId: string },
): Promise<void> {
  made += 1;
  const { prisma } = deps.database;
  const { id: companyId } = await prisma.company.findFirstOrThrow({ where: { tenantId } });
  const { id: bindingId } = await prisma.channelBinding.findFirstOrThrow({ where: { tenantId } });
  await prisma.topUp.create({
    data: {
      ...{ tenantId, companyId, topUpNo: `CZ-${made}`, target: 'COMPANY', channel: 'ALIPAY', bindingId },
      // Each amount is another, as a sheet tells them apart by their columns.
      ...{ amount: 10 * made, fee: 2 * made, bonus: 3 * made, received: 11 * made },
      ...{ toldAmount: made, state: 'FAILED' },
      ...{
        channelFlowNo: `FLOW-${made}`,
        closesAt: deps.clock.businessNow(),
        remark: '备注',
        createdBy: '经办',
      },
    },
  });
}
