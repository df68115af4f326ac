import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { BulkReasonDialog } from '../actions/bulk-reason-dialog.tsx';
import type { BulkDialogProps, ReasonedAction } from './bulk.tsx';

/** Asks why an action is done to the picked records, does it and tells what became of each. */
export function ReasonedBulk({ action, ...dialog }: { action: ReasonedAction } & BulkDialogProps) {
  const { mutationFn, affects, label, agree, words, danger, isReasonOptional } = action;
  const work = useMutation({ mutationFn, onSuccess: () => queryClient.invalidateQueries(affects) });
  return (
    <BulkReasonDialog
      {...dialog}
      title={label}
      words={words}
      okText={agree}
      danger={danger ?? false}
      isReasonOptional={isReasonOptional ?? false}
      work={work}
      onSubmit={(reason) => work.mutate({ ids: dialog.ids, reason })}
    />
  );
}
