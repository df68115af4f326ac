import { isCap } from '@xyxlx/contracts/rule-condition';
import { FieldRefusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { companiesOfVisible, visible, visibleMerchants } from '../../platform/records/scope.ts';
import { contradictionIn } from './judge/contradiction.ts';
import type { Rule, ScopeLine } from './judge/facts.ts';
import type { Terms } from './write-version.ts';

type Given = Pick<Terms, 'categories' | 'rules' | 'validTo' | 'scopes'>;

/** Throws 406 for what no version may say: a rule that never holds, an end in the past, records of others, people out of the caller's sight. */
export async function checkTerms(
  client: Queryable,
  session: Session,
  tenantId: string,
  { categories, rules, validTo, scopes }: Given,
  today: string,
): Promise<void> {
  if (validTo !== null && validTo < today) {
    throw new FieldRefusal('validTo', { zh: '有效期已过', en: 'It ends in the past' });
  }
  const never = contradictionIn({ categories, rules: rules.map(numbered) });
  if (never !== undefined) {
    throw new FieldRefusal(`rules.${never - 1}`, {
      zh: `条件互相矛盾，规则 ${never} 永不成立`,
      en: `The conditions exclude each other: rule ${never} never holds`,
    });
  }
  await checkScopes(client, session, tenantId, scopes);
  await checkConditions(client, tenantId, rules);
}

function numbered({ conditions }: Given['rules'][number], index: number): Rule {
  return { key: '', seq: index + 1, matches: conditions.filter((one) => !isCap(one)), caps: [] };
}

/** Whom a scope names must be in the caller's sight, and so must everybody that it may come to mean. */
export async function checkScopes(
  client: Queryable,
  session: Session,
  tenantId: string,
  scopes: readonly ScopeLine[],
): Promise<void> {
  const { scope } = session;
  const named = (kind: ScopeLine['kind']) => [
    ...new Set(scopes.filter((line) => line.kind === kind).flatMap(({ values }) => values)),
  ];
  if (!scope.all && !scope.tenant && scopes.some(({ kind }) => ['ALL', 'LABEL', 'GRADE'].includes(kind))) {
    throw outOfSight();
  }
  // What the caller can't see is told as what is not there; a company whose name they see may still have people they do not.
  const checks: [Sql, string[], Sql][] = [
    [sql`companies`, named('COMPANY'), companiesOfVisible(session, 'r')],
    [sql`merchants`, named('MERCHANT'), visibleMerchants(session, 'r')],
    [sql`departments`, named('DEPARTMENT'), visible(session, 'r')],
    [sql`employees`, named('EMPLOYEE'), visible(session, 'r')],
  ];
  for (const [table, ids, seen] of checks) {
    if (ids.length === 0) continue;
    const rows = await rowsOf<{ id: string }>(
      client,
      sql`SELECT r.id FROM ${table} r WHERE r.tenant_id = ${tenantId}::uuid AND r.id = ANY(${ids}::uuid[]) AND ${seen}`,
    );
    if (rows.length < ids.length) throw recordMissing();
  }
  if (!scope.all && !scope.tenant && named('COMPANY').some((id) => !scope.companyIds.includes(id))) {
    throw outOfSight();
  }
}

/** The merchants and brands that conditions name are the tenant's own. */
async function checkConditions(client: Queryable, tenantId: string, rules: Given['rules']): Promise<void> {
  const conditions = rules.flatMap((rule) => rule.conditions);
  const named = (factor: 'MERCHANT' | 'BRAND') => [
    ...new Set(
      conditions.flatMap((one) => (one.factor === factor ? one.value : [])).map((id) => id.toLowerCase()),
    ),
  ];
  for (const [table, ids] of [
    [sql`merchants`, named('MERCHANT')],
    [sql`brands`, named('BRAND')],
  ] as const) {
    if (ids.length === 0) continue;
    const rows = await rowsOf(
      client,
      sql`SELECT FROM ${table} r WHERE r.tenant_id = ${tenantId}::uuid AND r.id = ANY(${ids}::uuid[])`,
    );
    if (rows.length < ids.length) throw recordMissing();
  }
}

function outOfSight(): FieldRefusal {
  return new FieldRefusal('scopes', { zh: '超出您的数据范围', en: 'It reaches beyond your data scope' });
}
