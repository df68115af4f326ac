import { useMutation } from '@tanstack/react-query';
import { type CardDetail, cards as contract } from '@xyxlx/contracts/card';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

/** Asks what one card may pay at most beside its product's limits; mount it to open it. */
export function LimitDialog({ card, onClose }: { card: CardDetail; onClose(): void }) {
  const { t } = useTranslation('card');
  const { t: kit } = useTranslation('kit');
  const limit = useMutation(
    api.card.limitCard.mutationOptions({
      onSuccess: async () => {
        onClose();
        await acted(kit('done'), api.card.pathFilter());
      },
    }),
  );
  const { id, version, cardNo, ownLimits } = card;
  const initial = (name: keyof typeof ownLimits) => ({ initial: ownLimits[name] ?? undefined });
  return (
    <FormDialog
      title={`${t('act.limit')} ${cardNo}`}
      words={t('act.limit.words')}
      okText={t('act.limit')}
      schema={contract.limitCard.input}
      known={{ id, version }}
      work={limit}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.money('singleLimit', t('field.singleLimit'), initial('singleLimit'))}
          {field.money('dayLimit', t('field.dayLimit'), initial('dayLimit'))}
          {field.money('monthLimit', t('field.monthLimit'), initial('monthLimit'))}
          {field.number('dayCount', t('field.dayCount'), initial('dayCount'))}
          {field.text('reason', ...reasonField(kit))}
        </>
      )}
    />
  );
}
