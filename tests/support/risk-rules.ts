import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type { TestApi } from './test-api.ts';

export const tenantId = tenantIdOf('A');

/** An inbox of tenant A with one member; its id. */
export async function riskInbox({ deps }: TestApi, userId: string): Promise<string> {
  const { prisma } = deps.database;
  const { id } = await prisma.riskInbox.create({
    data: { tenantId, name: `收件箱 ${crypto.randomUUID().slice(0, 8)}` },
  });
  await prisma.riskInboxMember.create({ data: { tenantId, inboxId: id, userId } });
  return id;
}

interface Made {
  action?: 'ALERT' | 'DECLINE';
  /** Only on trial. */
  shadow?: boolean;
  online?: boolean;
}

let made = 0;
const letters = (n: number) => String.fromCharCode(65 + (Math.floor(n / 26) % 26), 65 + (n % 26));

/** A version of a rule of its own that is enabled, past its trial and everybody's word but the database's; its id. */
export async function enabledRule(
  { deps }: TestApi,
  inboxId: string,
  expression: object,
  { action = 'ALERT', shadow = false, online = true }: Made = {},
): Promise<string> {
  made += 1;
  const code = `TEST${letters(made)}`;
  return deps.database.prisma.$transaction(async (tx) => {
    const { id: ruleId } = await tx.riskRule.create({
      data: { tenantId, code, name: code, inboxId, lastNo: 1 },
    });
    const terms = {
      score: 30,
      severity: 'MEDIUM',
      action,
      online,
      expression,
      sha256: '0'.repeat(64),
    } as const;
    const { id } = await tx.riskRuleVersion.create({ data: { tenantId, ruleId, no: 1, ...terms } });
    const where = { tenantId_id: { tenantId, id } };
    await tx.riskRuleVersion.update({ where, data: { state: 'SHADOW', shadowSince: new Date() } });
    if (shadow) return id;
    await tx.riskRuleVersion.update({ where, data: { state: 'SUBMITTED' } });
    const person = crypto.randomUUID();
    const about = {
      subjectType: 'riskRule',
      subjectId: ruleId,
      subjectLabel: code,
      makerName: '制单',
      checkerName: '复核',
    };
    const approval = await tx.approval.create({ data: { tenantId, ...about, makerIds: [] } });
    const decided = { state: 'APPROVED', checkerId: person, decidedAt: new Date() } as const;
    await tx.approval.update({ where: { tenantId_id: { tenantId, id: approval.id } }, data: decided });
    await tx.riskRuleVersion.update({
      where,
      data: { state: 'ENABLED', enabledAt: new Date(), approvalId: approval.id },
    });
    return id;
  });
}
