import { endedJobStates } from '@xyxlx/contracts/job';
import { paths } from '@xyxlx/contracts/paths';
import type { Requester } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import type { Decision } from '../../platform/approval/subject.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { FundOwner } from '../../platform/fund/fund.ts';
import { type Held, releaseHold } from '../../platform/fund/fund-hold.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { moveChunk } from './move-limits.ts';

/** So many limits commit together: nobody who pays meanwhile waits long for theirs. */
const chunkSize = 5_000;

const operation = { module: 'merchant', action: 'moveMerchant', target: 'merchant' };

interface MovePayload {
  tenantId: string;
  merchantId: string;
  approvalId: string;
}

/** Brings the limits of a merchant's employees to the company that it was moved to. What was approved goes on to its end: it can't be cancelled. */
export const moveMerchant: JobKind<MovePayload> = {
  kind: 'merchantMove',
  title: { zh: '商户额度迁移', en: 'Move of a merchant’s limits' },
  permission: 'merchant.approve',
  goesOnToItsEnd: true,
  outcome: ({ payload }) => `${paths.merchant}?open=${payload.merchantId}`,
  run: async ({ payload, actor, deps, steps }) => {
    const { tenantId, merchantId, approvalId } = payload;
    const where = { tenantId_approvalId: { tenantId, approvalId } };
    const { prisma } = deps.database;
    const { fromCompanyId, toCompanyId } = await prisma.merchantMove.findUniqueOrThrow({ where });
    const { name, merchantNo } = await prisma.merchant.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: merchantId } },
    });
    const rule = deps.registry.postings.get('limitAdjustment');
    if (!rule) throw new Error('No area posts adjustments of limits.');
    await steps(async (tx, checkpoint) => {
      const now = deps.clock.businessNow();
      const hold = holdOf({ tenantId, approvalId, now });
      const moved = await moveChunk(tx, {
        ...payload,
        merchantNo,
        fromCompanyId,
        toCompanyId,
        hold,
        rule,
        by: actor.session,
        now,
        after: checkpoint === null ? null : String(checkpoint),
        size: chunkSize,
      });
      if (moved) return { checkpoint: moved.last, done: moved.people };
      await finish(tx, { payload, actor, hold, label: name });
      return null;
    });
    const { movedPeople, movedAmount } = await prisma.merchantMove.findUniqueOrThrow({ where });
    const amount = yuanText(Number(movedAmount));
    return {
      state: 'SUCCEEDED',
      message: {
        zh: `${name} ${movedPeople} 人的额度已由新公司发放，共 ${amount} 元`,
        en: `${name}: the limits of ${movedPeople} people, ¥${amount} in all, are the new company's`,
      },
    };
  },
};

/** What the new company's fund promises a move. */
export function holdOf({
  tenantId,
  approvalId,
  now,
}: Pick<MovePayload, 'tenantId' | 'approvalId'> & Pick<Held, 'now'>): Held {
  return { tenantId, source: { type: 'merchantMove', id: approvalId }, now };
}

/** Starts an approved move, in its merchant's tenant. */
export async function startMove(
  tx: Transaction,
  decision: Decision,
  { from, to, merchantId, people }: { from: FundOwner; to: FundOwner; merchantId: string; people: number },
): Promise<void> {
  const { approval, session, request, deps, now } = decision;
  const { tenantId, id: approvalId } = approval;
  const jobId = await deps.jobs.start(
    tx,
    { session: { ...session, tenantId }, request },
    { kind: moveMerchant.kind, payload: { tenantId, merchantId, approvalId }, total: people },
  );
  await tx.merchantMove.create({
    data: {
      tenantId,
      approvalId,
      merchantId,
      fromCompanyId: from.companyId,
      toCompanyId: to.companyId,
      jobId,
      people,
      createdAt: now,
      createdBy: session.userName,
      createdById: session.userId,
    },
  });
}

/** Gives back what the new fund held for money that was spent meanwhile, and writes the end of the move, once. */
async function finish(
  tx: Transaction,
  { payload, actor, hold, label }: { payload: MovePayload; actor: Requester; hold: Held; label: string },
): Promise<void> {
  const { tenantId, approvalId, merchantId: id } = payload;
  const [move] = await tx.merchantMove.updateManyAndReturn({
    where: { tenantId, approvalId, finishedAt: null },
    data: { finishedAt: hold.now },
  });
  if (!move) return;
  await releaseHold(tx, hold);
  await logChange(
    tx,
    { ...actor, operation },
    { tenantId, id, label, after: { people: move.movedPeople, amount: Number(move.movedAmount) } },
  );
}

/** Takes up moves whose work came to an end before they did, for want of money or by a fault: half moved is no state to stay in. */
export async function resumeMoves({ database, clock, jobs }: Deps): Promise<void> {
  for (const tenantId of await activeTenantIds(database, clock.businessNow())) {
    await inTransaction(database, async (tx) => {
      const left = await rowsOf<MovePayload & { people: number; userId: string; userName: string }>(
        tx,
        sql`SELECT v.tenant_id AS "tenantId", v.merchant_id AS "merchantId", v.approval_id AS "approvalId",
              v.people - v.moved_people AS people, v.created_by_id AS "userId", v.created_by AS "userName"
            FROM merchant_moves v JOIN jobs j ON j.tenant_id = v.tenant_id AND j.id = v.job_id
            WHERE v.tenant_id = ${tenantId}::uuid AND v.finished_at IS NULL AND j.state = ANY(${[...endedJobStates]}::text[])
            ORDER BY v.approval_id FOR UPDATE OF v`,
      );
      for (const { people, userId, userName, ...payload } of left) {
        const { approvalId } = payload;
        const actor = {
          session: { tenantId, homeTenantId: tenantId, userId, userName, roles: [] },
          request: { id: `resumeMoves/${approvalId}`, ip: '', device: '', startedAt: clock.now().getTime() },
        };
        const jobId = await jobs.start(tx, actor, { kind: moveMerchant.kind, payload, total: people });
        await tx.merchantMove.update({
          where: { tenantId_approvalId: { tenantId, approvalId } },
          data: { jobId },
        });
      }
    });
  }
}
