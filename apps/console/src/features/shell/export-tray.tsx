import { useMutation } from '@tanstack/react-query';
import type { Job } from '@xyxlx/contracts/job';
import { Button } from 'antd';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cancelExport,
  currentExports,
  followExport,
  interruptedExports,
  subscribeExports,
} from '../../lib/export-jobs.ts';
import { reportFailure } from '../../lib/failure.ts';
import { useLabel } from '../../lib/label.ts';
import { countText } from '../../lib/money.ts';
import styles from './export-tray.module.css';

/** How far the exports are that jobs are making; whatever screen one goes to meanwhile. */
export function ExportTray() {
  const { t } = useTranslation('shell');
  const running = useSyncExternalStore(subscribeExports, currentExports);

  useEffect(() => {
    for (const id of interruptedExports()) followExport(id).catch(reportFailure);
  }, []);

  if (running.length === 0) return null;
  return (
    <section className={styles.tray} aria-label={t('exports.label')}>
      {running.map((job) => (
        <RunningExport key={job.id} job={job} />
      ))}
      <p className={styles.hint}>{t('exports.leave')}</p>
    </section>
  );
}

function RunningExport({ job }: { job: Job }) {
  const { t } = useTranslation('shell');
  const label = useLabel();
  const cancel = useMutation({ mutationFn: () => cancelExport(job.id) });
  const { done, total } = job;
  const title = label(job.title);
  return (
    <div className={styles.export}>
      <span className={styles.title}>{title}</span>
      <Button disabled={!job.canCancel || cancel.isPending} onClick={() => cancel.mutate()}>
        {t('exports.cancel')}
      </Button>
      <progress className={styles.bar} aria-label={title} max={Math.max(total, 1)} value={done} />
      <span className={`figures ${styles.rows}`}>
        {total === 0
          ? t('exports.waiting')
          : t('exports.rows', { done: countText(done), total: countText(total) })}
      </span>
    </div>
  );
}
