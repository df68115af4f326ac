import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useJob } from '../../../kit/use-job.ts';

/** A look at the past at work: how many of its spans are done. */
export function BacktestRun({ jobId }: { jobId: string }) {
  const { t } = useTranslation('compliance');
  const { data: job } = useJob(jobId);
  const { done = 0, total = 0 } = job ?? {};
  return (
    <Progress
      percent={total > 0 ? Math.floor((done / total) * 100) : 0}
      status="active"
      aria-label={t('rules.backtest.progress')}
    />
  );
}
