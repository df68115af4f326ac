import { jobStateWords } from '@xyxlx/contracts/job';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { singleFilter } from '../../kit/filters/single-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';

const JobDrawer = lazyOverlay(async () => (await import('./job-drawer.tsx')).JobDrawer);

/** 后台任务: the imports, exports and other long work that one may see, the newest first. */
export function Component() {
  const { t } = useTranslation('job');
  const label = useLabel();
  return (
    <ListScreen
      name="job"
      title={t('title')}
      lead={t('lead')}
      none={t('none')}
      query={api.job.queryJob}
      sortFields={['createdAt']}
      filters={[
        choiceFilter('state', t('field.state'), jobStateWords),
        singleFilter('mine', t('filter.mine'), [
          { value: '1', label: t('filter.mine.only'), wire: true as const },
        ]),
      ]}
      columns={(cell) => [
        cell.name('title', t('field.title'), (row) => label(row.title)),
        cell.state('state', t('field.state'), jobStateWords, (row) => row.state),
        cell.text('fileName', t('field.file'), (row) => row.report?.fileName, { width: 200 }),
        cell.count('done', t('field.done'), (row) => row.done),
        cell.count('failed', t('field.failed'), (row) => row.failed),
        cell.text('message', t('field.message'), (row) => row.message && label(row.message), { width: 260 }),
        cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt),
        cell.text('createdBy', t('field.createdBy'), (row) => row.createdBy, { width: 120 }),
      ]}
      drawer={({ id, onClose }) => <JobDrawer id={id} onClose={onClose} />}
    />
  );
}
