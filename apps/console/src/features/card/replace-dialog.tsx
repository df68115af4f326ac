import { useMutation } from '@tanstack/react-query';
import type { CardRow } from '@xyxlx/contracts/card';
import { cardRequests as contract } from '@xyxlx/contracts/card-request';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { cardAreas } from './card-areas.ts';

interface ReplaceDialogProps {
  card: CardRow;
  onClose(): void;
}

/** Asks for the fee and the reason of a replacement; mount it to open it. */
export function ReplaceDialog({ card, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation(['card', 'kit']);
  const { t: kit } = useTranslation('kit');
  const replace = useMutation(
    api.card.replaceCard.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async ({ approvalId }) => {
        onClose();
        await acted(t(approvalId ? 'kit:act.submitted' : 'kit:done'), ...cardAreas);
      },
    }),
  );
  return (
    <FormDialog
      title={`${t('act.replace')} ${card.cardNo}`}
      words={t('act.replace.words')}
      okText={t('act.replace')}
      schema={contract.replaceCard.input}
      known={{ id: card.id, version: card.version }}
      work={replace}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.money('feeAmount', t('replace.fee'), { initial: 0, extra: t('replace.fee.hint') })}
          {field.text('reason', ...reasonField(kit))}
        </>
      )}
    />
  );
}
