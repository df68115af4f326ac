import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useJob } from '../../kit/use-job.ts';
import { api } from '../../lib/api.ts';
import { countText } from '../../lib/money.ts';

/** A simulation at work: how many records it has judged. */
export function SimulationRun({ jobId }: { jobId: string }) {
  const { t } = useTranslation('rule');
  const queryClient = useQueryClient();
  const { data: job } = useJob(jobId);
  const stop = useMutation(
    api.job.cancelJob.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(api.rule.getSimulation.pathFilter()),
    }),
  );
  const { done = 0, total = 0 } = job ?? {};
  return (
    <section aria-label={t('simulation.progress')} style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>
      <p className="figures" aria-live="polite" style={{ margin: 0 }}>
        {total > 0
          ? t('simulation.running', { done: countText(done), total: countText(total) })
          : t('simulation.queued')}
      </p>
      <Progress
        percent={total > 0 ? Math.floor((done / total) * 100) : 0}
        status="active"
        aria-label={t('simulation.progress')}
      />
      <p style={{ margin: 0, color: 'var(--ink-soft)' }}>{t('simulation.leave')}</p>
      {job?.canCancel && (
        <Button danger loading={stop.isPending} onClick={() => stop.mutate({ id: jobId })}>
          {t('simulation.stop')}
        </Button>
      )}
    </section>
  );
}
