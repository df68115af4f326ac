import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import type { TestApi } from './test-api.ts';

let made = 0;
const letters = (n: number) => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26));

/** A version of a rule of its own in a state, tried long enough and looked at in the past; `version` is the rule's. */
export async function ruleVersionIn({ deps }: TestApi, tenantId: string, state: string) {
  const { prisma } = deps.database;
  const { id: inboxId } = await prisma.riskInbox.findFirstOrThrow({ where: { tenantId } });
  made += 1;
  const code = `STATE${letters(made)}`;
  const rule = await prisma.riskRule.create({ data: { tenantId, code, name: code, inboxId, lastNo: 1 } });
  const ruleId = rule.id;
  const expression = riskTemplates[0]?.expression ?? {};
  const sha256 = '0'.repeat(64);
  const { id } = await prisma.riskRuleVersion.create({
    data: {
      ...{ tenantId, ruleId, no: 1, score: 30, severity: 'MEDIUM', action: 'ALERT', online: false },
      ...{ expression, sha256 },
    },
  });
  const at = new Date('2026-01-01');
  await prisma.riskBacktest.create({
    data: {
      ...{ tenantId, ruleId, versionId: id, sha256, jobId: crypto.randomUUID(), from: at },
      ...{ to: new Date('2026-02-01'), state: 'DONE', outcome: {}, createdAt: at, finishedAt: at },
    },
  });
  const where = { tenantId_id: { tenantId, id } };
  const move = (data: object) => prisma.riskRuleVersion.update({ where, data });
  if (state === 'DISABLED') await move({ state, disabledAt: at, disableReason: '测试' });
  if (['SHADOW', 'SUBMITTED', 'ENABLED'].includes(state)) await move({ state: 'SHADOW', shadowSince: at });
  if (['SUBMITTED', 'ENABLED'].includes(state)) await move({ state: 'SUBMITTED' });
  if (state !== 'ENABLED') return { id, version: rule.version };
  // What a checker decides and what follows from it are one transaction.
  await prisma.$transaction(async (tx) => {
    const about = { subjectType: 'riskRule', subjectId: ruleId, subjectLabel: code, makerName: '制单' };
    const decided = { state: 'APPROVED', checkerId: crypto.randomUUID(), checkerName: '复核' } as const;
    const approval = await tx.approval.create({ data: { tenantId, ...about, makerIds: [] } });
    await tx.approval.update({
      where: { tenantId_id: { tenantId, id: approval.id } },
      data: { ...decided, decidedAt: at },
    });
    await tx.riskRuleVersion.update({ where, data: { state, enabledAt: at, approvalId: approval.id } });
  });
  return { id, version: rule.version };
}
