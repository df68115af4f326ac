import { paths } from '@xyxlx/contracts/paths';
import { type rule as contract, withoutRuleWords } from '@xyxlx/contracts/rule';
import type { RuleSetting } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { Refusal, staleVersion } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import {
  approvedChange,
  changeApplied,
  submitChange,
  waitingChanges,
} from '../../platform/approval/record-change.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import type { WithoutRule } from './judge/facts.ts';
import { countPublication } from './published-rules.ts';

type Setting = z.output<typeof contract.getSetting.output>;

const label = { zh: '无制度时', en: 'Without a policy' };

/** 规则设置: whoever lets more people spend needs a checker for that. */
export const ruleSetting: ApprovalSubject = {
  type: 'ruleSetting',
  label: { zh: '规则设置变更', en: 'Change of the rule setting' },
  permission: 'rule.approve',
  link: () => paths.rules,
  changes: {
    without_rule: { field: 'withoutRule', label, words: (value) => withoutRuleWords[value as WithoutRule] },
  },
  waiting: waitingChanges('ruleSetting'),
  approve: apply,
  // The setting never changed, so nothing has to be put back.
  reject: async () => undefined,
  withdraw: async () => undefined,
};

/** The setting of a tenant, and what somebody wants it to be. */
export async function settingOf(client: Queryable, tenantId: string): Promise<Setting> {
  const [row] = await rowsOf<Setting>(
    client,
    sql`SELECT s.id, s.without_rule AS "withoutRule", s.version,
          (SELECT c.after ->> 'without_rule' FROM record_changes c JOIN approvals a ON a.tenant_id = c.tenant_id AND a.id = c.approval_id
            WHERE a.tenant_id = s.tenant_id AND a.subject_type = 'ruleSetting' AND a.subject_id = s.id AND a.state = 'PENDING') AS proposed
        FROM rule_settings s WHERE s.tenant_id = ${tenantId}::uuid`,
  );
  return row ?? { id: null, withoutRule: 'ALLOW', proposed: null, version: 0 };
}

/** Hands in what is to happen to people whom no 制度 covers. */
export async function editSetting(
  tx: Transaction,
  by: Caller,
  { withoutRule, version, reason }: z.output<typeof contract.editSetting.input>,
): Promise<Setting> {
  const { tenantId } = by.session;
  const row = await lockSeenSetting(tx, by, version);
  if (row.withoutRule === withoutRule) {
    throw new Refusal({ zh: '设置没有变化', en: 'The setting is that already' });
  }
  await submitChange(
    tx,
    by,
    ruleSetting,
    { tenantId, subjectId: row.id, subjectLabel: withoutRuleWords[withoutRule].zh, reason },
    { before: { without_rule: row.withoutRule }, after: { without_rule: withoutRule } },
  );
  return settingOf(tx, tenantId);
}

/** The row that the setting is kept in, made on the first change, in the version that the caller saw. */
async function lockSeenSetting(
  tx: Transaction,
  { session, now }: Caller,
  version: number,
): Promise<RuleSetting> {
  const { tenantId, userName } = session;
  const stamps = { createdAt: now, createdBy: userName, updatedAt: now, updatedBy: userName };
  if (version === 0) await tx.ruleSetting.createMany({ data: { tenantId, ...stamps }, skipDuplicates: true });
  const row = await lockSetting(tx, tenantId);
  if (row.version !== (version === 0 ? 1 : version)) throw staleVersion();
  return row;
}

async function lockSetting(tx: Transaction, tenantId: string): Promise<RuleSetting> {
  await tx.$queryRaw`SELECT FROM rule_settings WHERE tenant_id = ${tenantId}::uuid FOR UPDATE`;
  return tx.ruleSetting.findUniqueOrThrow({ where: { tenantId } });
}

async function apply(tx: Transaction, decision: Decision): Promise<void> {
  const { approval, session, now } = decision;
  const { tenantId, subjectId: id } = approval;
  const { withoutRule } = await lockSetting(tx, tenantId);
  const after = await approvedChange(tx, decision, { without_rule: withoutRule });
  const next = after.without_rule as WithoutRule;
  await tx.ruleSetting.update({
    where: { tenantId_id: { tenantId, id } },
    data: { withoutRule: next, changeId: approval.id, ...nextVersion(session, now) },
  });
  await changeApplied(tx, decision);
  await countPublication(tx, tenantId);
  await logChange(
    tx,
    { ...decision, operation: operationOf('rule', 'editSetting') },
    { tenantId, id, label: label.zh, before: { withoutRule }, after: { withoutRule: next } },
  );
}
