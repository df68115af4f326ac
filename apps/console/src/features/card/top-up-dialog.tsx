import { useMutation } from '@tanstack/react-query';
import type { CardDetail } from '@xyxlx/contracts/card';
import { topUp as contract } from '@xyxlx/contracts/top-up';
import { topUpChannels, topUpChannelWords } from '@xyxlx/contracts/top-up-kinds';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { api } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { amountText } from '../../lib/money.ts';
import { queryClient } from '../../lib/query-client.ts';

const TopUpTransferDrawer = lazy(async () => ({
  default: (await import('../../kit/pay/top-up-transfer.tsx')).TopUpTransferDrawer,
}));
const TopUpCode = lazy(async () => ({ default: (await import('../../kit/pay/top-up-code.tsx')).TopUpCode }));

interface TopUpDialogProps {
  card: CardDetail;
  onClose(): void;
}

/** Asks how much comes to a card and by which channel or by transfer, then shows what pays it; mount it to open it. */
export function TopUpDialog({ card, onClose }: TopUpDialogProps) {
  const { t } = useTranslation('card');
  const add = useMutation(
    api.topup.addTopUp.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: () => queryClient.invalidateQueries(api.topup.pathFilter()),
    }),
  );
  if (add.data) {
    const { id: topUpId, channel } = add.data;
    return (
      <Suspense>
        {channel === 'TRANSFER' ? (
          <TopUpTransferDrawer id={topUpId} onClose={onClose} />
        ) : (
          <TopUpCode id={topUpId} paidWords={t('topUp.paid')} onClose={onClose} />
        )}
      </Suspense>
    );
  }
  const { id, cardNo, balance, reloadableTo } = card;
  const cap = reloadableTo ?? balance;
  return (
    <FormDialog
      title={`${t('act.topUp')} ${cardNo}`}
      words={t('act.topUp.words', {
        cap: amountText(cap),
        balance: amountText(balance),
        room: amountText(Math.max(0, cap - balance)),
      })}
      okText={t('topUp.submit')}
      schema={contract.addTopUp.input}
      known={{ target: 'CARD', id }}
      work={add}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.money('amount', t('topUp.amount'))}
          {field.pick('channel', t('topUp.channel'), {
            initial: 'ALIPAY',
            options: topUpChannels.map((value) => ({ value, label: labelText(topUpChannelWords[value]) })),
          })}
          {field.text('remark', t('topUp.remark'))}
        </>
      )}
    />
  );
}
