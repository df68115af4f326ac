import { useMutation } from '@tanstack/react-query';
import { type CardOrderDetail, cardOrder as contract } from '@xyxlx/contracts/card-order';
import { callingChannels } from '@xyxlx/contracts/channel';
import { topUpChannelWords } from '@xyxlx/contracts/top-up-kinds';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { yuanText } from '../../lib/money.ts';
import { queryClient } from '../../lib/query-client.ts';

const input = contract.payOrder.input.required({ channel: true });

interface ChannelDialogProps {
  order: CardOrderDetail;
  /** Its code is there to be scanned. */
  onAsked(): void;
  onClose(): void;
}

/** Has a channel ask for what an order comes to; mount it to open it. */
export function ChannelDialog({ order, onAsked, onClose }: ChannelDialogProps) {
  const { t } = useTranslation('order');
  const label = useLabel();
  const { id, version, payableAmount, incoming } = order;
  const pay = useMutation(
    api.order.payOrder.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async () => {
        onClose();
        onAsked();
        await queryClient.invalidateQueries(api.order.pathFilter());
      },
    }),
  );
  return (
    <FormDialog
      title={t('act.payOnline')}
      words={t(incoming ? 'act.payOnline.instead' : 'act.payOnline.words', {
        amount: yuanText(payableAmount),
      })}
      okText={t('act.payOnline.submit')}
      schema={input}
      known={{ id, version }}
      work={pay}
      onClose={onClose}
      fields={(field) =>
        field.pick('channel', t('field.channel'), {
          initial: incoming?.channel ?? callingChannels[0],
          options: callingChannels.map((value) => ({ value, label: label(topUpChannelWords[value]) })),
        })
      }
    />
  );
}
