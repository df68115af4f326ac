import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BulkResultDialog } from '../../kit/bulk-result-dialog.tsx';
import { useIntention } from '../../kit/intention.ts';
import { ReasonDialog } from '../../kit/reason-dialog.tsx';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

interface AwardDialogProps {
  ids: readonly string[];
  nameOf(id: string): string;
  onClose(isDone: boolean): void;
}

/** 补发: hands prizes out again and tells what became of each. */
export function AwardDialog({ ids, nameOf, onClose }: AwardDialogProps) {
  const { t } = useTranslation('lottery');
  const award = useMutation(
    api.lottery.awardLottery.mutationOptions({
      ...useIntention(),
      onSuccess: () => queryClient.invalidateQueries(api.lottery.pathFilter()),
    }),
  );
  if (award.data) {
    return (
      <BulkResultDialog
        title={t('award.title')}
        result={award.data}
        nameOf={nameOf}
        onClose={() => onClose(true)}
      />
    );
  }
  return (
    <ReasonDialog
      title={t('award.title')}
      words={t('award.words', { total: ids.length })}
      okText={t('award.action')}
      isPending={award.isPending}
      onClose={() => onClose(false)}
      onSubmit={({ reason }) => award.mutate({ ids: [...ids], reason })}
    />
  );
}
