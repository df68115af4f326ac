import { riskListWords, riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import {
  type complianceList as contract,
  listableSubjects,
  longestWhite,
  type RiskEntryRow,
} from '@xyxlx/contracts/compliance-list';
import { neverSpared } from '@xyxlx/contracts/risk-templates';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { FieldRefusal, Refusal, recordMissing, staleVersion } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { submitForApproval } from '../../../platform/approval/submit.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { change, type Transaction } from '../../../platform/db/transaction.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { lockCase } from '../cases/case-states.ts';
import { stepCases } from '../cases/step-cases.ts';
import { userOfSubject } from '../cases/subject.sql.ts';
import { mustSeeSubject, nameOfSubject } from '../subjects/subject-name.sql.ts';
import { foundEntries } from './entry.sql.ts';
import { entryRefusals } from './entry-words.ts';
import { riskListApproval } from './list-approval.ts';
import { lockListed } from './lock-listed.ts';

type Added = z.output<typeof contract.addEntry.input>;
type Removed = z.output<typeof contract.removeEntry.input>;

const day = 86_400_000;

/** Puts a subject on a list: at once, or a white one, for each of its rules, once somebody else agrees. */
export function addEntry(call: Call<Added, Session>): Promise<{ entries: RiskEntryRow[] }> {
  const { input, session, now } = call;
  const { tenantId } = session;
  return change(call, async (tx) => {
    const { list, subjectType, subjectId, reason, caseId = null } = input;
    const label = await nameOfSubject(tx, tenantId, subjectType, subjectId);
    if (label === null) throw recordMissing();
    await mustSeeSubject(tx, session, input);
    // Whoever locks a case and a list takes the case first.
    if (caseId) await lockCase(tx, session, caseId);
    const span = spanOf(input, now);
    const ruleIds = await rulesOf(tx, tenantId, input);
    await refuseListed(tx, tenantId, input, ruleIds, span);
    const [made] = await rowsOf<{ requestId: string }>(tx, sql`SELECT uuidv7() AS "requestId"`);
    const requestId = made?.requestId as string;
    const written = await tx.riskListEntry.createManyAndReturn({
      data: ruleIds.map((ruleId) => ({
        ...{ tenantId, requestId, list, subjectType, subjectId, ruleId, ...span, reason, caseId },
        state: list === 'WHITE' ? ('PENDING' as const) : ('ACTIVE' as const),
        ...{ createdAt: now, createdBy: session.userName, createdById: session.userId },
      })),
      select: { id: true },
    });
    const ids = written.map(({ id }) => id);
    if (list === 'WHITE') {
      await submitForApproval(tx, call, riskListApproval, {
        ...{ tenantId, subjectId: requestId, subjectLabel: label, reason },
        // Whom it is about does not decide it.
        alsoMadeBy: [await userOfSubject(tx, { tenantId, subjectType, subjectId })],
      });
    }
    if (caseId) {
      const note = `${riskListWords[list].zh} · ${riskSubjectWords[subjectType].zh}`;
      await stepCases(tx, call, tenantId, [caseId], { action: 'LIST', note, detail: { entryIds: ids } });
    }
    const { validFrom, validTo } = span;
    const times = { from: validFrom.toISOString(), to: validTo?.toISOString() ?? null };
    const after = { list, subjectType, ...times, ...(list === 'WHITE' && { ruleIds: input.ruleIds }) };
    await logChange(tx, call, { tenantId, id: ids[0] as string, label, after, reason });
    return { entries: await foundEntries(tx, session, ids) };
  });
}

/** Takes an entry off its list: at once, or a black one once somebody else agrees. */
export function removeEntry(call: Call<Removed, Session>): Promise<RiskEntryRow> {
  const { session, now } = call;
  const { id, version, reason } = call.input;
  const { tenantId, userName } = session;
  return change(call, async (tx) => {
    const key = { tenantId_id: { tenantId, id } };
    await tx.$executeRaw`SELECT FROM risk_list_entries WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
    const found = await tx.riskListEntry.findUnique({ where: key });
    if (!found) throw recordMissing();
    await mustSeeSubject(tx, session, found);
    if (found.version !== version) throw staleVersion();
    if (found.state !== 'ACTIVE') {
      throw new Refusal({ zh: '仅生效的名单可以移出', en: 'Only an entry that holds can be taken off' });
    }
    const { list, subjectType, subjectId } = found;
    const label = (await nameOfSubject(tx, tenantId, subjectType, subjectId)) ?? subjectId;
    const waits = list === 'BLACK';
    if (waits) {
      await submitForApproval(tx, call, riskListApproval, {
        ...{ tenantId, subjectId: id, subjectLabel: label, reason },
        alsoMadeBy: [await userOfSubject(tx, found)],
      });
    }
    const ended = { state: 'REMOVED', removedAt: now, removedBy: userName } as const;
    await tx.riskListEntry.update({
      where: key,
      data: { ...(waits ? { state: 'REMOVING' } : ended), removeReason: reason, version: { increment: 1 } },
    });
    const after = { state: waits ? 'REMOVING' : 'REMOVED' };
    await logChange(tx, call, { tenantId, id, label, before: { state: found.state }, after, reason });
    return (await foundEntries(tx, session, [id]))[0] as RiskEntryRow;
  });
}

function spanOf({ list, from, to }: Added, now: Date): { validFrom: Date; validTo: Date | null } {
  const validFrom = from ? new Date(from) : now;
  const validTo = to ? new Date(to) : null;
  if (validTo && validTo <= validFrom) {
    throw new FieldRefusal('to', entryRefusals.endsBeforeItBegins);
  }
  const days = validTo && (validTo.getTime() - validFrom.getTime()) / day;
  if (list === 'WHITE' && (days === null || days > longestWhite)) {
    throw new FieldRefusal('to', entryRefusals.whiteTooLong);
  }
  return { validFrom, validTo };
}

/** The rules that an entry is for; none of a list that is for all. Throws 406 where the list takes no such subject or spares no such rule. */
async function rulesOf(
  tx: Transaction,
  tenantId: string,
  { list, subjectType, ruleIds = [] }: Added,
): Promise<(string | null)[]> {
  if (!listableSubjects[list].includes(subjectType)) {
    throw new FieldRefusal('subjectType', entryRefusals.notListable);
  }
  if (list !== 'WHITE') {
    if (ruleIds.length === 0) return [null];
    throw new FieldRefusal('ruleIds', entryRefusals.onlyWhiteNamesRules);
  }
  const ids = [...new Set(ruleIds)];
  if (ids.length === 0) throw new FieldRefusal('ruleIds', entryRefusals.rulesNeeded);
  const rules = await tx.riskRule.findMany({ where: { tenantId, id: { in: ids } } });
  if (rules.length < ids.length) throw recordMissing();
  if (rules.some(({ code }) => code === neverSpared)) {
    throw new FieldRefusal('ruleIds', entryRefusals.neverSpared);
  }
  return ids;
}

async function refuseListed(
  tx: Transaction,
  tenantId: string,
  { list, subjectType, subjectId }: Added,
  ruleIds: readonly (string | null)[],
  { validFrom, validTo }: { validFrom: Date; validTo: Date | null },
): Promise<void> {
  await lockListed(tx, tenantId, [subjectId]);
  const listed = await rowsOf(
    tx,
    sql`SELECT FROM risk_list_entries e WHERE e.tenant_id = ${tenantId}::uuid AND e.list = ${list} AND e.subject_type = ${subjectType}
        AND e.subject_id = ${subjectId}::uuid AND e.state IN ('PENDING', 'ACTIVE', 'REMOVING')
        AND (e.rule_id IS NULL OR e.rule_id = ANY(${ruleIds.filter((id) => id !== null)}::uuid[]))
        AND tstzrange(e.valid_from, e.valid_to) && tstzrange(${validFrom}::timestamptz, ${validTo}::timestamptz) LIMIT 1`,
  );
  if (listed.length > 0) throw new Refusal(entryRefusals.listed);
}
