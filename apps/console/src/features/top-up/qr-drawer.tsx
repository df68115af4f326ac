import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PayCode, payPollMs } from '../../kit/pay/pay-code.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

/** The code that pays a top-up. */
export function QrDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('top-up');
  const { data: row } = useQuery({
    ...api.topup.getTopUp.queryOptions({ id }, { trpc: { context: { background: true } } }),
    refetchInterval: ({ state: { data } }) => (data && data.payUrl === null ? false : payPollMs),
  });
  return (
    <PayCode
      asked={row}
      isPaid={row?.state === 'SUCCESS'}
      onPaid={() => void acted(t('qr.paid'), api.topup.pathFilter())}
      onClose={onClose}
    />
  );
}
