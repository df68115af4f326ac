import type { complianceReport } from '@xyxlx/contracts/compliance-report';
import type { Handlers } from '../../wire/implement.ts';
import type { Area, Invariant } from '../area.ts';
import { downloadReport } from './reports/download-report.ts';
import { fileReport } from './reports/file-report.ts';
import { foundReports, reportOf } from './reports/report.sql.ts';
import { suspiciousReport } from './reports/report-approval.ts';
import { reportJob, resumeReports } from './reports/report-job.ts';

export const reportHandlers: Handlers<typeof complianceReport> = {
  fileReport,
  getReport: ({ input, session, deps }) => reportOf(deps.database.pool, session, input.id),
  downloadReport,
};

const reportsSealed: Invariant = {
  name: 'reportsSealed',
  label: {
    zh: '已批准的可疑报告：文件的哈希与大小即其所载，由他人批准；其他状态没有文件',
    en: 'The file of an approved report has the hash and size that the report says, and somebody else approved it; others have none',
  },
  violations: `SELECT r.report_no AS what FROM risk_reports r
        LEFT JOIN LATERAL (SELECT encode(sha256(string_agg(k.bytes, ''::bytea ORDER BY k.seq)), 'hex') AS sha256, sum(octet_length(k.bytes)) AS size,
            count(*) AS n, max(k.seq) AS last FROM risk_report_chunks k WHERE k.tenant_id = $1 AND k.report_id = r.id) f ON TRUE
        LEFT JOIN approvals a ON a.tenant_id = $1 AND a.id = r.approval_id AND a.subject_type = 'suspiciousReport' AND a.subject_id = r.id
        WHERE r.tenant_id = $1 AND CASE WHEN r.state = 'APPROVED' THEN f.sha256 IS DISTINCT FROM r.sha256 OR f.size IS DISTINCT FROM r.size
          OR f.n <> f.last OR a.state IS DISTINCT FROM 'APPROVED' OR a.checker_id IS NOT DISTINCT FROM r.created_by_id
          ELSE r.state <> 'WRITING' AND f.n > 0 END`,
};

/** What reports give to the area. */
export const ofReports = {
  approvals: [suspiciousReport],
  finds: [foundReports],
  jobs: [reportJob],
  schedule: [
    {
      name: 'resumeReports',
      title: { zh: '续写可疑报告', en: 'Suspicious reports that stopped' },
      due: {
        zh: '封存报告的任务中断后',
        en: 'When the job that seals a report came to an end before its work',
      },
      run: resumeReports,
    },
  ],
  records: { riskReport: { from: 'risk_reports r', name: 'r.report_no', fields: ['corrects'] } },
  invariants: [reportsSealed],
} satisfies Omit<Area, 'handlers'>;
