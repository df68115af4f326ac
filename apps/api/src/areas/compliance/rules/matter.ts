import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import {
  type RiskAction,
  type RiskSeverity,
  riskActionWords,
  riskSeverityWords,
} from '@xyxlx/contracts/compliance-kinds';
import type { Option } from '@xyxlx/contracts/option';
import { riskSentence } from '@xyxlx/contracts/risk-sentence';
import { payeeName } from '@xyxlx/contracts/risk-words';
import { changes, count, facts, noMatter, text } from '../../../platform/approval/matter.ts';
import type { ReadMatter } from '../../../platform/approval/subject.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { payeesNamed } from '../subjects/payees-named.sql.ts';

interface Version {
  code: string;
  name: string;
  inbox: string;
  no: number;
  state: string;
  expression: RiskExpression;
  score: number;
  severity: RiskSeverity;
  action: RiskAction;
  online: boolean;
  shadowHits: number;
  payees: Option[];
}

/** The rule as it counts, and as it would. */
export const matterOfRiskRule: ReadMatter = async (client, { tenantId, subjectId }) => {
  const versions = await rowsOf<Version>(
    client,
    sql`SELECT r.code, r.name, i.name AS inbox, v.no, v.state, v.expression, v.score, v.severity, v.action, v.online,
          (SELECT count(*)::int FROM risk_hits h WHERE h.tenant_id = v.tenant_id AND h.rule_id = v.rule_id AND h.version_id = v.id AND h.shadow) AS "shadowHits",
          (${payeesNamed(sql`r.tenant_id`, sql`SELECT x.expression FROM risk_rule_versions x WHERE x.tenant_id = r.tenant_id AND x.rule_id = r.id`)}) AS payees
        FROM risk_rules r JOIN risk_inboxes i ON i.tenant_id = r.tenant_id AND i.id = r.inbox_id
        JOIN risk_rule_versions v ON v.tenant_id = r.tenant_id AND v.rule_id = r.id
        WHERE r.tenant_id = ${tenantId}::uuid AND r.id = ${subjectId}::uuid ORDER BY v.no DESC`,
  );
  const wanted = versions.find(({ state }) => state === 'SUBMITTED') ?? versions[0];
  if (!wanted) return noMatter;
  const counts = versions.find(({ state, no }) => state === 'ENABLED' && no !== wanted.no);
  const yes = (is: boolean | undefined) =>
    is === undefined ? null : text(is ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' });
  return {
    parts: [
      changes(
        ['规则内容', 'What it looks for', said(counts), said(wanted)],
        ['分值', 'Score', count(counts?.score), count(wanted.score)],
        [
          '级别',
          'Severity',
          counts ? text(riskSeverityWords[counts.severity]) : null,
          text(riskSeverityWords[wanted.severity]),
        ],
        [
          '处置',
          'What follows',
          counts ? text(riskActionWords[counts.action]) : null,
          text(riskActionWords[wanted.action]),
        ],
        ['实时监控', 'At each payment', yes(counts?.online), yes(wanted.online)],
      ),
      facts(
        ['规则', 'Rule', text(`${wanted.code} ${wanted.name}`)],
        ['版本', 'Version', text(`v${wanted.no}`)],
        ['收件箱', 'Inbox', text(wanted.inbox)],
        ['试运行命中', 'Hits on trial', count(wanted.shadowHits)],
      ),
    ],
  };
};

function said(version: Version | undefined) {
  if (!version) return null;
  const { expression, payees } = version;
  const named = payeeName(payees);
  return text({ zh: riskSentence(expression, 'zh', named), en: riskSentence(expression, 'en', named) });
}
