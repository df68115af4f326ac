import type { Prisma } from '../client/client.ts';
import { idOf } from './random.ts';
import { demoPerson } from './tenants.ts';

interface HandedIn {
  tenant: string;
  subjectType: string;
  subjectId: string;
  subjectLabel: string;
  /** What the approval's id is made from. */
  key: string;
  at: Date;
}

/** Hands something in, as the platform's administrator; that it was is in the approval's history as with all seeded approvals. */
export async function handIn(
  tx: Prisma.TransactionClient,
  { tenant, key, at, ...subject }: HandedIn,
): Promise<string> {
  const { id: makerId, name: makerName } = demoPerson('platform-admin');
  const id = idOf(`approval/${key}`, at);
  const maker = { makerId, makerName, makerIds: [makerId] };
  await tx.approval.create({ data: { id, tenantId: tenant, ...subject, ...maker, createdAt: at } });
  return id;
}

/** Approves what was handed in, as the checker. */
export async function approve(
  tx: Prisma.TransactionClient,
  tenant: string,
  id: string,
  at: Date,
): Promise<void> {
  const { id: checkerId, name: checkerName } = demoPerson('finance-checker');
  await tx.approval.update({
    where: { tenantId_id: { tenantId: tenant, id } },
    data: { state: 'APPROVED', checkerId, checkerName, decidedAt: at },
  });
  const by = { actorId: checkerId, actorName: checkerName };
  await tx.approvalEvent.create({
    data: {
      id: idOf(`${id}/APPROVE`, at),
      tenantId: tenant,
      approvalId: id,
      action: 'APPROVE',
      ...by,
      createdAt: at,
    },
  });
}
