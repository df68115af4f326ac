import type { complianceRule as contract, RiskRuleDetail } from '@xyxlx/contracts/compliance-rule';
import type { RiskRuleVersion } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { FieldRefusal } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { noteMaker } from '../../../platform/approval/draft-makers.ts';
import { change, type Transaction } from '../../../platform/db/transaction.ts';
import { differenceOf } from '../../../platform/operation-log/difference.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../../platform/records/next-version.ts';
import { lockRule } from './lock-rule.ts';
import { mustHaveInbox } from './must-have-inbox.ts';
import { refuseUnfitTerms } from './refuse-unfit-terms.ts';
import { foundRule } from './rule.sql.ts';
import { riskRuleApproval } from './rule-approval.ts';
import { columnsOf, sha256Of, type Terms } from './version-columns.ts';

type Added = z.output<typeof contract.addRule.input>;
type Edited = z.output<typeof contract.editRule.input>;

/** Adds a rule whose first version is a draft. */
export function addRule(call: Call<Added, Session>): Promise<RiskRuleDetail> {
  const { session } = call;
  const { code, name, inboxId, ...terms } = call.input;
  const { tenantId, userName } = session;
  return change(call, async (tx) => {
    await refuseUnfit(tx, tenantId, inboxId, terms);
    if (await tx.riskRule.findUnique({ where: { tenantId_code: { tenantId, code } } })) {
      throw new FieldRefusal('code', { zh: '规则编码已存在', en: 'There is a rule with this code' });
    }
    const by = { createdBy: userName, updatedBy: userName };
    const { id } = await tx.riskRule.create({ data: { tenantId, code, name, inboxId, lastNo: 1, ...by } });
    await addVersion(tx, session, { tenantId, ruleId: id, no: 1 }, terms);
    await noteMaker(tx, call, riskRuleApproval, { tenantId, subjectId: id });
    await logChange(tx, call, {
      tenantId,
      id,
      label: code,
      after: { code, name, inboxId, versionNo: 1, ...terms },
    });
    return foundRule(tx, call, id);
  });
}

/** Changes a rule: its draft where that was never tried, else what is new begins another version beside what there is. */
export function editRule(call: Call<Edited, Session>): Promise<RiskRuleDetail> {
  const { session, now } = call;
  const { id, version, name, inboxId, ...terms } = call.input;
  const { tenantId } = session;
  return change(call, async (tx) => {
    const rule = await lockRule(tx, tenantId, { id, version });
    await refuseUnfit(tx, tenantId, inboxId, terms);
    const [newest] = rule.versions;
    if (!newest) throw new Error(`Rule ${rule.code} has no version`);
    const versionNo = await writeTerms(tx, session, now, newest, terms);
    await noteMaker(tx, call, riskRuleApproval, { tenantId, subjectId: id });
    await tx.riskRule.update({
      where: { tenantId_id: { tenantId, id } },
      data: { name, inboxId, lastNo: versionNo, ...nextVersion(session, now) },
    });
    const was = { ...newest, name: rule.name, inboxId: rule.inboxId, versionNo: newest.no };
    const is = { ...terms, name, inboxId, versionNo };
    await logChange(tx, call, { tenantId, id, label: rule.code, ...differenceOf(was, is, Object.keys(is)) });
    return foundRule(tx, call, id);
  });
}

/** Returns the number of the version that says so. */
async function writeTerms(
  tx: Transaction,
  session: Session,
  now: Date,
  newest: RiskRuleVersion,
  terms: Terms,
): Promise<number> {
  const { tenantId, ruleId, id, no, state } = newest;
  const { score, severity, action } = terms;
  const says = { score, severity, action, sha256: sha256Of(terms.expression) };
  if (Object.entries(says).every(([name, value]) => newest[name as keyof typeof says] === value)) return no;
  if (state === 'DRAFT' && newest.shadowSince === null) {
    await tx.riskRuleVersion.update({ where: { tenantId_id: { tenantId, id } }, data: columnsOf(terms) });
    return no;
  }
  // What a checker sent back was tried: it stays as it is, and makes room.
  if (state === 'DRAFT') {
    await tx.riskRuleVersion.update({
      where: { tenantId_id: { tenantId, id } },
      data: { state: 'DISABLED', disabledAt: now, disableReason: '由新版本取代' },
    });
  }
  await addVersion(tx, session, { tenantId, ruleId, no: no + 1 }, terms);
  return no + 1;
}

async function addVersion(
  tx: Transaction,
  { userId, userName }: Session,
  key: { tenantId: string; ruleId: string; no: number },
  terms: Terms,
): Promise<void> {
  const by = { createdBy: userName, createdById: userId };
  await tx.riskRuleVersion.create({ data: { ...key, ...columnsOf(terms), ...by } });
}

async function refuseUnfit(
  tx: Transaction,
  tenantId: string,
  inboxId: string,
  { expression, action }: Terms,
): Promise<void> {
  await mustHaveInbox(tx, tenantId, inboxId);
  refuseUnfitTerms(expression, action);
}
