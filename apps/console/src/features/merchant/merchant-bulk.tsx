import { useMutation } from '@tanstack/react-query';
import type { BulkResult } from '@xyxlx/contracts/bulk';
import { useTranslation } from 'react-i18next';
import { BulkResultDialog } from '../../kit/bulk-result-dialog.tsx';
import { ReasonDialog } from '../../kit/reason-dialog.tsx';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

interface MerchantBulkProps {
  step: 'enable' | 'disable';
  ids: string[];
  nameOf(id: string): string;
  onClose(result: BulkResult | null): void;
}

/** Enables or disables several merchants and tells what became of each. */
export function MerchantBulk({ step, ids, nameOf, onClose }: MerchantBulkProps) {
  const { t } = useTranslation('merchant');
  const options = { onSuccess: () => queryClient.invalidateQueries(api.merchant.pathFilter()) };
  const enable = useMutation(api.merchant.enableMerchant.mutationOptions(options));
  const disable = useMutation(api.merchant.disableMerchant.mutationOptions(options));
  const work = step === 'enable' ? enable : disable;
  if (work.data) {
    const { data } = work;
    return (
      <BulkResultDialog
        title={t(`act.${step}`)}
        result={data}
        nameOf={nameOf}
        onClose={() => onClose(data)}
      />
    );
  }
  return (
    <ReasonDialog
      title={t(`list.${step}`)}
      words={`${t('bulk.words', { total: ids.length })}${t(`act.${step}.words`)}`}
      okText={t(`act.${step}`)}
      danger={step === 'disable'}
      isPending={work.isPending}
      onClose={() => onClose(null)}
      onSubmit={({ reason }) => work.mutate({ ids, reason })}
    />
  );
}
