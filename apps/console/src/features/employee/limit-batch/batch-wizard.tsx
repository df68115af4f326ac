import { skipToken, useQuery } from '@tanstack/react-query';
import { type LimitBatch, limitBatchStates, limitBatchStateWords } from '@xyxlx/contracts/bill-change';
import { Button, Drawer, Empty, Skeleton } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DrawerFooter } from '../../../kit/detail/drawer-footer.tsx';
import { newImport } from '../../../kit/import/use-open-import.ts';
import { WizardSteps } from '../../../kit/import/wizard-steps.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import { useLiveEvents, useLiveStatus } from '../../../kit/use-live.ts';
import { api } from '../../../lib/api.ts';
import { failureOf } from '../../../lib/failure.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { BatchFooter } from './batch-footer.tsx';
import { BatchReport } from './batch-report.tsx';
import { BatchUpload } from './batch-upload.tsx';

const working: readonly LimitBatch['state'][] = ['CHECKING', 'RUNNING', 'UNDOING'];
const beforeRun: readonly LimitBatch['state'][] = ['CHECKING', 'READY', 'CANCELLED'];
const pollMs = 1000;
/** With the live channel open, asking is only the safety net. */
const pollBesideLiveMs = 5000;

interface BatchWizardProps {
  /** A batch's id, `new` before there is one, null while closed. */
  at: string | null;
  merchantId: string | undefined;
  onGo(at: string | null): void;
}

/** Changes limits by file: upload, dry run, execution, undo. The address holds the batch, so a reload loses nothing. */
export function BatchWizard({ at, merchantId, onGo }: BatchWizardProps) {
  const { t } = useTranslation('employee');
  const id = at === null || at === newImport ? null : at;
  const batch = useBatch(id);
  const { data } = batch;
  return (
    <Drawer
      open={at !== null}
      onClose={() => onGo(null)}
      size={960}
      destroyOnHidden
      title={data ? `${t('batch.title')} · ${data.batchNo}` : t('batch.title')}
      extra={data && <StateTag words={limitBatchStateWords[data.state]} />}
      footer={
        data && (
          <DrawerFooter>
            <BatchFooter
              key={data.id}
              batch={data}
              onRestart={merchantId ? () => onGo(newImport) : undefined}
            />
          </DrawerFooter>
        )
      }
    >
      <WizardSteps
        titles={[t('batch.step.upload'), t('batch.step.check'), t('batch.step.run')]}
        current={data ? stepOf(data) : id ? 1 : 0}
      />
      {at === newImport && merchantId && <BatchUpload merchantId={merchantId} onUploaded={onGo} />}
      {at === newImport && !merchantId && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('batch.merchantFirst')} />
      )}
      {id && data && <BatchReport batch={data} />}
      {id && !data && !batch.error && <Skeleton active paragraph={{ rows: 8 }} />}
      {id && !data && batch.error && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={failureOf(batch.error).text}>
          <Button onClick={() => batch.refetch()}>{t('batch.again')}</Button>
        </Empty>
      )}
    </Drawer>
  );
}

// A sheet with nothing to carry out went no further than its check.
function stepOf({ state, changed }: LimitBatch): number {
  return beforeRun.includes(state) || changed === 0 ? 1 : 2;
}

/** A batch as it stands, told by the live channel while a job works on it; what it changed is read again when it rests. */
function useBatch(id: string | null) {
  const isLive = useLiveStatus().state === 'open';
  const batch = useQuery(
    api.billChange.getBatch.queryOptions(id ? { id } : skipToken, {
      staleTime: 0,
      refetchInterval: ({ state: { data, error } }) => {
        if (error || !data || !working.includes(data.state)) return false;
        return isLive ? pollBesideLiveMs : pollMs;
      },
      trpc: { context: { background: true } },
    }),
  );
  useLiveEvents((event) => {
    // Also a job that was started in another tab.
    if (id && event.type === 'job' && event.job.kind.startsWith('limitBatch')) batch.refetch();
  });
  const state = batch.data?.state;
  const rested = useEffectEvent((now: LimitBatch['state'] | undefined) => {
    if (!now || working.includes(now) || !limitBatchStates.includes(now)) return;
    for (const area of [
      api.billChange.queryBatch.pathFilter(),
      api.billChange.queryBatchRow.pathFilter(),
      api.employee.pathFilter(),
      api.merchant.pathFilter(),
      api.home.pathFilter(),
    ])
      queryClient.invalidateQueries(area);
  });
  useEffect(() => rested(state), [state]);
  return batch;
}
