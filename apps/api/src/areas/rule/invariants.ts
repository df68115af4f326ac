import type { Invariant } from '../area.ts';

/** What holds for 制度. */
export const ruleInvariants: readonly Invariant[] = [
  {
    name: 'onePublishedVersion',
    label: {
      zh: '启用的制度有且仅有一个已发布版本',
      en: 'An enabled policy has exactly one published version',
    },
    violations: `SELECT i.code || ' ' || i.name AS what FROM institutions i
          LEFT JOIN institution_versions v ON v.tenant_id = i.tenant_id AND v.institution_id = i.id AND v.state = 'PUBLISHED'
          WHERE i.tenant_id = $1 GROUP BY i.id, i.code, i.name, i.state
          HAVING count(v.id) > 1 OR (i.state = 'ENABLED' AND count(v.id) <> 1)`,
  },
];
