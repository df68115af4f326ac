import {
  type complianceRule as contract,
  mostOnline,
  type RiskRuleDetail,
  riskRuleTransitions,
  shadowHours,
  shadowHoursOfDecline,
} from '@xyxlx/contracts/compliance-rule';
import { neverSpared } from '@xyxlx/contracts/risk-templates';
import type { RiskRuleVersion } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import type { Caller } from '../../../core/caller.ts';
import { Refusal } from '../../../core/errors.ts';
import { permit } from '../../../core/permit.ts';
import type { Session } from '../../../core/session.ts';
import { submitForApproval } from '../../../platform/approval/submit.ts';
import { change, type Transaction } from '../../../platform/db/transaction.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../../platform/records/next-version.ts';
import { mustAllow } from '../../../platform/records/stateful-record.ts';
import { noTransition } from '../../../platform/records/wrong-state.ts';
import { type LockedRule, lockVersion } from './lock-rule.ts';
import { moveVersion } from './move-version.ts';
import { foundRule } from './rule.sql.ts';
import { riskRuleApproval } from './rule-approval.ts';

type Step = z.output<typeof contract.startShadow.input>;
type Reasoned = z.output<typeof contract.disableRule.input>;
type Action = keyof typeof riskRuleTransitions.actions;

const states = { table: riskRuleTransitions, refusal: noTransition(riskRuleTransitions) };
const hour = 3_600_000;

/** Puts a version on trial: what it finds is kept and has no effect. */
export function startShadow(call: Call<Step, Session>): Promise<RiskRuleDetail> {
  return step(call, 'startShadow', async (tx, rule, found) => {
    const { tenantId } = rule;
    if (rule.versions.some(({ state }) => state === 'SHADOW' || state === 'SUBMITTED')) {
      throw new Refusal({ zh: '该规则已有版本在试运行', en: 'Another version of the rule is on trial' });
    }
    if (found.online) await refuseTooMany(tx, tenantId);
    await moveVersion(tx, found, { state: 'SHADOW', shadowSince: call.now });
    return { state: 'SHADOW' };
  });
}

/** Hands a version in, once it was tried for long enough and looked at in the past. */
export function submitRule(call: Call<Reasoned, Session>): Promise<RiskRuleDetail> {
  const { reason } = call.input;
  return step(call, 'submitRule', async (tx, rule, found) => {
    const { tenantId, id, code } = rule;
    const hours = found.action === 'DECLINE' ? shadowHoursOfDecline : shadowHours;
    if (!found.shadowSince || call.now.getTime() - found.shadowSince.getTime() < hours * hour) {
      throw new Refusal(
        found.action === 'DECLINE'
          ? { zh: '拒付规则试运行未满 7 天', en: 'A rule that declines is tried for seven days first' }
          : { zh: '试运行未满 24 小时', en: 'It has not been on trial for 24 hours' },
      );
    }
    const { sha256 } = found;
    const tested = await tx.riskBacktest.findFirst({
      where: { tenantId, versionId: found.id, state: 'DONE', sha256 },
    });
    if (!tested) throw new Refusal({ zh: '请先完成回测', en: 'Look at the past by it first' });
    await submitForApproval(tx, call, riskRuleApproval, {
      ...{ tenantId, subjectId: id, subjectLabel: `${code} v${found.no}`, reason },
    });
    await moveVersion(tx, found, { state: 'SUBMITTED' });
    return { state: 'SUBMITTED' };
  });
}

/** Ends a version at once; what it found stays. What spares nobody, or declines, ends only by who may decide. */
export function disableRule(call: Call<Reasoned, Session>): Promise<RiskRuleDetail> {
  const { reason } = call.input;
  return step(call, 'disableRule', async (tx, rule, found) => {
    if (rule.code === neverSpared || found.action === 'DECLINE') permit(call.session, 'compliance.decide');
    await moveVersion(tx, found, { state: 'DISABLED', disabledAt: call.now, disableReason: reason });
    return { state: 'DISABLED' };
  });
}

async function step(
  call: Caller & { input: Step & { reason?: string } },
  action: Action,
  take: (tx: Transaction, rule: LockedRule, found: RiskRuleVersion) => Promise<{ state: string }>,
): Promise<RiskRuleDetail> {
  const { session, input, now } = call;
  const { tenantId } = session;
  return change(call, async (tx) => {
    const { rule, found } = await lockVersion(tx, tenantId, input);
    mustAllow(states, action, found);
    const after = await take(tx, rule, found);
    const { id, code } = rule;
    await tx.riskRule.update({ where: { tenantId_id: { tenantId, id } }, data: nextVersion(session, now) });
    await logChange(tx, call, {
      ...{ tenantId, id, label: `${code} v${found.no}`, reason: input.reason },
      ...{ before: { state: found.state }, after },
    });
    return foundRule(tx, call, id);
  });
}

/** Every payment asks them all: of two versions that are begun at once the second counts the first. */
async function refuseTooMany(tx: Transaction, tenantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`risk-online/${tenantId}`}, 0))`;
  const count = await tx.riskRuleVersion.count({
    where: { tenantId, online: true, state: { in: ['SHADOW', 'SUBMITTED', 'ENABLED'] } },
  });
  if (count < mostOnline) return;
  throw new Refusal({
    zh: `在线规则最多 ${mostOnline} 条`,
    en: `Payments ask ${mostOnline} rules at most`,
  });
}
