import { type RiskOutcome, riskOutcomeWords } from '@xyxlx/contracts/compliance-case-kinds';
import {
  type RiskSeverity,
  type RiskSubject,
  riskSeverityWords,
  riskSubjectWords,
} from '@xyxlx/contracts/compliance-kinds';
import {
  count,
  facts,
  firstRows,
  instant,
  money,
  noMatter,
  text,
} from '../../../platform/approval/matter.ts';
import type { Matter, ReadMatter } from '../../../platform/approval/subject.ts';
import { iso, type Queryable, rowsOf, sql } from '../../../platform/db/sql.ts';
import { wholeName } from '../subjects/subject-name.sql.ts';

/** The case with its alerts, and the verdict that is proposed. */
export const matterOfCase: ReadMatter = async (client, { tenantId, subjectId }) =>
  caseMatter(client, tenantId, subjectId);

/** A case and its alerts. */
export async function caseMatter(client: Queryable, tenantId: string, id: string): Promise<Matter> {
  const [found] = await rowsOf<{
    caseNo: string;
    rule: string;
    subjectType: RiskSubject;
    subject: string;
    severity: RiskSeverity;
    score: number;
    alerts: number;
    amount: number;
    assignee: string | null;
    openedAt: string;
    outcome: RiskOutcome | null;
    reason: string | null;
  }>(
    client,
    sql`SELECT c.case_no AS "caseNo", r.code || ' ' || r.name AS rule, c.subject_type AS "subjectType", ${wholeName('c')} AS subject,
          c.severity, c.score, c.alert_count AS alerts, c.amount::float8 AS amount,
          (SELECT u.name FROM users u WHERE u.id = c.assignee_id) AS assignee, ${iso('c.opened_at')} AS "openedAt",
          coalesce(c.proposed_outcome, c.outcome) AS outcome, coalesce(c.proposed_reason, c.close_reason) AS reason
        FROM risk_cases c JOIN risk_rules r ON r.tenant_id = c.tenant_id AND r.id = c.rule_id
        WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${id}::uuid`,
  );
  if (!found) return noMatter;
  const alerts = await firstRows<{ at: string; severity: RiskSeverity; score: number; amount: number }>(
    client,
    {
      title: { zh: '预警', en: 'Alerts' },
      columns: [
        { zh: '时间', en: 'When' },
        { zh: '级别', en: 'Severity' },
        { zh: '分值', en: 'Score' },
        { zh: '金额', en: 'Amount' },
      ],
      select: sql`${iso('a.at')} AS at, a.severity, a.score, a.amount::float8 AS amount`,
      from: sql`FROM risk_alerts a WHERE a.tenant_id = ${tenantId}::uuid AND a.case_id = ${id}::uuid`,
      orderBy: 'a.at DESC, a.id',
      row: ({ at, severity, score, amount }) => [
        instant(at),
        text(riskSeverityWords[severity]),
        count(score),
        money(amount),
      ],
    },
  );
  return {
    parts: [
      facts(
        ['案件号', 'Case', text(found.caseNo)],
        ['规则', 'Rule', text(found.rule)],
        ['主体类型', 'Kind of subject', text(riskSubjectWords[found.subjectType])],
        ['主体', 'Subject', text(found.subject)],
        ['级别', 'Severity', text(riskSeverityWords[found.severity])],
        ['分值', 'Score', count(found.score)],
        ['预警数', 'Alerts', count(found.alerts)],
        ['涉及金额', 'Amount', money(found.amount)],
        ['处理人', 'Assignee', text(found.assignee)],
        ['立案时间', 'Opened at', instant(found.openedAt)],
        ['结论', 'Outcome', found.outcome && text(riskOutcomeWords[found.outcome])],
        ['结论说明', 'Why', text(found.reason)],
      ),
      alerts,
    ],
  };
}
