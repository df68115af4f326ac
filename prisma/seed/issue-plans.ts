import { createHash } from 'node:crypto';
import { planDefinition } from '@xyxlx/contracts/issue-plan';
import type { Prisma } from '../client/client.ts';
import { plans, type SeededPlan, uncovered } from './issue-terms.ts';
import { idOf } from './random.ts';
import { companyId, demoPerson, tenantId } from './tenants.ts';

const dayMs = 86_400_000;

/** The id of a seeded plan. */
export const planId = (name: string) => idOf(`issuePlan/${name}`);

/** The number of a seeded plan. */
const planCode = (name: string) =>
  `FP${String(plans.findIndex((plan) => plan.name === name) + 1).padStart(8, '0')}`;

/** Where the plans of the team belong, and who is in it. */
interface Team {
  merchantId: string;
  departmentId: string;
  people: number;
}

/** Plans in every state, each version with the approval that it waits for or was let through by. */
export async function seedPlans(tx: Prisma.TransactionClient, team: Team, now: Date): Promise<void> {
  for (const plan of plans) await seedPlan(tx, plan, team, now);
  await tx.tenantCounter.create({ data: { tenantId: tenantId('A'), kind: 'FP', value: plans.length } });
}

async function seedPlan(
  tx: Prisma.TransactionClient,
  plan: SeededPlan,
  team: Team,
  now: Date,
): Promise<void> {
  const tenant = tenantId('A');
  const [maker, checker] = [demoPerson('finance-maker'), demoPerson('finance-checker')];
  const { name, state, timing, amount } = plan;
  const at = new Date(now.getTime() - 100 * dayMs);
  const isUncovered = plan === uncovered;
  const merchantId = isUncovered ? await uncoveredMerchant(tx) : team.merchantId;
  const definition = planDefinition.parse({
    ...timing,
    validFrom: at.toISOString().slice(0, 10),
    target: isUncovered ? { by: 'ALL' } : { by: 'DEPARTMENT', ids: [team.departmentId] },
    amount: { by: 'SAME', amount },
  });
  const people = isUncovered
    ? await tx.employee.count({ where: { tenantId: tenant, merchantId, state: 'ACTIVE' } })
    : team.people;
  const id = planId(name);
  const stamps = { createdAt: at, createdBy: maker.name, updatedAt: at, updatedBy: maker.name };
  const isHandedIn = state !== 'DRAFT';
  const isApproved = isHandedIn && state !== 'SUBMITTED';
  await tx.issuePlan.create({
    data: {
      ...{ id, tenantId: tenant, merchantId, code: planCode(name), name, state, ...stamps },
      type: definition.schedule.type,
      ...(isApproved && { lookedUntil: now }),
      ...(state === 'ENABLED' && { nextLookAt: now }),
    },
  });
  const approvalId = isHandedIn ? idOf(`approval/issuePlan/${name}`, at) : null;
  if (approvalId) {
    await tx.approval.create({
      data: {
        ...{ id: approvalId, tenantId: tenant, merchantId, subjectType: 'issuePlan', subjectId: id },
        ...{ subjectLabel: `${name} v1`, amount: amount * people * runsAMonth(plan), createdAt: at },
        ...{ makerId: maker.id, makerName: maker.name, makerIds: [maker.id], reason: '新计划' },
        ...(isApproved && {
          state: 'APPROVED',
          ...{ checkerId: checker.id, checkerName: checker.name, decidedAt: at },
        }),
      },
    });
  }
  if (approvalId && isApproved) {
    await tx.approvalEvent.create({
      data: {
        ...{ id: idOf(`approvalEvent/issuePlan/${name}`, at), tenantId: tenant, approvalId },
        ...{ action: 'APPROVE', actorId: checker.id, actorName: checker.name, createdAt: at },
      },
    });
  }
  await tx.issuePlanVersion.create({
    data: {
      ...{ id: idOf(`issuePlanVersion/${name}`), tenantId: tenant, planId: id, no: 1 },
      definition: definition as unknown as Prisma.InputJsonObject,
      sha256: createHash('sha256').update(JSON.stringify(definition)).digest('hex'),
      state: isApproved ? 'PUBLISHED' : isHandedIn ? 'SUBMITTED' : 'DRAFT',
      ...(isHandedIn && { mostAmount: amount * people, mostPeople: people }),
      ...(isApproved && { approvalId, publishedAt: at }),
      ...{ createdAt: at, createdBy: maker.name, createdById: maker.id },
    },
  });
}

/** How often a plan runs within the 31 days that its approval says the sum of. */
function runsAMonth({ timing: { schedule } }: SeededPlan): number {
  const often = { DAILY: 31, WORKDAY: 22, WEEKLY: 5 } as const;
  return schedule.type in often ? often[schedule.type as keyof typeof often] : 1;
}

/** The merchant whose company's fund doesn't cover the plan. */
async function uncoveredMerchant(tx: Prisma.TransactionClient): Promise<string> {
  const { id } = await tx.merchant.findFirstOrThrow({
    where: { tenantId: tenantId('A'), companyId: companyId('A', 3), state: 'ACTIVE' },
    orderBy: { employees: { _count: 'desc' } },
  });
  return id;
}
