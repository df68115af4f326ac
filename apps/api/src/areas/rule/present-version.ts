import type { InstitutionVersion } from '@xyxlx/contracts/rule';
import type { Language } from '../../core/language.ts';
import { iso, type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import type { ScopeLine, Version } from './judge/facts.ts';
import { readVersions } from './read-versions.ts';
import { ruleSentence } from './rule-sentence.ts';

type Stamps = Pick<InstitutionVersion, 'state' | 'sha256' | 'createdAt' | 'createdBy' | 'publishedAt'>;

/** Versions as the wire has them, by their ids, in the words of a language. */
export async function presentVersions(
  client: Queryable,
  tenantId: string,
  ids: readonly string[],
  language: Language,
): Promise<Map<string, InstitutionVersion>> {
  const versions = await readVersions(client, tenantId, sql`v.id = ANY(${[...ids]}::uuid[])`);
  const stamps = await rowsOf<Stamps & { id: string }>(
    client,
    sql`SELECT v.id, v.state, v.sha256, ${iso('v.created_at')} AS "createdAt", v.created_by AS "createdBy", ${iso('v.published_at')} AS "publishedAt"
        FROM institution_versions v WHERE v.tenant_id = ${tenantId}::uuid AND v.id = ANY(${[...ids]}::uuid[])`,
  );
  const names = await namesOf(
    client,
    tenantId,
    versions.flatMap(({ scopes }) => scopes),
  );
  const stampsOf = new Map(stamps.map(({ id, ...rest }) => [id, rest]));
  return new Map(
    versions.map((version) => [
      version.id,
      { ...present(version, names, language), ...(stampsOf.get(version.id) as Stamps) },
    ]),
  );
}

function present(
  { id, no, categories, priority, excess, validFrom, validTo, scopes, rules }: Version,
  names: ReadonlyMap<string, string>,
  language: Language,
): Omit<InstitutionVersion, keyof Stamps> {
  return {
    id,
    no,
    categories: [...categories],
    priority,
    excess,
    validFrom,
    validTo,
    scopes: scopes.map((line) => presentScope(line, names, language)),
    rules: rules.map(({ key, seq, matches, caps }) => {
      const conditions = [...matches, ...caps];
      return { key, seq, conditions, sentence: ruleSentence(conditions)[language] };
    }),
  };
}

function presentScope(
  { kind, excluded, values }: ScopeLine,
  names: ReadonlyMap<string, string>,
  language: Language,
): InstitutionVersion['scopes'][number] {
  const byName = kind === 'LABEL' || kind === 'GRADE' || kind === 'ALL';
  return {
    kind,
    excluded,
    id: !byName && kind !== 'EMPLOYEE' ? (values[0] ?? null) : null,
    ids: kind === 'EMPLOYEE' ? [...values] : [],
    name: byName ? (values[0] ?? '') : severalNames(values, names, language),
  };
}

function severalNames(
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  language: Language,
): string {
  const first = ids.slice(0, 3).map((id) => names.get(id) ?? '');
  if (ids.length <= first.length) return first.join(language === 'zh' ? '、' : ', ');
  return language === 'zh'
    ? `${first.join('、')} 等 ${ids.length} 人`
    : `${first.join(', ')} and ${ids.length - first.length} more`;
}

/** The names of the first few that each line names. */
async function namesOf(
  client: Queryable,
  tenantId: string,
  lines: readonly ScopeLine[],
): Promise<Map<string, string>> {
  const of = (kind: ScopeLine['kind']) =>
    lines.filter((line) => line.kind === kind).flatMap(({ values }) => values.slice(0, 3));
  const rows = await rowsOf<{ id: string; name: string }>(
    client,
    sql`SELECT id, name FROM companies WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${of('COMPANY')}::uuid[])
        UNION ALL SELECT id, name FROM merchants WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${of('MERCHANT')}::uuid[])
        UNION ALL SELECT id, name FROM departments WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${of('DEPARTMENT')}::uuid[])
        UNION ALL SELECT id, name FROM employees WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${of('EMPLOYEE')}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
