import type { LotteryState, PrizeType } from '@xyxlx/contracts/lottery';
import type { LotteryRecord } from '@xyxlx/database/client/client';
import type { TestApi } from './test-api.ts';

let made = 0;

/** A prize that somebody of a tenant won, valid for a day; the activity's budget grows with it. */
export async function wonDraw(
  { deps, clock }: TestApi,
  tenantId: string,
  prizeType: PrizeType,
  state: LotteryState = 'PENDING',
): Promise<LotteryRecord> {
  const { prisma } = deps.database;
  made += 1;
  const prize = await prisma.lotteryPrize.findFirstOrThrow({ where: { tenantId, type: prizeType } });
  const { id: _, ...like } = await prisma.lotteryRecord.findFirstOrThrow({
    where: { tenantId, state: 'NOT_WON', activityId: prize.activityId },
  });
  await prisma.lotteryActivity.updateMany({
    where: { id: prize.activityId },
    data: { spent: { increment: prize.value }, budget: { increment: prize.value } },
  });
  return prisma.lotteryRecord.create({
    data: {
      ...like,
      prizeId: prize.id,
      prizeType,
      prizeName: prize.name,
      value: prize.value,
      state,
      failure: state === 'FAILED' ? '地址有误' : null,
      lotteryNo: `LTEST${made}`,
      expiresAt: new Date(clock.businessNow().getTime() + 86_400_000),
    },
  });
}
