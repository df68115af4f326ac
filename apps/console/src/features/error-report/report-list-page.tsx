import { errorReportStateWords } from '@xyxlx/contracts/error-report';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { api } from '../../lib/api.ts';
import { reportActions } from './report-actions.ts';

const ReportDrawer = lazyOverlay(async () => (await import('./report-drawer.tsx')).ReportDrawer);

/** 错误报告: what went wrong on people's screens, for whoever looks after the service. */
export function Component() {
  const { t } = useTranslation('error-report');
  return (
    <ListScreen
      name="errorReport"
      title={t('list.title')}
      lead={t('list.lead')}
      none={t('list.none')}
      query={api.errorReport.queryErrorReport}
      sortFields={['createdAt']}
      filters={[
        textFilter('keyword', t('filter.keyword')),
        choiceFilter('state', t('field.state'), errorReportStateWords),
        daysFilter('created', t('field.createdAt'), 'createdFrom', 'createdTo'),
        textFilter('serial', t('field.serial')),
        textFilter('page', t('field.page')),
        textFilter('release', t('field.release')),
        textFilter('reporter', t('field.reporter')),
        { ...textFilter('fingerprint', t('filter.same')), field: null },
      ]}
      columns={(cell) => [
        cell.name('ticket', t('field.ticket'), (row) => row.ticket),
        cell.state('state', t('field.state'), errorReportStateWords, (row) => row.state),
        cell.text('headline', t('field.headline'), (row) => row.headline, { width: 320 }),
        cell.count('sameCount', t('field.sameCount'), (row) => row.sameCount, { wide: true }),
        cell.text('page', t('field.page'), (row) => row.page, { width: 200, wide: true }),
        cell.text('reporter', t('field.reporter'), (row) => row.reporter, { width: 110, wide: true }),
        cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt),
        cell.text('release', t('field.release'), (row) => row.release, { width: 150, optional: true }),
        cell.figures('serial', t('field.serial'), (row) => row.serial, { width: 180, optional: true }),
        cell.text('resolution', t('field.resolution'), (row) => row.resolution, {
          width: 220,
          optional: true,
        }),
      ]}
      bulk={{ permission: 'service.report', nameOf: (row) => row.ticket, actions: reportActions(t) }}
      drawer={({ id, onClose }) => <ReportDrawer id={id} onClose={onClose} />}
    />
  );
}
