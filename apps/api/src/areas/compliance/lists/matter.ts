import {
  type RiskList,
  type RiskSubject,
  riskListWords,
  riskSubjectWords,
} from '@xyxlx/contracts/compliance-kinds';
import { facts, firstRows, instant, noMatter, text } from '../../../platform/approval/matter.ts';
import type { ReadMatter } from '../../../platform/approval/subject.ts';
import { iso, rowsOf, sql } from '../../../platform/db/sql.ts';
import { wholeName } from '../subjects/subject-name.sql.ts';

/** Who begins to be on a list, or ends. */
export const matterOfRiskList: ReadMatter = async (client, { tenantId, subjectId }) => {
  const its = sql`e.tenant_id = ${tenantId}::uuid AND (e.request_id = ${subjectId}::uuid OR e.id = ${subjectId}::uuid)`;
  const [first] = await rowsOf<{
    list: RiskList;
    reason: string;
    removeReason: string | null;
    rule: string | null;
    validFrom: string;
    validTo: string | null;
    ends: boolean;
  }>(
    client,
    sql`SELECT e.list, e.reason, e.remove_reason AS "removeReason", r.code || ' ' || r.name AS rule, ${iso('e.valid_from')} AS "validFrom",
          ${iso('e.valid_to')} AS "validTo", e.id = ${subjectId}::uuid AS ends
        FROM risk_list_entries e LEFT JOIN risk_rules r ON r.tenant_id = e.tenant_id AND r.id = e.rule_id
        WHERE ${its} ORDER BY e.id LIMIT 1`,
  );
  if (!first) return noMatter;
  const entries = await firstRows<{ type: RiskSubject; name: string }>(client, {
    title: { zh: '名单对象', en: 'Entries' },
    columns: [
      { zh: '类型', en: 'Kind' },
      { zh: '名称', en: 'Name' },
    ],
    select: sql`e.subject_type AS type, ${wholeName('e')} AS name`,
    from: sql`FROM risk_list_entries e WHERE ${its}`,
    orderBy: 'e.id',
    row: ({ type, name }) => [text(riskSubjectWords[type]), text(name)],
  });
  return {
    parts: [
      facts(
        ['操作', 'Act', text(first.ends ? { zh: '移出', en: 'Remove' } : { zh: '列入', en: 'Put on' })],
        ['名单', 'List', text(riskListWords[first.list])],
        ['针对规则', 'For the rule', text(first.rule)],
        ['列入原因', 'Why on it', text(first.reason)],
        ['移出原因', 'Why removed', text(first.removeReason)],
        ['生效', 'From', instant(first.validFrom)],
        ['失效', 'Until', instant(first.validTo)],
      ),
      entries,
    ],
  };
};
