import type { complianceRule as contract } from '@xyxlx/contracts/compliance-rule';
import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import type { Session } from '../../../core/session.ts';
import { noteMakers } from '../../../platform/approval/draft-makers.ts';
import { change } from '../../../platform/db/transaction.ts';
import { logChanges } from '../../../platform/operation-log/operation-log.ts';
import { mustHaveInbox } from './must-have-inbox.ts';
import { riskRuleApproval } from './rule-approval.ts';
import { columnsOf } from './version-columns.ts';

type Input = z.output<typeof contract.addTemplateRules.input>;
type Answer = z.output<typeof contract.addTemplateRules.output>;

/** Makes a draft of each template whose code no rule of the tenant has; throws 406 without such an inbox. */
export function addTemplateRules(call: Call<Input, Session>): Promise<Answer> {
  const { session } = call;
  const { inboxId } = call.input;
  const { tenantId, userId, userName } = session;
  return change(call, async (tx) => {
    await mustHaveInbox(tx, tenantId, inboxId);
    // Of two who begin at once the second finds what the first has made.
    const rules = await tx.riskRule.createManyAndReturn({
      data: riskTemplates.map(({ code, name }) => ({
        ...{ tenantId, code, name, inboxId, lastNo: 1 },
        ...{ createdBy: userName, updatedBy: userName },
      })),
      skipDuplicates: true,
      select: { id: true, code: true },
    });
    const made = riskTemplates.flatMap(({ code, name, expression, score, severity }) => {
      const id = rules.find((rule) => rule.code === code)?.id;
      return id ? [{ id, code, name, terms: { expression, score, severity, action: 'ALERT' as const } }] : [];
    });
    await tx.riskRuleVersion.createMany({
      data: made.map(({ id, terms }) => ({
        ...{ tenantId, ruleId: id, no: 1, ...columnsOf(terms) },
        ...{ createdBy: userName, createdById: userId },
      })),
    });
    await noteMakers(
      tx,
      call,
      riskRuleApproval,
      tenantId,
      made.map(({ id }) => id),
    );
    const added = made.map(({ code }) => code);
    await logChanges(
      tx,
      call,
      made.map(({ id, code, name, terms }) => ({
        ...{ tenantId, id, label: code, after: { code, name, inboxId, versionNo: 1, ...terms } },
      })),
    );
    const present = riskTemplates.map(({ code }) => code).filter((code) => !added.includes(code));
    return { added, present };
  });
}
