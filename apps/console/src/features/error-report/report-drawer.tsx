import { skipToken, useQuery } from '@tanstack/react-query';
import { type ErrorReportDetail, errorReportStateWords } from '@xyxlx/contracts/error-report';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { reportActions } from './report-actions.ts';
import styles from './report-drawer.module.css';

interface ReportDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** One report: where it happened, to whom, and the log as it came. */
export function ReportDrawer({ id, onClose }: ReportDrawerProps) {
  const { t } = useTranslation('error-report');
  const record = useQuery(api.errorReport.getErrorReport.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<ErrorReportDetail>
      open={id !== null}
      record={record}
      title={t('detail')}
      titleOf={({ ticket }) => ticket}
      extra={({ state }) => <StateTag words={errorReportStateWords[state]} />}
      footer={(report) => (
        <RecordActions record={report} nameOf={({ ticket }) => ticket} actions={reportActions(t)} />
      )}
      size={720}
      onClose={onClose}
    >
      {(report) => <Detail report={report} />}
    </DetailDrawer>
  );
}

function Detail({ report }: { report: ErrorReportDetail }) {
  const { t } = useTranslation('error-report');
  return (
    <div className={styles.stack}>
      <Facts
        record={report}
        facts={(cell) => [
          cell.text('headline', t('field.headline'), (row) => row.headline),
          report.resolution !== null &&
            cell.text('resolution', t('field.resolution'), (row) => row.resolution),
          report.note !== '' && cell.text('note', t('field.note'), (row) => row.note),
          cell.text('page', t('field.page'), (row) => row.page),
          cell.text('release', t('field.release'), (row) => row.release),
          cell.text('reporter', t('field.reporter'), (row) => row.reporter),
          cell.code('serial', t('field.serial'), (row) => row.serial),
          cell.text('agent', t('field.agent'), (row) => row.agent),
          cell.figures('ip', t('field.ip'), (row) => row.ip),
          cell.moment('createdAt', t('field.createdAt'), (row) => row.createdAt),
          report.updatedAt !== null &&
            cell.stamp(
              'updatedAt',
              t('field.updatedAt'),
              (row) => row.updatedAt,
              (row) => row.updatedBy,
            ),
        ]}
      />
      <Ways report={report} />
      <section>
        <h3 className={styles.title}>{t('detail.log')}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long log is scrolled by the keyboard too. */}
        <pre className={styles.log} tabIndex={0}>
          {report.content}
        </pre>
      </section>
    </div>
  );
}

/** A request's number is what the operation log knows its changes by. */
const request = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function Ways({ report: { sameCount, fingerprint, serial } }: { report: ErrorReportDetail }) {
  const { t } = useTranslation('error-report');
  const can = useCan();
  const seesTrace = can('operationlog.view') && request.test(serial);
  if (sameCount === 1 && !seesTrace) return null;
  return (
    <p className={styles.ways}>
      {sameCount > 1 && (
        <Link to={`${paths.errorReports}?fingerprint=${fingerprint}`}>
          {t('detail.same', { count: sameCount })}
        </Link>
      )}
      {seesTrace && <Link to={`${paths.operationLog}?traceId=${serial}`}>{t('detail.trace')}</Link>}
    </p>
  );
}
