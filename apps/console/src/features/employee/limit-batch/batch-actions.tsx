import { useMutation } from '@tanstack/react-query';
import type { LimitBatch } from '@xyxlx/contracts/bill-change';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntention } from '../../../kit/intention.ts';
import { ReasonDialog } from '../../../kit/reason-dialog.tsx';
import { api } from '../../../lib/api.ts';
import { downloadFile } from '../../../lib/files.ts';
import { useCan } from '../../../lib/me.ts';
import { countText, differenceText } from '../../../lib/money.ts';
import { queryClient } from '../../../lib/query-client.ts';

interface BatchActionsProps {
  batch: LimitBatch;
  /** Starts over with another file; left out where no merchant is chosen. */
  onRestart: (() => void) | undefined;
}

/** What can be done with a batch in its state, by whoever looks. */
export function BatchActions({ batch, onRestart }: BatchActionsProps) {
  const { t } = useTranslation('employee');
  const can = useCan();
  const [isUndoing, setUndoing] = useState(false);
  const { id, version, state } = batch;
  const onSuccess = (next: LimitBatch) =>
    queryClient.setQueryData(api.billChange.getBatch.queryKey({ id }), next);
  const confirm = useMutation(api.billChange.confirmBatch.mutationOptions({ ...useIntention(), onSuccess }));
  const cancel = useMutation(api.billChange.cancelBatch.mutationOptions({ onSuccess }));
  const undo = useMutation(
    api.billChange.undoBatch.mutationOptions({
      ...useIntention(),
      onSuccess: (next) => {
        setUndoing(false);
        onSuccess(next);
      },
    }),
  );
  const failedFile = useMutation({
    mutationFn: () => downloadFile('billChange/exportBatchFailed', { id, format: 'xlsx' }),
  });
  const mayUpload = can('limit.upload');
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      {state === 'READY' && mayUpload && (
        <>
          <Button
            type="primary"
            disabled={batch.changed === 0}
            loading={confirm.isPending}
            onClick={() => confirm.mutate({ id, version })}
          >
            {t('batch.confirm', {
              total: countText(batch.changed),
              difference: differenceText(batch.differenceAmount),
            })}
          </Button>
          <Button loading={cancel.isPending} onClick={() => cancel.mutate({ id, version })}>
            {t('batch.cancel')}
          </Button>
        </>
      )}
      {batch.failed > 0 && can('limit.export') && (
        <Button loading={failedFile.isPending} onClick={() => failedFile.mutate()}>
          {t('batch.failedFile')}
        </Button>
      )}
      {(state === 'DONE' || state === 'PARTLY_DONE') && mayUpload && (
        <Button danger onClick={() => setUndoing(true)}>
          {t('batch.undo')}
        </Button>
      )}
      {(state === 'CANCELLED' || state === 'FAILED') && mayUpload && onRestart && (
        <Button onClick={onRestart}>{t('batch.restart')}</Button>
      )}
      {isUndoing && (
        <ReasonDialog
          title={t('batch.undo')}
          words={t('batch.undo.words')}
          okText={t('undo.action')}
          danger
          isPending={undo.isPending}
          onClose={() => setUndoing(false)}
          onSubmit={({ reason }) => undo.mutate({ id, version, reason })}
        />
      )}
    </div>
  );
}
