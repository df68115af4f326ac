import { DownloadOutlined } from '@ant-design/icons';
import { skipToken, useQuery } from '@tanstack/react-query';
import {
  riskMeasureWords,
  riskReportKindWords,
  riskReportStateWords,
} from '@xyxlx/contracts/compliance-case-kinds';
import type { RiskReportDetail } from '@xyxlx/contracts/compliance-report';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApprovalHistory } from '../../../kit/approval/approval-history.tsx';
import { ApprovalNotice } from '../../../kit/approval/approval-notice.tsx';
import { DecisionLink } from '../../../kit/approval/decision-link.tsx';
import { useSubjectApproval } from '../../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../../kit/detail/facts.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import { api } from '../../../lib/api.ts';
import { downloadFile } from '../../../lib/files.ts';
import { useLabel, wordsText } from '../../../lib/label.ts';
import { countText } from '../../../lib/money.ts';
import styles from './reports.module.css';

/** How often a report whose file is being written is looked at, in ms. */
const writtenEvery = 2_000;

interface ReportDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** One report: what it says, what it waits for, and its file once that is sealed. */
export function ReportDrawer({ id, onClose }: ReportDrawerProps) {
  const { t } = useTranslation('compliance/cases');
  const record = useQuery(
    api.compliance.getReport.queryOptions(id ? { id } : skipToken, {
      refetchInterval: ({ state: { data } }) => (data?.state === 'WRITING' ? writtenEvery : false),
      trpc: { context: { background: true } },
    }),
  );
  return (
    <DetailDrawer<RiskReportDetail>
      open={id !== null}
      record={record}
      title={t('report.one')}
      titleOf={({ no }) => <span className="figures">{no}</span>}
      extra={({ state }) => <StateTag words={riskReportStateWords[state]} />}
      footer={(report) => <Actions report={report} />}
      size={680}
      onClose={onClose}
    >
      {(report) => <Detail key={report.id} report={report} />}
    </DetailDrawer>
  );
}

function Actions({ report: { id, state } }: { report: RiskReportDetail }) {
  const { t } = useTranslation('compliance/cases');
  const approval = useSubjectApproval('suspiciousReport', id);
  return (
    <>
      {state === 'SUBMITTED' && <DecisionLink approval={approval} />}
      {state === 'APPROVED' && (
        <Button
          type="primary"
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => downloadFile('compliance/downloadReport', { id })}
        >
          {t('report.download')}
        </Button>
      )}
    </>
  );
}

function Detail({ report }: { report: RiskReportDetail }) {
  const { t } = useTranslation('compliance/cases');
  const label = useLabel();
  const approval = useSubjectApproval('suspiciousReport', report.id);
  return (
    <div className={styles.detail}>
      {approval?.state === 'PENDING' && <ApprovalNotice approval={approval} />}
      <section>
        <h3>{t('report.narrative')}</h3>
        <p className={styles.narrative}>{report.narrative}</p>
      </section>
      <Facts
        record={report}
        facts={(cell) => [
          cell.custom('case', t('field.no'), (row) => (
            <Link to={`?open=${row.case.id}`} className="figures">
              {row.case.no}
            </Link>
          )),
          cell.kind('kind', t('report.kind'), riskReportKindWords, (row) => row.kind),
          cell.count('hits', t('report.hits'), (row) => row.hitIds.length),
          cell.text('measures', t('report.measures'), (row) =>
            wordsText(row.measures.map((measure) => label(riskMeasureWords[measure]))),
          ),
          cell.figures('dueOn', t('field.reportDueOn'), (row) => row.dueOn),
          report.corrects !== null &&
            cell.custom('corrects', t('report.corrects'), (row) => (
              <Reports of={row.corrects ? [row.corrects] : []} />
            )),
          report.corrections.length > 0 &&
            cell.custom('corrections', t('report.corrections'), (row) => <Reports of={row.corrections} />),
          report.sha256 !== null && cell.code('sha256', t('report.sha256'), (row) => row.sha256),
          report.size !== null &&
            cell.text(
              'size',
              t('report.size'),
              (row) => `${countText(Math.ceil((row.size ?? 0) / 1024))} KB`,
            ),
          report.keptUntil !== null &&
            cell.figures('keptUntil', t('report.keptUntil'), (row) => row.keptUntil),
          cell.stamp(
            'created',
            t('report.created'),
            (row) => row.createdAt,
            (row) => row.createdBy,
          ),
        ]}
      />
      {approval && <ApprovalHistory history={approval.history} />}
    </div>
  );
}

function Reports({ of }: { of: RiskReportDetail['corrections'] }) {
  return of.map(({ id, no }) => (
    <Link key={id} to={`?report=${id}`} className="figures" style={{ marginInlineEnd: 12 }}>
      {no}
    </Link>
  ));
}
