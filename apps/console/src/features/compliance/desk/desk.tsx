import { Empty } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNews } from '../../../kit/desk/use-news.ts';
import { lazyOverlay } from '../../../kit/lazy-overlay.ts';
import { useOpenRecord } from '../../../kit/list/use-open-record.ts';
import { caseAreas } from '../cases/case-areas.ts';
import { CaseView } from '../cases/case-view.tsx';
import { useOpenReport } from '../reports/use-open-report.ts';
import styles from './desk.module.css';
import { MyCases } from './my-cases.tsx';

const ReportDrawer = lazyOverlay(async () => (await import('../reports/report-drawer.tsx')).ReportDrawer);

/** 案件处理: at the left what one works, at the right the case that is open; on a phone one after the other. */
export function Desk() {
  const { t } = useTranslation('compliance/cases');
  const [openId, open] = useOpenRecord();
  const [reportId, openReport] = useOpenReport();

  // What somebody is told of compliance is about cases.
  useNews(
    caseAreas,
    (event) => event.type === 'notification' && event.notification.kind.startsWith('compliance.'),
  );

  return (
    <div className={styles.desk} data-open={openId !== null}>
      <aside className={styles.mine} aria-label={t('desk.mine')}>
        <MyCases openId={openId} onOpen={open} />
      </aside>
      <section className={styles.case} aria-label={t('desk.case')}>
        {openId === null ? (
          <Empty
            className={styles.none ?? ''}
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={t('desk.nothingOpen')}
          />
        ) : (
          <CaseView key={openId} id={openId} onLeave={() => open(null)} />
        )}
      </section>
      <Suspense>
        <ReportDrawer id={reportId} onClose={() => openReport(null)} />
      </Suspense>
    </div>
  );
}
