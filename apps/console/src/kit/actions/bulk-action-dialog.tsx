import { useMutation } from '@tanstack/react-query';
import { Modal, Progress } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countText } from '../../lib/money.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { BulkResultDialog } from './bulk-result-dialog.tsx';
import { inParts } from './in-parts.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import type { BulkDialogProps, CalledAction, Given } from './record-action.ts';
import { invalidate } from './use-bound-action.ts';

type Many = Extract<CalledAction<never>, { many: unknown }>;

/** Asks about an action over the picked records, does it and tells what became of each; mount it to open it. */
export function BulkActionDialog({ action, ids, nameOf, onClose }: BulkDialogProps & { action: Many }) {
  const { t } = useTranslation('kit');
  const { trpc, onSettled } = useIdempotencyKey();
  const isStopped = useRef(false);
  const [done, setDone] = useState(0);
  const { atOnce = ids.length } = action;
  const work = useMutation({
    onSettled,
    mutationFn(given: Given) {
      setDone(0);
      return inParts(ids, atOnce, trpc, (part, call) => action.many(part, given, call), {
        onPart: setDone,
        isStopped: () => isStopped.current,
      });
    },
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
  const progress = work.isPending && ids.length > atOnce && (
    <Progress
      aria-label={t('bulk.progress')}
      percent={Math.floor((done / ids.length) * 100)}
      format={() => `${countText(done)} / ${countText(ids.length)}`}
    />
  );
  // At work it ends with the part that is on its way; what is done by then is told.
  function leave(): void {
    if (work.isPending) isStopped.current = true;
    else onClose(false);
  }
  if (reason === undefined) {
    return (
      <Modal
        open
        title={title}
        okText={label}
        okButtonProps={{ danger, loading: work.isPending }}
        {...(work.isPending && { cancelText: t('bulk.stop') })}
        onCancel={leave}
        onOk={() => work.mutate({ reason: '' })}
      >
        {sentence}
        {progress}
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
      onClose={leave}
      onSubmit={(given) => work.mutate(given)}
    >
      {action.forecastOf?.(ids)}
      {progress}
    </ReasonDialog>
  );
}
