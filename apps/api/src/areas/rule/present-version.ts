import type { InstitutionVersion } from '@xyxlx/contracts/rule-institution';
import { ruleSentence } from '@xyxlx/contracts/rule-sentence';
import type { Language } from '../../core/language.ts';
import type { Session } from '../../core/session.ts';
import { iso, join, type Queryable, raw, rowsOf, sql } from '../../platform/db/sql.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { visible } from '../../platform/records/scope.ts';
import type { ScopeLine } from './judge/facts.ts';
import { readWrittenVersions, type WrittenVersion } from './read-versions.ts';

type Stamps = Pick<InstitutionVersion, 'state' | 'sha256' | 'createdAt' | 'createdBy' | 'publishedAt'>;

/** Who reads, and in which language. */
interface Reader {
  session: Session;
  language: Language;
}

/** Versions as the wire has them, by their ids; employees out of the reader's sight are counted, not named. */
export async function presentVersions(
  client: Queryable,
  { session, language }: Reader,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, InstitutionVersion>> {
  const versions = await readWrittenVersions(client, tenantId, sql`v.id = ANY(${[...ids]}::uuid[])`);
  const stamps = await rowsOf<Stamps & { id: string }>(
    client,
    sql`SELECT v.id, v.state, v.sha256, ${iso('v.created_at')} AS "createdAt", v.created_by AS "createdBy", ${iso('v.published_at')} AS "publishedAt"
        FROM institution_versions v WHERE v.tenant_id = ${tenantId}::uuid AND v.id = ANY(${[...ids]}::uuid[])`,
  );
  const names = await namesOf(client, session, tenantId, versions);
  const stampsOf = new Map(stamps.map(({ id, ...rest }) => [id, rest]));
  return new Map(
    versions.map((version) => [
      version.id,
      { ...present(version, names, language), ...(stampsOf.get(version.id) as Stamps) },
    ]),
  );
}

function present(
  version: WrittenVersion,
  names: ReadonlyMap<string, string>,
  language: Language,
): Omit<InstitutionVersion, keyof Stamps> {
  const { id, no, categories, priority, excess, validFrom, validTo, scopes, rules } = version;
  const spelling = { yuan: yuanText, nameOf: (named: string) => names.get(named) };
  return {
    id,
    no,
    categories: [...categories],
    priority,
    excess,
    validFrom,
    validTo,
    scopes: scopes.map((line) => presentScope(line, names, language)),
    rules: rules.map((rule) => ({ ...rule, sentence: ruleSentence(rule.conditions, spelling)[language] })),
    named: [...new Set(Object.values(namedIn(version)).flat())].flatMap((named) => {
      const name = names.get(named);
      return name === undefined ? [] : [{ id: named, name }];
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
  const first = ids.slice(0, 3).flatMap((id) => names.get(id) ?? []);
  const list = first.join(language === 'zh' ? '、' : ', ');
  if (ids.length <= first.length) return list;
  if (first.length === 0) return language === 'zh' ? `${ids.length} 人` : `${ids.length} people`;
  return language === 'zh' ? `${list} 等 ${ids.length} 人` : `${list} and ${ids.length - first.length} more`;
}

/** What a version names by its id, by the table that has the name. */
function namedIn({ scopes, rules }: WrittenVersion) {
  const ofScope = (kind: ScopeLine['kind']) =>
    scopes.filter((line) => line.kind === kind).flatMap(({ values }) => values);
  const ofCondition = (factor: 'MERCHANT' | 'BRAND') =>
    rules.flatMap(({ conditions }) => conditions.flatMap((one) => (one.factor === factor ? one.value : [])));
  return {
    companies: ofScope('COMPANY'),
    merchants: [...ofScope('MERCHANT'), ...ofCondition('MERCHANT')],
    departments: ofScope('DEPARTMENT'),
    employees: ofScope('EMPLOYEE'),
    brands: ofCondition('BRAND'),
  };
}

/** The names of what the versions name, as far as the reader may see them. */
async function namesOf(
  client: Queryable,
  session: Session,
  tenantId: string,
  versions: readonly WrittenVersion[],
): Promise<Map<string, string>> {
  const named = versions.map(namedIn);
  const idsOf = (table: keyof ReturnType<typeof namedIn>) => named.flatMap((one) => one[table]);
  const tables = (['companies', 'merchants', 'departments', 'employees', 'brands'] as const).map(
    (table) => sql`SELECT r.id, r.name FROM ${raw(table)} r
      WHERE r.tenant_id = ${tenantId}::uuid AND r.id = ANY(${idsOf(table)}::uuid[])
        AND ${table === 'employees' ? visible(session, 'r') : sql`TRUE`}`,
  );
  const rows = await rowsOf<{ id: string; name: string }>(client, join(tables, ' UNION ALL '));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
