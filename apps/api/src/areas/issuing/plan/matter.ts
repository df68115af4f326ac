import { type IssuePlanType, issuePlanTypeWords } from '@xyxlx/contracts/issue-kinds';
import { planSentence } from '@xyxlx/contracts/plan-sentence';
import { changes, count, facts, money, noMatter, text } from '../../../platform/approval/matter.ts';
import type { ReadMatter } from '../../../platform/approval/subject.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { yuanText } from '../../../platform/money/yuan-text.ts';
import { definitionOf } from './definition.ts';
import { departmentNames } from './plan.sql.ts';

/** The plan as it runs, and as it would. */
export const matterOfPlan: ReadMatter = async (client, { tenantId, subjectId }) => {
  const versions = await rowsOf<{
    name: string;
    code: string;
    type: IssuePlanType;
    merchant: string;
    institution: string | null;
    no: number;
    state: string;
    definition: unknown;
    mostAmount: number | null;
    mostPeople: number | null;
  }>(
    client,
    sql`SELECT p.name, p.code, p.type, m.name AS merchant, v.no, v.state, v.definition, v.most_amount::float8 AS "mostAmount",
          v.most_people AS "mostPeople",
          (SELECT i.name FROM institutions i WHERE i.tenant_id = v.tenant_id AND i.id = (v.definition ->> 'institutionId')::uuid) AS institution
        FROM issue_plans p JOIN merchants m ON m.tenant_id = p.tenant_id AND m.id = p.merchant_id
        JOIN issue_plan_versions v ON v.tenant_id = p.tenant_id AND v.plan_id = p.id
        WHERE p.tenant_id = ${tenantId}::uuid AND p.id = ${subjectId}::uuid ORDER BY v.no DESC`,
  );
  const [newest] = versions;
  if (!newest) return noMatter;
  const runs = versions.find(({ state, no }) => state === 'PUBLISHED' && no !== newest.no);
  const names = await departmentNames(
    client,
    versions.map(({ definition }) => ({ tenantId, definition })),
  );
  const said = (version: { definition: unknown } | undefined) =>
    version
      ? text(planSentence(definitionOf(version), { yuan: yuanText, nameOf: (id) => names.get(id) }))
      : null;
  return {
    parts: [
      changes(['发放内容', 'What it issues', said(runs), said(newest)]),
      facts(
        ['计划', 'Plan', text(`${newest.code} ${newest.name}`)],
        ['版本', 'Version', text(`v${newest.no}`)],
        ['类型', 'Kind', text(issuePlanTypeWords[newest.type])],
        ['商户', 'Merchant', text(newest.merchant)],
        ['制度', 'Policy', text(newest.institution)],
        ['单次最多人数', 'Most people a run', count(newest.mostPeople)],
        ['单次最多金额', 'Most a run', money(newest.mostAmount)],
      ),
    ],
  };
};
