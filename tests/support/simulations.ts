import type { TestApi } from './test-api.ts';

/** A simulation that is done, of a draft of a policy of its own, the n-th, and eight payments of the tenant that it changes; returns its id. */
export async function recordSimulation(
  { deps: { database } }: TestApi,
  { tenantId, merchantId = null, n = 0 }: { tenantId: string; merchantId?: string | null; n?: number },
): Promise<string> {
  const { prisma } = database;
  const policy = { code: `ZD9999999${n}`, name: `午餐试行${n}` };
  const { id: institutionId } = await prisma.institution.create({
    data: { tenantId, ...policy },
  });
  const sha256 = 'a'.repeat(64);
  const terms = { no: 1, priority: 1, excess: 'DECLINE', validFrom: new Date('2026-01-01'), sha256 } as const;
  const { id: versionId } = await prisma.institutionVersion.create({
    data: { tenantId, institutionId, ...terms },
  });
  const parts = { tenantId, versionId };
  await prisma.institutionScope.create({ data: { ...parts, seq: 1, kind: 'ALL' } });
  await prisma.usageRule.create({ data: { ...parts, seq: 1 } });
  const cap = { factor: 'PER_PAYMENT', operator: 'LE', value: 1 } as const;
  await prisma.ruleCondition.create({ data: { ...parts, ruleSeq: 1, seq: 1, ...cap } });
  const none = { count: 0, amount: 0 };
  const totals = { same: none, newlyDeclined: { count: 8, amount: 8 }, newlySplit: none, newlyAllowed: none };
  const outcome = { totals, byReason: [], byMerchant: [], byDay: [], withoutSnapshot: 0 };
  const span = { fromDay: new Date('2026-01-01'), toDay: new Date('2026-12-31') };
  const { id } = await prisma.ruleSimulation.create({
    data: {
      ...{ tenantId, institutionId, versionId, sha256, ...span, merchantId, outcome },
      ...{ jobId: crypto.randomUUID(), finishedAt: new Date() },
    },
  });
  const payments = await prisma.consumptionRecord.findMany({
    where: { tenantId, type: 'CONSUME', ...(merchantId && { merchantId }) },
    orderBy: { id: 'asc' },
    take: 8,
  });
  const institution = { ...policy, versionNo: 1 };
  await prisma.ruleSimulationRow.createMany({
    data: payments.map(({ id: consumptionId, amount, enterprise }, place) => ({
      ...{ tenantId, simulationId: id, seq: place + 1, consumptionId },
      ...{ change: 'NEWLY_DECLINED' as const, amount, paid: enterprise },
      before: { outcome: 'PASS', allowed: Number(enterprise), institution: null, reason: null },
      after: { outcome: 'DECLINED', allowed: 0, institution, reason: { zh: '=上限', en: '=cap' } },
    })),
  });
  return id;
}
