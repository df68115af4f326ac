import { useMutation } from '@tanstack/react-query';
import type { LimitBatch } from '@xyxlx/contracts/bill-change';
import { paths } from '@xyxlx/contracts/paths';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ReasonDialog } from '../../../kit/actions/reason-dialog.tsx';
import { ActForecast } from '../../../kit/approval/act-forecast.tsx';
import { useSubjectApproval } from '../../../kit/approval/use-subject-approval.ts';
import { useIntention } from '../../../kit/intention.ts';
import { api } from '../../../lib/api.ts';
import { downloadFile } from '../../../lib/files.ts';
import { useCan } from '../../../lib/me.ts';
import { countText, differenceText } from '../../../lib/money.ts';
import { notify } from '../../../lib/notify.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { batchSubject } from './batch-subject.ts';

/** Something of it has taken effect. */
const undoable: readonly LimitBatch['state'][] = ['DONE', 'PARTLY_DONE', 'STOPPED'];
/** Nothing of it has, or will. */
const over: readonly LimitBatch['state'][] = ['CANCELLED', 'REJECTED', 'FAILED'];

interface BatchActionsProps {
  batch: LimitBatch;
  /** Starts over with another file; left out where no merchant is chosen. */
  onRestart: (() => void) | undefined;
}

/** What can be done with a batch in its state, by whoever looks. */
export function BatchActions({ batch, onRestart }: BatchActionsProps) {
  const { t } = useTranslation(['employee', 'kit']);
  const can = useCan();
  const [isUndoing, setUndoing] = useState(false);
  const { id, version, state } = batch;
  const onSuccess = (next: LimitBatch) => {
    queryClient.setQueryData(api.billChange.getBatch.queryKey({ id }), next);
    queryClient.invalidateQueries(api.approval.pathFilter());
  };
  const confirm = useMutation(api.billChange.confirmBatch.mutationOptions({ ...useIntention(), onSuccess }));
  const cancel = useMutation(api.billChange.cancelBatch.mutationOptions({ onSuccess }));
  const undo = useMutation(
    api.billChange.undoBatch.mutationOptions({
      ...useIntention(),
      onSuccess: (next) => {
        setUndoing(false);
        if (next.approvalId) notify('success', t('kit:act.handedIn'));
        onSuccess(next);
      },
    }),
  );
  const failedFile = useMutation({
    mutationFn: () => downloadFile('billChange/exportBatchFailed', { id, format: 'xlsx' }),
  });
  const resume = useMutation(api.billChange.resumeBatch.mutationOptions({ ...useIntention(), onSuccess }));
  const stop = useMutation(
    api.job.cancelJob.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(api.billChange.getBatch.queryFilter({ id })),
    }),
  );
  const approval = useSubjectApproval(batchSubject, id);
  const mayUpload = can('limit.upload');
  return (
    <>
      {state === 'READY' && mayUpload && (
        <>
          <Button
            type="primary"
            disabled={batch.changed === 0}
            loading={confirm.isPending}
            onClick={() => confirm.mutate({ id, version })}
          >
            {t(batch.needsApproval ? 'batch.submit' : 'batch.confirm', {
              total: countText(batch.changed),
              difference: differenceText(batch.differenceAmount),
            })}
          </Button>
          <Button loading={cancel.isPending} onClick={() => cancel.mutate({ id, version })}>
            {t('batch.cancel')}
          </Button>
        </>
      )}
      {(approval?.canDecide || approval?.canWithdraw) && (
        <Link to={`${paths.approval}?open=${approval.id}`}>
          <Button type={approval.canDecide ? 'primary' : 'default'}>
            {t(approval.canDecide ? 'batch.decide' : 'batch.withdraw')}
          </Button>
        </Link>
      )}
      {state === 'STOPPED' && mayUpload && (
        <Button type="primary" loading={resume.isPending} onClick={() => resume.mutate({ id, version })}>
          {t('batch.resume')}
        </Button>
      )}
      {batch.failed > 0 && can('limit.export') && (
        <Button loading={failedFile.isPending} onClick={() => failedFile.mutate()}>
          {t('batch.failedFile')}
        </Button>
      )}
      {state === 'RUNNING' && mayUpload && batch.jobId && (
        <Button danger loading={stop.isPending} onClick={() => stop.mutate({ id: batch.jobId ?? '' })}>
          {t('batch.stop')}
        </Button>
      )}
      {undoable.includes(state) && mayUpload && (
        <Button danger onClick={() => setUndoing(true)}>
          {t('batch.undo')}
        </Button>
      )}
      {over.includes(state) && mayUpload && onRestart && (
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
        >
          {/* All of it: what is spent stays spent, and the service takes back less. */}
          <ActForecast
            subjectType="limitBatchUndo"
            merchantId={batch.merchant.id}
            amount={batch.increaseAmount + batch.decreaseAmount}
            count={Math.max(1, batch.done)}
            fundDelta={batch.differenceAmount}
          />
        </ReasonDialog>
      )}
    </>
  );
}
