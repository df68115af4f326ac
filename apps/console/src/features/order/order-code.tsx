import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PayCode, payPollMs } from '../../kit/pay/pay-code.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

/** The code that pays an order; mount it to open it. */
export function OrderCode({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('order');
  const { data: order } = useQuery({
    ...api.order.getOrder.queryOptions({ id }, { trpc: { context: { background: true } } }),
    refetchInterval: ({ state: { data } }) => (data && data.state !== 'TO_PAY' ? false : payPollMs),
  });
  const none = { channel: null, state: 'CLOSED', payUrl: null, closesAt: null } as const;
  return (
    <PayCode
      asked={order && { ...(order.incoming ?? none), no: order.no, amount: order.payableAmount }}
      isPaid={order !== undefined && order.paidAmount > 0}
      onPaid={() => void acted(t('act.pay.done'), api.order.pathFilter())}
      onClose={onClose}
    />
  );
}
