import { useMutation } from '@tanstack/react-query';
import { topUp as contract, type TopUpDetail } from '@xyxlx/contracts/top-up';
import { topUpReversalKinds } from '@xyxlx/contracts/top-up-kinds';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';

/** Asks how and why a top-up is taken back, and hands it in; mount it to open it. What came by a channel can only be refunded. */
export function ReverseDialog({ topUp, onClose }: { topUp: TopUpDetail; onClose(): void }) {
  const { t } = useTranslation('top-up');
  const { t: words } = useTranslation('kit');
  const reverse = useMutation(
    api.topup.reverseTopUp.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async () => {
        onClose();
        await acted(t('act.reverse.done'), api.topup.pathFilter(), api.approval.pathFilter());
      },
    }),
  );
  const { id, version, no, card, channel, receivedAmount } = topUp;
  const kinds = topUpReversalKinds.filter((kind) => kind === 'REFUND' || channel === 'TRANSFER');
  const target = card ? t('reverse.card', { card: card.cardNo }) : t('reverse.fund');
  return (
    <FormDialog
      title={t('act.reverse.title', { no })}
      words={t('act.reverse.words', { amount: yuanText(receivedAmount), target })}
      okText={t('act.reverse')}
      danger
      schema={contract.reverseTopUp.input}
      known={{ id, version }}
      work={reverse}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.pick('kind', t('reverse.kind'), {
            options: kinds.map((kind) => ({ value: kind, label: t(`reverse.${kind}`) })),
            ...(kinds.length === 1 && { initial: kinds[0] }),
          })}
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}
