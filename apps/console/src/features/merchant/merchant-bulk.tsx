import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BulkReasonDialog } from '../../kit/bulk-reason-dialog.tsx';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

interface MerchantBulkProps {
  step: 'enable' | 'disable';
  ids: string[];
  nameOf(id: string): string;
  onClose(isDone: boolean): void;
}

/** Enables or disables several merchants and tells what became of each. */
export function MerchantBulk({ step, ids, ...rest }: MerchantBulkProps) {
  const { t } = useTranslation('merchant');
  const options = { onSuccess: () => queryClient.invalidateQueries(api.merchant.pathFilter()) };
  const enable = useMutation(api.merchant.enableMerchant.mutationOptions(options));
  const disable = useMutation(api.merchant.disableMerchant.mutationOptions(options));
  const work = { enable, disable }[step];
  return (
    <BulkReasonDialog
      {...rest}
      title={t(`list.${step}`)}
      words={t(`act.${step}.words`)}
      okText={t(`act.${step}`)}
      danger={step === 'disable'}
      ids={ids}
      work={work}
      onSubmit={(reason) => work.mutate({ ids, reason })}
    />
  );
}
