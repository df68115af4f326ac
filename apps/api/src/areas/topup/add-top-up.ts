import {
  type topUp as contract,
  type TopUpDetail,
  topUpOpenMinutes,
  transferOpenDays,
} from '@xyxlx/contracts/top-up';
import type { TopUpChannel } from '@xyxlx/contracts/top-up-kinds';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { refuseRestricted } from '../../platform/approval/restricted.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextCount, nextNumber } from '../../platform/records/numbers.ts';
import { seenCompanies } from '../../platform/records/own-companies.ts';
import { byId, visibleCompanies } from '../../platform/records/scope.ts';
import { askToPay } from '../channel/ask-to-pay.ts';
import { payingBinding } from '../channel/paying-binding.ts';
import { lockCard, objectionTo } from '../fund/card-target.ts';
import { payToOf } from '../platform/pay-to.ts';
import { feeOf } from './fee.ts';
import { topUpOf } from './top-up.sql.ts';
import { transferCodeOf } from './transfer-code.ts';

type Input = z.output<typeof contract.addTopUp.input>;

/**
 * Begins a top-up: its channel makes a code and tells of it once it is paid, or a line is claimed as it once the transfer has come. Throws
 * 406 where the channel refuses; one that doesn't answer is asked again by `askTopUp`.
 */
export async function addTopUp(call: Call<Input, Session>): Promise<TopUpDetail> {
  const { input, session, now } = call;
  const { target, amount, channel, remark = '' } = input;
  let asked: { tenantId: string; id: string } | null = null;
  const begun = await change(call, async (tx) => {
    const { tenantId, companyId, cardId } = await targetOf(tx, session, input);
    await refuseRestricted(tx, session, [{ tenantId }], now);
    const way =
      channel === 'TRANSFER'
        ? await transferOf(tx, { tenantId, companyId, now })
        : await codeOf(tx, { tenantId, channel, now });
    const { feeBps, ...columns } = way;
    const fee = feeOf(amount, feeBps);
    const received = amount - fee;
    const objection = cardId && objectionTo(await lockCard(tx, tenantId, cardId), received);
    if (objection) throw objection.refusal;
    const by = session.userName;
    const { id, topUpNo } = await tx.topUp.create({
      data: {
        ...{ tenantId, companyId, cardId, target, amount, fee, received, channel, remark, ...columns },
        topUpNo: await nextNumber(tx, tenantId, 'CZ'),
        createdAt: now,
        createdBy: by,
        createdById: session.userId,
        updatedAt: now,
        updatedBy: by,
      },
    });
    const row = await topUpOf(tx, session, id);
    await logChange(tx, call, {
      tenantId,
      id,
      label: topUpNo,
      after: {
        target: row.card?.cardNo ?? row.company.name,
        amount,
        feeAmount: fee,
        channel,
        ...(row.transferCode && { transferCode: row.transferCode }),
        state: row.state,
      },
      reason: remark,
    });
    asked = way.state === 'WAITING' ? { tenantId, id } : null;
    return row;
  });
  if (!asked) return begun;
  await askToPay(call, asked);
  return topUpOf(call.deps.database.pool, session, begun.id);
}

/** What a way to pay makes of a top-up that begins. */
interface Way {
  feeBps: number;
  state: 'WAITING' | 'TO_CLAIM';
  closesAt: Date;
}

interface Target {
  tenantId: string;
  companyId: string;
  cardId: string | null;
}

/** The company whose fund, or the card that is topped up; throws 406 for one that the caller can't see. */
async function targetOf(tx: Transaction, session: Session, { target, id }: Input): Promise<Target> {
  const [found] = await rowsOf<Target>(
    tx,
    target === 'COMPANY'
      ? sql`SELECT c.tenant_id AS "tenantId", c.id AS "companyId", NULL AS "cardId" FROM companies c
            WHERE ${byId(session, 'c', id)} AND ${seenCompanies(session, 'c')}`
      : sql`SELECT c.tenant_id AS "tenantId", c.company_id AS "companyId", c.id AS "cardId" FROM cards c
            WHERE ${byId(session, 'c', id)} AND ${visibleCompanies(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return found;
}

/** How a top-up by a channel begins: with a code of the binding, to be paid within two hours. Throws 406 where none is bound. */
async function codeOf(
  tx: Transaction,
  asked: { tenantId: string; channel: Exclude<TopUpChannel, 'TRANSFER'>; now: Date },
): Promise<Way & { bindingId: string }> {
  const binding = await payingBinding(tx, asked);
  return {
    ...binding,
    state: 'WAITING',
    closesAt: new Date(asked.now.getTime() + topUpOpenMinutes * 60_000),
  };
}

/** How a top-up by transfer begins: with a code that no other of the tenant has. Throws 406 where there is no account to pay to. */
async function transferOf(
  tx: Transaction,
  { tenantId, companyId, now }: Omit<Target, 'cardId'> & { now: Date },
): Promise<Way & { transferCode: string }> {
  if (!(await payToOf(tx, { tenantId, companyId }))) {
    throw new Refusal({ zh: '没有可收款的银行账户', en: 'There is no bank account to pay to' });
  }
  return {
    ...{ feeBps: 0, state: 'TO_CLAIM' },
    closesAt: new Date(now.getTime() + transferOpenDays * 86_400_000),
    transferCode: transferCodeOf(await nextCount(tx, tenantId, 'transferCode')),
  };
}
