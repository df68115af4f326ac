import type { Approval } from '@xyxlx/database/client/client';
import { rowsOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { publishLive } from '../live/live.ts';
import { hearsAt } from '../live/notify-users.ts';
import { decidersOfEach } from './deciders.ts';
import { type SubjectFacts, seenWith } from './subject.ts';

/** Tells whoever could have decided these, all of one kind and tenant, that they wait no more: they leave every open queue at once. */
export async function tellDeciders(
  tx: Transaction,
  subject: SubjectFacts,
  approvals: readonly Pick<
    Approval,
    'id' | 'tenantId' | 'companyId' | 'merchantId' | 'amount' | 'makerIds'
  >[],
): Promise<void> {
  const deciders = await decidersOfEach(tx, subject.permission, approvals, seenWith(subject));
  const told = approvals.flatMap(({ id, tenantId }, n) =>
    (deciders[n] ?? []).map((person) => ({ approvalId: id, tenantId, userId: person.id })),
  );
  if (told.length === 0) return;
  const at = await rowsOf<{ approvalId: string; tenantId: string; userId: string }>(
    tx,
    sql`SELECT g."approvalId", m.tenant_id AS "tenantId", m.user_id AS "userId"
        FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb) AS g("approvalId" uuid, "tenantId" uuid, "userId" uuid)
        JOIN memberships m ON m.user_id = g."userId" AND ${hearsAt}`,
  );
  await publishLive(
    tx,
    at.map(({ approvalId, ...to }) => ({ to, event: { type: 'decided', approvalId } })),
  );
}
