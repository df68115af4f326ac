import { scheduledTaskStateWords } from '@xyxlx/contracts/scheduled-task';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { tookText } from './took-text.ts';

const ScheduleDrawer = lazyOverlay(async () => (await import('./schedule-drawer.tsx')).ScheduleDrawer);

/** 计划任务: what the service does by the clock, in the order in which it does it, and how that went. */
export function Component() {
  const { t } = useTranslation('job');
  const label = useLabel();
  return (
    <ListScreen
      name="scheduledTask"
      title={t('schedule.title')}
      lead={t('schedule.lead')}
      none={t('schedule.none')}
      query={api.job.queryScheduledTask}
      sortFields={['startedAt', 'tookMs', 'failedAt']}
      pageSize={50}
      filters={[
        textFilter('keyword', t('schedule.keyword')),
        choiceFilter('state', t('field.state'), scheduledTaskStateWords),
      ]}
      columns={(cell) => [
        cell.name('title', t('field.title'), (row) => label(row.title)),
        cell.state('state', t('field.state'), scheduledTaskStateWords, (row) => row.state),
        cell.text('due', t('schedule.field.due'), (row) => label(row.due), { width: 220, wide: true }),
        cell.minute('startedAt', t('schedule.field.startedAt'), (row) => row.startedAt),
        cell.figures('tookMs', t('schedule.field.tookMs'), (row) => tookText(row.tookMs), { wide: true }),
        cell.minute('nextAt', t('schedule.field.nextAt'), (row) => row.nextAt, { wide: true }),
        cell.minute('failedAt', t('schedule.field.failedAt'), (row) => row.failedAt, { optional: true }),
        cell.text('failure', t('schedule.field.failure'), (row) => row.failure && label(row.failure), {
          width: 240,
          wide: true,
        }),
        cell.figures('name', t('schedule.field.name'), (row) => row.name, { optional: true }),
      ]}
      drawer={({ id, onClose }) => <ScheduleDrawer id={id} onClose={onClose} />}
    />
  );
}
