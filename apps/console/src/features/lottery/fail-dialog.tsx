import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BulkReasonDialog } from '../../kit/actions/bulk-reason-dialog.tsx';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

interface FailDialogProps {
  ids: readonly string[];
  nameOf(id: string): string;
  onClose(isDone: boolean): void;
}

/** 发放失败: why handing out failed; it can be tried again. */
export function FailDialog({ ids, ...rest }: FailDialogProps) {
  const { t } = useTranslation('lottery');
  const fail = useMutation(
    api.lottery.failLottery.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(api.lottery.pathFilter()),
    }),
  );
  return (
    <BulkReasonDialog
      {...rest}
      title={t('fail.title')}
      words={t('fail.words')}
      okText={t('fail.action')}
      danger
      ids={ids}
      work={fail}
      onSubmit={(reason) => fail.mutate({ ids: [...ids], reason })}
    />
  );
}
