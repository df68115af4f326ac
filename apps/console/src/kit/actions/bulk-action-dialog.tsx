import { useMutation } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { countText } from '../../lib/money.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { BulkResultDialog } from './bulk-result-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import type { BulkDialogProps, CalledAction, Given } from './record-action.ts';
import { invalidate } from './use-bound-action.ts';

type Many = Extract<CalledAction<never>, { many: unknown }>;

/** Asks about an action over the picked records, does it and tells what became of each; mount it to open it. */
export function BulkActionDialog({ action, ids, nameOf, onClose }: BulkDialogProps & { action: Many }) {
  const { t } = useTranslation('kit');
  const { trpc, onSettled } = useIdempotencyKey();
  const work = useMutation({
    onSettled,
    mutationFn: (given: Given) => action.many(ids, given, trpc),
    onSuccess: () => invalidate(action.affects ?? []),
  });
  // Of several records nothing is told but what holds for each.
  const label = typeof action.label === 'string' ? action.label : '';
  const { words, reason } = action.ask ?? {};
  const title = action.bulkTitle ?? label;
  if (work.data) {
    return (
      <BulkResultDialog title={title} result={work.data} nameOf={nameOf} onClose={() => onClose(true)} />
    );
  }
  const sentence = (
    <>
      {t('bulk.selected', { total: countText(ids.length) })}
      <br />
      {typeof words === 'string' && words}
    </>
  );
  const danger = action.look === 'danger';
  if (reason === undefined) {
    return (
      <Modal
        open
        title={title}
        okText={label}
        okButtonProps={{ danger, loading: work.isPending }}
        onCancel={() => onClose(false)}
        onOk={() => work.mutate({ reason: '' })}
      >
        {sentence}
      </Modal>
    );
  }
  return (
    <ReasonDialog
      title={title}
      words={sentence}
      okText={label}
      danger={danger}
      optionalAs={typeof reason === 'object' ? reason.optionalAs : undefined}
      isPending={work.isPending}
      error={work.error}
      onClose={() => onClose(false)}
      onSubmit={(given) => work.mutate(given)}
    >
      {action.forecastOf?.(ids)}
    </ReasonDialog>
  );
}
