import type { DecisionAnswer } from '@xyxlx/contracts/rule-decision';
import type { PaymentDecision, Prisma } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { byId, visible } from '../../platform/records/scope.ts';
import { presentDecision } from '../rule/decision-answer.ts';
import { type DecisionRecord, decidingOf } from '../rule/decision-record.ts';

/** Keeps why a payment was let through or declined; where no 制度 had a say in one that passed, there is nothing to keep. */
export async function writeDecision(
  tx: Transaction,
  { tenantId, id: consumptionId, at: createdAt }: { tenantId: string; id: string; at: Date },
  { usageBefore, ...decision }: DecisionRecord,
): Promise<void> {
  const { outcome, asked, allowed, candidates } = decision;
  if (outcome === 'PASS' && candidates.length === 0) return;
  const deciding = decidingOf(decision);
  await tx.paymentDecision.create({
    data: {
      tenantId,
      consumptionId,
      versionId: deciding?.versionId ?? null,
      ruleSeq: deciding?.rules[0] ?? null,
      outcome,
      asked,
      allowed,
      detail: decision as unknown as Prisma.InputJsonObject,
      usageBefore: usageBefore as unknown as Prisma.InputJsonObject,
      createdAt,
    },
  });
}

/** A kept decision as it was made. */
export function keptDecision({ detail, usageBefore }: PaymentDecision): DecisionRecord {
  return { ...(detail as unknown as Omit<DecisionRecord, 'usageBefore'>), usageBefore: usageBefore as never };
}

/** What the policies said of a payment that the caller sees; null where none had a say. */
export async function explainDecision({
  input: { id },
  session,
  deps,
  request,
}: Call<{ id: string }, Session>): Promise<DecisionAnswer | null> {
  const { pool, prisma } = deps.database;
  const [seen] = await rowsOf<{ tenantId: string }>(
    pool,
    sql`SELECT c.tenant_id AS "tenantId" FROM consumption_records c WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')}`,
  );
  if (!seen) throw recordMissing();
  const { tenantId } = seen;
  const kept = await prisma.paymentDecision.findUnique({
    where: { tenantId_consumptionId: { tenantId, consumptionId: id } },
  });
  return kept && presentDecision(keptDecision(kept), request.language);
}
