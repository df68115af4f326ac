import { useMutation, useQuery } from '@tanstack/react-query';
import { callingChannels } from '@xyxlx/contracts/channel';
import { useTranslation } from 'react-i18next';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { PayCode, payPollMs } from '../../kit/pay/pay-code.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The code that pays an order; mount it to open it. */
export function OrderCode({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('order');
  const { data: order } = useQuery({
    ...api.order.getOrder.queryOptions({ id }, { trpc: { context: { background: true } } }),
    refetchInterval: ({ state: { data } }) => (data && data.state !== 'TO_PAY' ? false : payPollMs),
  });
  const pay = useMutation(
    api.order.payOrder.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: () => queryClient.invalidateQueries(api.order.pathFilter()),
    }),
  );
  const channel = callingChannels.find((one) => one === order?.incoming?.channel);
  const none = { channel: null, state: 'CLOSED', payUrl: null, closesAt: null } as const;
  return (
    <PayCode
      asked={order && { ...(order.incoming ?? none), no: order.no, amount: order.payableAmount }}
      retry={
        order &&
        channel && {
          isPending: pay.isPending,
          ask: () => pay.mutate({ id, version: order.version, channel }),
        }
      }
      isPaid={order !== undefined && order.paidAmount > 0}
      onPaid={() => void acted(t('act.pay.done'), api.order.pathFilter())}
      onClose={onClose}
    />
  );
}
