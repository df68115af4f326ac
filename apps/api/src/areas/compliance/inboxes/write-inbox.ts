import type { complianceInbox as contract, InboxRow } from '@xyxlx/contracts/compliance-inbox';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { FieldRefusal, recordMissing, staleVersion } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { change, type Transaction } from '../../../platform/db/transaction.ts';
import { differenceOf } from '../../../platform/operation-log/difference.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../../platform/records/next-version.ts';
import { foundInbox } from './inbox.sql.ts';

type Added = z.output<typeof contract.addInbox.input>;
type Edited = z.output<typeof contract.editInbox.input>;

/** Makes an inbox whose members are users of the tenant. */
export function addInbox(call: Call<Added, Session>): Promise<InboxRow> {
  const { input, session } = call;
  const { tenantId } = session;
  return change(call, async (tx) => {
    await oneAtATime(tx, tenantId);
    await refuseUnfit(tx, tenantId, null, input);
    const names = { createdBy: session.userName, updatedBy: session.userName };
    const { id } = await tx.riskInbox.create({ data: { tenantId, ...columnsOf(input), ...names } });
    await tx.riskInboxMember.createMany({ data: membersOf(tenantId, id, input.memberIds) });
    await logChange(tx, call, { tenantId, id, label: input.name, after: { ...input } });
    return foundInbox(tx, session, id);
  });
}

/** Changes an inbox; who works one of its cases stays a member until it is closed or somebody else's. */
export function editInbox(call: Call<Edited, Session>): Promise<InboxRow> {
  const { input, session, deps } = call;
  const { tenantId } = session;
  const { id, version, ...given } = input;
  return change(call, async (tx) => {
    await oneAtATime(tx, tenantId);
    const before = await tx.riskInbox.findUnique({ where: { tenantId_id: { tenantId, id } } });
    if (!before) throw recordMissing();
    if (before.version !== version) throw staleVersion();
    await refuseUnfit(tx, tenantId, id, given);
    const was = await tx.riskInboxMember.findMany({
      where: { tenantId, inboxId: id },
      orderBy: { userId: 'asc' },
    });
    const memberIds = [...new Set(given.memberIds)].sort();
    await refuseBusy(tx, tenantId, id, memberIds);
    await tx.riskInbox.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...columnsOf(given), ...nextVersion(session, deps.clock.businessNow()) },
    });
    await tx.riskInboxMember.deleteMany({ where: { tenantId, inboxId: id, userId: { notIn: memberIds } } });
    await tx.riskInboxMember.createMany({ data: membersOf(tenantId, id, memberIds), skipDuplicates: true });
    const { slaUrgent: urgent, slaHigh: high, slaMedium: medium, slaLow: low } = before;
    const former = {
      ...before,
      memberIds: was.map(({ userId }) => userId),
      sla: { urgent, high, medium, low },
    };
    await logChange(tx, call, {
      tenantId,
      id,
      label: before.name,
      ...differenceOf(former, { ...given, memberIds }, ['name', 'memberIds', 'sla', 'escalateToId']),
    });
    return foundInbox(tx, session, id);
  });
}

function columnsOf({ name, sla, escalateToId }: Added) {
  const { urgent: slaUrgent, high: slaHigh, medium: slaMedium, low: slaLow } = sla;
  return { name, slaUrgent, slaHigh, slaMedium, slaLow, escalateToId };
}

function membersOf(tenantId: string, inboxId: string, userIds: readonly string[]) {
  return [...new Set(userIds)].map((userId) => ({ tenantId, inboxId, userId }));
}

/** Escalations lead from one to the next, so that of two changes at once each must see the other. */
async function oneAtATime(tx: Transaction, tenantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`risk-inboxes/${tenantId}`}, 0))`;
}

async function refuseUnfit(
  tx: Transaction,
  tenantId: string,
  id: string | null,
  given: Added,
): Promise<void> {
  const [found] = await rowsOf<{ taken: boolean; members: number; above: boolean; circle: boolean }>(
    tx,
    sql`WITH RECURSIVE up AS (
          SELECT i.id, i.escalate_to_id FROM risk_inboxes i WHERE i.tenant_id = ${tenantId}::uuid AND i.id = ${given.escalateToId}::uuid
          UNION SELECT i.id, i.escalate_to_id FROM up JOIN risk_inboxes i ON i.tenant_id = ${tenantId}::uuid AND i.id = up.escalate_to_id)
        SELECT EXISTS (SELECT FROM risk_inboxes i WHERE i.tenant_id = ${tenantId}::uuid AND i.name = ${given.name}
            AND i.id IS DISTINCT FROM ${id}::uuid) AS taken,
          (SELECT count(*)::int FROM memberships m WHERE m.tenant_id = ${tenantId}::uuid AND m.user_id = ANY(${given.memberIds}::uuid[])
            AND m.state = 'ACTIVE') AS members,
          EXISTS (SELECT FROM up) AS above, EXISTS (SELECT FROM up WHERE up.id = ${id}::uuid) AS circle`,
  );
  if (given.escalateToId !== null && !found?.above)
    throw new FieldRefusal('escalateToId', recordMissing().text);
  if (!found || found.members < new Set(given.memberIds).size)
    throw new FieldRefusal('memberIds', recordMissing().text);
  if (found.taken) {
    throw new FieldRefusal('name', { zh: '收件箱名称已存在', en: 'There is an inbox with this name' });
  }
  if (found.circle) {
    throw new FieldRefusal('escalateToId', { zh: '升级路径成环', en: 'The escalation leads in a circle' });
  }
}

async function refuseBusy(tx: Transaction, tenantId: string, id: string, memberIds: string[]): Promise<void> {
  const busy = await tx.riskCase.findFirst({
    where: {
      tenantId,
      inboxId: id,
      state: { in: ['WORKING', 'CLOSING'] },
      assigneeId: { not: null, notIn: memberIds },
    },
  });
  if (!busy) return;
  throw new FieldRefusal('memberIds', {
    zh: '收件箱仍有未结案件',
    en: 'The inbox still has open cases of a member who is taken away',
  });
}
