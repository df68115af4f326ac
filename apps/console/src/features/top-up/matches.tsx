import { useQuery } from '@tanstack/react-query';
import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import { LineMatches } from '../../kit/pay/line-matches.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';

/** The lines that may be the transfer that a top-up waits for. */
export function Matches({ topUp }: { topUp: TopUpDetail }) {
  const { id, no, company, amount, state } = topUp;
  const can = useCan();
  const isAwaited = state === 'TO_CLAIM' && can('topup.edit');
  const { data } = useQuery({ ...api.topup.queryTopUpMatch.queryOptions({ id }), enabled: isAwaited });
  if (!isAwaited || !data) return null;
  return <LineMatches matches={data} claimed={{ as: { topUpId: id }, no, company: company.name, amount }} />;
}
