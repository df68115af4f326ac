import { lottery as contract, lotteryStateWords } from '@xyxlx/contracts/lottery';
import { z } from 'zod';
import type { By } from '../../core/by.ts';
import { Refusal } from '../../core/errors.ts';
import { type ActKind, approvalPath, judgeAct, moneyAct } from '../../platform/approval/money-act.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { moveFund } from '../../platform/money/fund.ts';
import { logOperation } from '../../platform/operation-log/operation-log.ts';
import { lockVisible } from '../../platform/records/lock-visible.ts';
import { lockAccount, writeAdjustment } from '../limit/account.sql.ts';
import { limitChange } from '../limit/limit-change.ts';

const input = z.strictObject({
  id: contract.getLottery.input.shape.id,
  reason: contract.awardLottery.input.shape.reason,
});
type Input = z.output<typeof input>;

/** 补发: 1,000 yuan an act and 5,000 a day, where the tenant has set nothing else. */
const lotteryAward: ActKind = {
  type: 'lotteryAward',
  label: { zh: '奖品补发', en: 'Award' },
  madeWith: 'lottery.award',
  permission: 'limit.approve',
  link: approvalPath,
  threshold: { amount: 100_000, dayAmount: 500_000, count: null, dayCount: null },
};

/** An award over its maker's threshold. */
export const awardApproval = moneyAct(lotteryAward, input, award);

/**
 * Hands out a prize that waits or failed before: a limit goes to the employee's account, coupons and goods are
 * under way until somebody records what came of it. Returns the approval that it waits for, or null.
 */
export async function award(tx: Transaction, by: By, input: Input): Promise<string | null> {
  const { session, request, now } = by;
  const { id, reason } = input;
  await lockVisible(tx, session, 'lottery_records', id);
  const draw = await tx.lotteryRecord.findUniqueOrThrow({ where: { id } });
  if (draw.state !== 'PENDING' && draw.state !== 'FAILED') {
    const { zh, en } = lotteryStateWords[draw.state];
    throw new Refusal({ zh: `当前状态为${zh}，无需补发`, en: `It is "${en}": nothing to award` });
  }
  if (draw.expiresAt && draw.expiresAt <= now) {
    throw new Refusal({ zh: '奖品已过期', en: 'The prize has expired' });
  }
  const { tenantId, merchantId, lotteryNo } = draw;
  const amount = Number(draw.value);
  const act = { tenantId, merchantId, subjectId: id, subjectLabel: lotteryNo, amount, reason, input };
  const { waits } = await judgeAct(tx, by, lotteryAward, act);
  if (waits !== null) return waits;
  if (draw.prizeType === 'LIMIT') {
    const account = await lockAccount(tx, session, draw.employeeId, now);
    if (account.employeeState === 'LEFT')
      throw new Refusal({ zh: '员工已离职', en: 'The employee has left' });
    const change = limitChange('INCREASE', Number(draw.value), account);
    if (!change) throw new Refusal({ zh: '奖品金额为零', en: 'The prize is worth nothing' });
    const adjustment = await writeAdjustment(tx, account, change, {
      type: 'INCREASE',
      source: 'SYSTEM',
      reason: draw.lotteryNo,
      by: session,
      now,
    });
    await moveFund(tx, {
      tenantId: draw.tenantId,
      merchantId: draw.merchantId,
      kind: 'LIMIT_ISSUE',
      delta: change.fund,
      source: { type: 'limitAdjustment', id: adjustment },
      remark: draw.lotteryNo,
      by: session.userName,
      now,
    });
  }
  const isLimit = draw.prizeType === 'LIMIT';
  await tx.lotteryRecord.update({
    where: { id },
    data: {
      ...(isLimit ? { state: 'AWARDED', awardedAt: now } : { state: 'AWARDING' }),
      failure: null,
      tries: { increment: 1 },
      updatedAt: now,
      updatedBy: session.userName,
    },
  });
  await logOperation(
    tx,
    { session, request },
    {
      tenantId: draw.tenantId,
      module: 'lottery',
      action: 'awardLottery',
      target: { type: 'lottery', id, label: draw.lotteryNo },
      before: { state: draw.state },
      after: { state: isLimit ? 'AWARDED' : 'AWARDING' },
      reason,
    },
  );
  return null;
}
