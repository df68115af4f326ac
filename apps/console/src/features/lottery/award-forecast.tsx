import { useQuery } from '@tanstack/react-query';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { api } from '../../lib/api.ts';

/** What handing out the prize of a draw costs, and who will have to agree. */
export function AwardForecast({ id }: { id: string }) {
  const draw = useQuery(
    api.lottery.getLottery.queryOptions({ id }, { trpc: { context: { background: true } } }),
  ).data;
  if (!draw) return null;
  return (
    <ActForecast
      subjectType="lotteryAward"
      merchantId={draw.merchant.id}
      amount={draw.prizeAmount}
      fundDelta={draw.prizeType === 'LIMIT' ? -draw.prizeAmount : 0}
    />
  );
}
