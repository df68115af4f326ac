import { createHash } from 'node:crypto';
import type { Prisma } from '../client/client.ts';
import { approve, handIn } from './hand-in.ts';
import { policies, type SeededPolicy, type SeededVersion } from './policy-terms.ts';
import { idOf } from './random.ts';
import { demoPerson, tenantId } from './tenants.ts';

const dayMs = 86_400_000;

/**
 * 制度 of tenant A for the people of its first merchant, with the approvals behind them: two versions of one, a draft that never decides and
 * one that waits. Payments made before are left as they were.
 */
export async function seedPolicies(tx: Prisma.TransactionClient, now: Date): Promise<void> {
  const tenant = tenantId('A');
  const { id: merchantId } = await tx.merchant.findFirstOrThrow({
    where: { tenantId: tenant, state: 'ACTIVE' },
    orderBy: { merchantNo: 'asc' },
  });
  for (const [n, policy] of policies.entries()) {
    const code = `ZD${String(n + 1).padStart(8, '0')}`;
    await seedPolicy(tx, { ...policy, code, tenant, merchantId }, now);
  }
  await tx.tenantCounter.create({ data: { tenantId: tenant, kind: 'ZD', value: policies.length } });
}

interface PlacedPolicy extends SeededPolicy {
  code: string;
  tenant: string;
  merchantId: string;
}

async function seedPolicy(tx: Prisma.TransactionClient, policy: PlacedPolicy, now: Date): Promise<void> {
  const { code, name, state, tenant, versions } = policy;
  const maker = demoPerson('platform-admin');
  const begun = before(now, (versions[0]?.publishedAgo ?? 2) + 1);
  const id = idOf(`institution/${code}`);
  const stamps = { createdAt: begun, createdBy: maker.name, updatedAt: begun, updatedBy: maker.name };
  await tx.institution.create({ data: { id, tenantId: tenant, code, name, state, ...stamps } });
  for (const [n, { publishedAgo }] of versions.entries()) {
    const writtenAt = before(now, (publishedAgo ?? 2) + 1);
    const versionId = await seedVersion(tx, policy, n, writtenAt);
    if (state === 'DRAFT') continue;
    const approvalId = await handIn(tx, {
      ...{ tenant, key: `${code}/${n + 1}`, at: writtenAt, subjectType: 'institutionVersion' },
      ...{ subjectId: id, subjectLabel: `${name} v${n + 1}` },
    });
    const where = { tenantId_id: { tenantId: tenant, id: versionId } };
    await tx.institutionVersion.update({ where, data: { state: 'SUBMITTED' } });
    if (publishedAgo === null) continue;
    const publishedAt = before(now, publishedAgo);
    await approve(tx, tenant, approvalId, publishedAt);
    // Of a 制度 one version at a time is published.
    await tx.institutionVersion.updateMany({
      where: { tenantId: tenant, institutionId: id, state: 'PUBLISHED' },
      data: { state: 'RETIRED' },
    });
    await tx.institutionVersion.update({ where, data: { state: 'PUBLISHED', approvalId, publishedAt } });
  }
}

/** Writes a version as a draft, with its one scope line and its rules; returns its id. */
async function seedVersion(
  tx: Prisma.TransactionClient,
  { code, tenant, merchantId, priority, categories, versions }: PlacedPolicy,
  place: number,
  writtenAt: Date,
): Promise<string> {
  const { excess, rules } = versions[place] as SeededVersion;
  const maker = demoPerson('platform-admin');
  const validFrom = new Date('2026-01-01');
  const terms = { priority, excess, categories, validFrom, merchantId, rules };
  const versionId = idOf(`institutionVersion/${code}/${place + 1}`);
  const of = { tenantId: tenant, versionId };
  await tx.institutionVersion.create({
    data: {
      id: versionId,
      tenantId: tenant,
      institutionId: idOf(`institution/${code}`),
      no: place + 1,
      priority,
      excess,
      categories,
      validFrom,
      sha256: createHash('sha256').update(JSON.stringify(terms)).digest('hex'),
      createdAt: writtenAt,
      createdBy: maker.name,
      createdById: maker.id,
    },
  });
  await tx.institutionScope.create({
    data: { id: idOf(`institutionScope/${code}/${place + 1}`), ...of, seq: 1, kind: 'MERCHANT', merchantId },
  });
  const numbered = Object.entries(rules).map(([called, conditions], n) => ({
    called,
    conditions,
    seq: n + 1,
  }));
  await tx.usageRule.createMany({
    data: numbered.map(({ called, seq }) => ({ ...of, seq, key: idOf(`usageRule/${code}/${called}`) })),
  });
  await tx.ruleCondition.createMany({
    data: numbered.flatMap(({ conditions, seq: ruleSeq }) =>
      conditions.map((condition, n) => ({ ...of, ruleSeq, seq: n + 1, ...condition })),
    ),
  });
  return versionId;
}

function before(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}
