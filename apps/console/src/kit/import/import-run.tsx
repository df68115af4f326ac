import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Job } from '@xyxlx/contracts/job';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { countText } from '../../lib/money.ts';
import styles from './import-wizard.module.css';

/** An import at work: checking the file or writing its rows. */
export function ImportRun({ job }: { job: Job }) {
  const { t } = useTranslation('kit/import');
  const label = useLabel();
  const queryClient = useQueryClient();
  const stop = useMutation(
    api.job.cancelJob.mutationOptions({
      onSuccess: (next) => queryClient.setQueryData(api.job.getJob.queryKey({ id: job.id }), next),
    }),
  );
  const worked = job.done + job.failed;
  const percent = job.total > 0 ? Math.floor((worked / job.total) * 100) : 0;
  return (
    <div className={styles.working}>
      <p className="figures" aria-live="polite">
        {wordsOf()}
        {job.failed > 0 && ` · ${t('failedCount', { count: job.failed })}`}
      </p>
      <Progress percent={percent} status="active" aria-label={t('progress')} />
      <p className={styles.hint}>{job.message ? label(job.message) : t('leave')}</p>
      {job.canCancel && (
        <div>
          <Button danger loading={stop.isPending} onClick={() => stop.mutate({ id: job.id })}>
            {t('stop')}
          </Button>
        </div>
      )}
    </div>
  );

  function wordsOf(): string {
    if (job.state === 'QUEUED') return t('queued');
    if (job.state === 'CHECKING') return t('checking');
    if (job.state === 'UNDOING') return t('undoing');
    return t('running', { done: countText(worked), total: countText(job.total) });
  }
}
