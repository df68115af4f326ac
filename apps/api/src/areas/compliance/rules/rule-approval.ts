import { paths } from '@xyxlx/contracts/paths';
import type { RiskRuleVersion } from '@xyxlx/database/client/client';
import { alreadyHandled } from '../../../core/errors.ts';
import type { ApprovalSubject, Decision } from '../../../platform/approval/subject.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { nextVersion } from '../../../platform/records/next-version.ts';
import { type LockedRule, lockRule } from './lock-rule.ts';
import { matterOfRiskRule } from './matter.ts';
import { moveVersion } from './move-version.ts';

/** 监控规则启用: a version counts once another person than its makers has agreed; the one before ends with that. */
export const riskRuleApproval: ApprovalSubject = {
  type: 'riskRule',
  label: { zh: '监控规则启用', en: 'Enabling of a monitoring rule' },
  permission: 'compliance.decide',
  link: (id) => `${paths.complianceSettings}?tab=rule&open=${id}`,
  matter: matterOfRiskRule,
  waiting: `SELECT v.rule_id AS id FROM risk_rule_versions v WHERE v.tenant_id = $1 AND v.state = 'SUBMITTED'`,
  approve: async (tx, decision) => {
    const { approval, now } = decision;
    const { rule, submitted } = await lockSubmitted(tx, decision);
    const before = rule.versions.find(({ state }) => state === 'ENABLED');
    if (before) {
      await moveVersion(tx, before, { state: 'DISABLED', disabledAt: now, disableReason: '由新版本取代' });
    }
    await moveVersion(tx, submitted, { state: 'ENABLED', enabledAt: now, approvalId: approval.id });
    await touch(tx, decision, rule);
  },
  reject: (tx, decision) => sendBack(tx, decision, 'DRAFT'),
  withdraw: (tx, decision) => sendBack(tx, decision, 'SHADOW'),
};

async function sendBack(tx: Transaction, decision: Decision, state: 'DRAFT' | 'SHADOW'): Promise<void> {
  const { rule, submitted } = await lockSubmitted(tx, decision);
  // A newer draft takes the place of one that is sent back.
  const isReplaced = state === 'DRAFT' && rule.versions.some((one) => one.state === 'DRAFT');
  await moveVersion(
    tx,
    submitted,
    isReplaced ? { state: 'DISABLED', disabledAt: decision.now, disableReason: '由新版本取代' } : { state },
  );
  await touch(tx, decision, rule);
}

async function lockSubmitted(
  tx: Transaction,
  { approval: { tenantId, subjectId } }: Decision,
): Promise<{ rule: LockedRule; submitted: RiskRuleVersion }> {
  const rule = await lockRule(tx, tenantId, { id: subjectId });
  const submitted = rule.versions.find(({ state }) => state === 'SUBMITTED');
  if (!submitted) throw alreadyHandled();
  return { rule, submitted };
}

async function touch(
  tx: Transaction,
  { session, now }: Decision,
  { tenantId, id }: LockedRule,
): Promise<void> {
  await tx.riskRule.update({ where: { tenantId_id: { tenantId, id } }, data: nextVersion(session, now) });
}
