import { consumptionCategoryWords } from '@xyxlx/contracts/consumption';
import { rule as contract } from '@xyxlx/contracts/rule';
import { excessWords, type InstitutionVersion, scopeKindWords } from '@xyxlx/contracts/rule-institution';
import type { z } from 'zod';
import type { Language } from '../../core/language.ts';
import { sql } from '../../platform/db/sql.ts';
import { hasId } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { visibleInTenant } from '../../platform/records/scope.ts';
import { presentVersions } from './present-version.ts';

type VersionRow = z.output<typeof contract.queryVersion.output>['list'][number];

/** The versions of a 制度, each with what it changed. */
export const versions = listOf<
  typeof contract.queryVersion,
  { id: string; tenantId: string; before: string | null }
>(contract.queryVersion, {
  from: 'institution_versions',
  alias: 'v',
  scope: visibleInTenant,
  filters: { id: hasId('v.institution_id') },
  sort: { no: { column: 'v.no', type: 'int' } },
  usual: ['no', 'desc'],
  joins: sql`LEFT JOIN institution_versions b ON b.tenant_id = v.tenant_id AND b.institution_id = v.institution_id AND b.no = v.no - 1`,
  row: sql`json_build_object('id', v.id, 'tenantId', v.tenant_id, 'before', b.id)`,
  present: async (rows, { deps, session, request: { language } }) => {
    const [first] = rows;
    if (!first) return [];
    const ids = rows.flatMap(({ id, before }) => [id, ...(before ? [before] : [])]);
    const found = await presentVersions(deps.database.pool, { session, language }, first.tenantId, ids);
    return rows.map(({ id, before }): VersionRow => {
      const version = found.get(id) as InstitutionVersion;
      return {
        ...version,
        changes: changesBetween(before ? found.get(before) : undefined, version, language),
      };
    });
  },
});

const fields = {
  categories: { zh: '类目', en: 'Categories' },
  priority: { zh: '优先级', en: 'Priority' },
  excess: { zh: '超额处理', en: 'What is above' },
  validity: { zh: '有效期', en: 'Validity' },
  scopes: { zh: '范围', en: 'Scope' },
  rules: { zh: '规则', en: 'Rules' },
} as const;

function changesBetween(
  before: InstitutionVersion | undefined,
  after: InstitutionVersion,
  language: Language,
): VersionRow['changes'] {
  if (!before) return [];
  const [was, is] = [textsOf(before, language), textsOf(after, language)];
  return (Object.keys(fields) as (keyof typeof fields)[])
    .filter((field) => was[field] !== is[field])
    .map((field) => ({ field: fields[field][language], before: was[field], after: is[field] }));
}

function textsOf(version: InstitutionVersion, language: Language): Record<keyof typeof fields, string> {
  const { categories, priority, excess, validFrom, validTo, scopes, rules } = version;
  const excluding = { zh: '不含', en: 'not ' }[language];
  return {
    categories: categories.map((one) => consumptionCategoryWords[one][language]).join('、') || '—',
    priority: String(priority),
    excess: excessWords[excess][language],
    validity: `${validFrom} – ${validTo ?? ''}`,
    scopes: scopes
      .map(({ excluded, name, kind }) => {
        const words = scopeKindWords[kind][language];
        return `${excluded ? excluding : ''}${name ? `${words} ${name}` : words}`;
      })
      .join('；'),
    rules: rules.map(({ sentence }) => sentence).join('\n'),
  };
}
