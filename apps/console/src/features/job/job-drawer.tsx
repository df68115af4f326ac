import { type Job, jobStateWords } from '@xyxlx/contracts/job';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { FailedRowsButton } from '../../kit/import/failed-rows-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { useJob } from '../../kit/use-job.ts';
import { useLabel } from '../../lib/label.ts';
import { jobActions } from './job-actions.ts';

interface JobDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** One piece of long work: how far it is, how it ended, and the way to what came of it. */
export function JobDrawer({ id, onClose }: JobDrawerProps) {
  const { t } = useTranslation('job');
  const label = useLabel();
  const navigate = useNavigate();
  const job = useJob(id);
  return (
    <DetailDrawer<Job>
      open={id !== null}
      record={job}
      title={t('detail')}
      titleOf={({ title }) => label(title)}
      extra={({ state }) => <StateTag words={jobStateWords[state]} />}
      footer={(row) => (
        <RecordActions
          record={row}
          nameOf={({ title }) => label(title)}
          actions={jobActions(t, (page) => navigate(page))}
        />
      )}
      onClose={onClose}
    >
      {(row) => (
        <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
          <Facts
            record={row}
            facts={(cell) => [
              cell.text('message', t('field.message'), ({ message }) => message && label(message)),
              row.report && cell.text('fileName', t('field.file'), () => row.report?.fileName),
              row.report && cell.code('sha256', 'SHA-256', () => row.report?.sha256),
              row.report && cell.count('rows', t('field.rows'), () => row.report?.rows),
              row.report && cell.count('bad', t('field.bad'), () => row.report?.bad),
              cell.count('total', t('field.total'), ({ total }) => total),
              cell.count('done', t('field.done'), ({ done }) => done),
              cell.count('failed', t('field.failed'), ({ failed }) => failed),
              cell.stamp(
                'createdAt',
                t('field.createdAt'),
                ({ createdAt }) => createdAt,
                ({ createdBy }) => createdBy,
              ),
              cell.moment('startedAt', t('field.startedAt'), ({ startedAt }) => startedAt),
              cell.moment('finishedAt', t('field.finishedAt'), ({ finishedAt }) => finishedAt),
            ]}
          />
          {row.report && row.report.bad > 0 && (
            <div>
              <FailedRowsButton jobId={row.id} />
            </div>
          )}
        </div>
      )}
    </DetailDrawer>
  );
}
