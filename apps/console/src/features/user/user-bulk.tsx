import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BulkReasonDialog } from '../../kit/bulk-reason-dialog.tsx';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

interface UserBulkProps {
  step: 'enable' | 'disable';
  ids: string[];
  nameOf(id: string): string;
  onClose(isDone: boolean): void;
}

/** Enables or disables several users and tells what became of each. */
export function UserBulk({ step, ids, ...rest }: UserBulkProps) {
  const { t } = useTranslation('user');
  const options = { onSuccess: () => queryClient.invalidateQueries(api.userAccount.pathFilter()) };
  const enable = useMutation(api.userAccount.enableUsers.mutationOptions(options));
  const disable = useMutation(api.userAccount.disableUsers.mutationOptions(options));
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
