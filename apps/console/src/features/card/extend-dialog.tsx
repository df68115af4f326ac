import { useMutation } from '@tanstack/react-query';
import { cardRequests as contract } from '@xyxlx/contracts/card-request';
import { useTranslation } from 'react-i18next';
import { BulkFormDialog } from '../../kit/actions/bulk-form-dialog.tsx';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import type { BulkDialogProps } from '../../kit/actions/record-action.ts';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Asks for how many months cards are extended and for what fee, then says what became of each; mount it to open it. */
export function ExtendDialog(dialog: BulkDialogProps) {
  const { t } = useTranslation('card');
  const { t: kit } = useTranslation('kit');
  const work = useMutation(
    api.card.extendCard.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: () => queryClient.invalidateQueries(api.card.pathFilter()),
    }),
  );
  return (
    <BulkFormDialog
      {...dialog}
      title={t('act.extend')}
      words={t('act.extend.words')}
      okText={t('act.extend')}
      schema={contract.extendCard.input}
      known={{ ids: dialog.ids }}
      work={work}
      fields={(field) => (
        <>
          {field.number('months', t('extend.months'), { initial: 12 })}
          {field.money('feeAmount', t('extend.fee'), { initial: 0, extra: t('extend.fee.hint') })}
          {field.text('reason', ...reasonField(kit))}
        </>
      )}
    />
  );
}
