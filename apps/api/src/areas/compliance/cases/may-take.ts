import { maxCasesAtWork } from '@xyxlx/contracts/compliance-case';
import type { RiskCase } from '@xyxlx/database/client/client';
import { Refusal } from '../../../core/errors.ts';
import { rowOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { userOfSubject } from './subject.sql.ts';

/** Who is to work a case. */
interface Taker {
  userId: string;
  /** How the caller calls them; null: it is the caller. */
  name: string | null;
}

/** Throws what keeps somebody from working a case, whoever gives it to them: it is about them, they closed it before, or have enough to do. */
export async function mustBeFree(tx: Transaction, row: RiskCase, taker: Taker): Promise<void> {
  if ((await userOfSubject(tx, row)) === taker.userId) throw aboutThem();
  if (row.closerIds.includes(taker.userId)) {
    throw new Refusal({ zh: '原经办人不能领取重开案件', en: 'Who closed it before can not take it again' });
  }
  await mustHaveRoom(tx, row.tenantId, taker);
}

/**
 * The inboxes that somebody belongs to; throws 406 where they work as many cases as may be. Of two who give them one at once the second
 * waits for the first.
 */
export async function mustHaveRoom(
  tx: Transaction,
  tenantId: string,
  { userId, name }: Taker,
): Promise<string[]> {
  await tx.$executeRaw`SELECT FROM memberships WHERE tenant_id = ${tenantId}::uuid AND user_id = ${userId}::uuid FOR NO KEY UPDATE`;
  const { count, inboxIds } = await rowOf<{ count: number; inboxIds: string[] }>(
    tx,
    sql`SELECT (SELECT count(*)::int FROM risk_cases c
          WHERE c.tenant_id = ${tenantId}::uuid AND c.assignee_id = ${userId}::uuid AND c.state = 'WORKING') AS count,
        ARRAY(SELECT b.inbox_id FROM risk_inbox_members b
          WHERE b.tenant_id = ${tenantId}::uuid AND b.user_id = ${userId}::uuid) AS "inboxIds"`,
  );
  if (count < maxCasesAtWork) return inboxIds;
  throw new Refusal({
    zh: `${name ?? '您'}已有 ${maxCasesAtWork} 件在办案件`,
    en: `${name ?? 'You'} ${name === null ? 'have' : 'has'} ${maxCasesAtWork} cases at work already`,
  });
}

/** Whether somebody belongs to an inbox. */
export async function isMember(
  tx: Transaction,
  { tenantId, inboxId }: RiskCase,
  userId: string,
): Promise<boolean> {
  return (await tx.riskInboxMember.count({ where: { tenantId, inboxId, userId } })) > 0;
}

export function aboutThem(): Refusal {
  return new Refusal({ zh: '不能处理与本人有关的案件', en: 'Nobody works a case about themselves' });
}
