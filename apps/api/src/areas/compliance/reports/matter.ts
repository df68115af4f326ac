import {
  type RiskMeasure,
  riskMeasureWords,
  riskReportKindWords,
} from '@xyxlx/contracts/compliance-case-kinds';
import { count, facts, noMatter, text } from '../../../platform/approval/matter.ts';
import type { ReadMatter } from '../../../platform/approval/subject.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { caseMatter } from '../cases/matter.ts';

/** What would be reported, with the case that it is of. */
export const matterOfReport: ReadMatter = async (client, { tenantId, subjectId }) => {
  const [report] = await rowsOf<{
    reportNo: string;
    caseId: string;
    kind: keyof typeof riskReportKindWords;
    narrative: string;
    hits: number;
    measures: RiskMeasure[];
    dueOn: string;
    corrects: string | null;
  }>(
    client,
    sql`SELECT p.report_no AS "reportNo", p.case_id AS "caseId", p.kind, p.narrative, cardinality(p.hit_ids) AS hits, p.measures,
          p.due_on::text AS "dueOn", o.report_no AS corrects
        FROM risk_reports p LEFT JOIN risk_reports o ON o.tenant_id = p.tenant_id AND o.id = p.corrects_id
        WHERE p.tenant_id = ${tenantId}::uuid AND p.id = ${subjectId}::uuid`,
  );
  if (!report) return noMatter;
  const measures = report.measures.map((measure) => riskMeasureWords[measure]);
  const { parts } = await caseMatter(client, tenantId, report.caseId);
  return {
    parts: [
      facts(
        ['报告号', 'Report', text(report.reportNo)],
        ['类型', 'Kind', text(riskReportKindWords[report.kind])],
        ['更正', 'Corrects', text(report.corrects)],
        ['报送期限', 'Due on', text(report.dueOn)],
        ['涉及命中', 'Hits', count(report.hits)],
        [
          '已采取措施',
          'Measures',
          text({
            zh: measures.map(({ zh }) => zh).join('、'),
            en: measures.map(({ en }) => en).join(', '),
          }),
        ],
        ['情况说明', 'Narrative', text(report.narrative)],
      ),
      ...parts,
    ],
  };
};
