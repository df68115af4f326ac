import { useMutation, useQuery } from '@tanstack/react-query';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { PayCode, payPollMs } from './pay-code.tsx';

interface TopUpCodeProps {
  id: string;
  /** Said once it is paid. */
  paidWords: string;
  onClose(): void;
}

/** The code that pays a top-up; mount it to open it. */
export function TopUpCode({ id, paidWords, onClose }: TopUpCodeProps) {
  const { data: row } = useQuery({
    ...api.topup.getTopUp.queryOptions({ id }, { trpc: { context: { background: true } } }),
    refetchInterval: ({ state: { data } }) => (data && data.payUrl === null ? false : payPollMs),
  });
  const ask = useMutation(
    api.topup.askTopUp.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(api.topup.pathFilter()),
    }),
  );
  return (
    <PayCode
      asked={row}
      retry={{ isPending: ask.isPending, ask: () => ask.mutate({ id }) }}
      isPaid={row?.state === 'SUCCESS'}
      onPaid={() => void acted(paidWords, api.topup.pathFilter(), api.card.pathFilter())}
      onClose={onClose}
    />
  );
}
