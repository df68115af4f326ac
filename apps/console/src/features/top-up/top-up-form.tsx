import { useMutation, useQuery } from '@tanstack/react-query';
import { topUp as contract, type TopUpDetail } from '@xyxlx/contracts/top-up';
import { topUpChannels, topUpChannelWords } from '@xyxlx/contracts/top-up-kinds';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { api } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { queryClient } from '../../lib/query-client.ts';

const { input } = contract.addTopUp;

interface TopUpFormProps {
  /** Called with the new one, which is to be paid. */
  onMade(row: TopUpDetail): void;
  onClose(): void;
}

/** Begins a company's top-up, by a channel or by transfer; mount it to open it. */
export function TopUpForm({ onMade, onClose }: TopUpFormProps) {
  const { t } = useTranslation('top-up');
  const { data: companies = [], isPending } = useQuery(api.topup.queryCompanyOption.queryOptions());
  const add = useMutation(
    api.topup.addTopUp.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async (row) => {
        onClose();
        onMade(row);
        await queryClient.invalidateQueries(api.topup.pathFilter());
      },
    }),
  );
  return (
    <FormDialog
      title={t('add')}
      words={t('add.words')}
      okText={t('add.submit')}
      schema={input}
      work={add}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.constant('target', 'COMPANY')}
          {field.pick('id', t('field.company'), {
            loading: isPending,
            options: companies.map(({ id, name }) => ({ value: id, label: name })),
          })}
          {field.money('amount', t('field.amount'))}
          {field.pick('channel', t('field.channel'), {
            initial: 'ALIPAY',
            options: topUpChannels.map((value) => ({ value, label: labelText(topUpChannelWords[value]) })),
          })}
          {field.text('remark', t('field.remark'))}
        </>
      )}
    />
  );
}
