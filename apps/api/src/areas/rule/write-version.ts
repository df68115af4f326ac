import { createHash } from 'node:crypto';
import type { rule as contract } from '@xyxlx/contracts/rule';
import type { Condition } from '@xyxlx/contracts/rule-condition';
import type { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { ScopeLine, Version } from './judge/facts.ts';
import type { WrittenVersion } from './read-versions.ts';
import { linesOf, scopeRows } from './scope-lines.ts';

type Input = z.output<typeof contract.addInstitution.input>;

/** What a version says. */
export interface Terms extends Omit<Input, 'name' | 'scopes' | 'categories'> {
  categories: Version['categories'];
  scopes: readonly ScopeLine[];
}

/** The terms of a version that is there, to go on from. */
export function termsOfVersion({
  categories,
  priority,
  excess,
  validFrom,
  validTo,
  scopes,
  rules,
}: WrittenVersion): Terms {
  const written = rules.map(({ key, conditions }) => ({ key, conditions }));
  return { categories, priority, excess, validFrom, validTo, scopes, rules: written };
}

/** The terms of an input. */
export function termsOf({ scopes, rules, ...input }: Omit<Input, 'name'>): Terms {
  return {
    ...input,
    scopes: linesOf(scopes),
    rules: rules.map(({ conditions, key }) => ({
      ...(key && { key: key.toLowerCase() }),
      conditions: conditions.map(inLowerCase),
    })),
  };
}

/** Ids are compared as the database writes them. */
function inLowerCase(condition: Condition): Condition {
  return condition.factor === 'MERCHANT' || condition.factor === 'BRAND'
    ? { ...condition, value: condition.value.map((id) => id.toLowerCase()) }
    : condition;
}

/** Whose version it is. */
interface Owner {
  tenantId: string;
  institutionId: string;
}

/** Writes a new draft and returns its id; rules that name a key go on from a version before. */
export async function addVersion(
  tx: Transaction,
  by: Caller,
  place: Owner & { no: number },
  terms: Terms,
): Promise<string> {
  const { id } = await tx.institutionVersion.create({
    data: { ...place, ...columnsOf(terms), ...writtenBy(by) },
  });
  await writeParts(
    tx,
    { tenantId: place.tenantId, versionId: id },
    terms,
    await keysOf(tx, place, terms.rules),
  );
  return id;
}

/** Writes a draft anew: who wrote it last is its author. */
export async function rewriteVersion(
  tx: Transaction,
  by: Caller,
  { versionId: id, ...owner }: Owner & { versionId: string },
  terms: Terms,
): Promise<void> {
  const { tenantId } = owner;
  // Asked while the draft's own rules are still there.
  const keys = await keysOf(tx, owner, terms.rules);
  const of = { where: { tenantId, versionId: id } };
  await tx.institutionScope.deleteMany(of);
  await tx.usageRule.deleteMany(of);
  await tx.institutionVersion.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...columnsOf(terms), ...writtenBy(by) },
  });
  await writeParts(tx, { tenantId, versionId: id }, terms, keys);
}

function writtenBy({ session, now }: Caller) {
  return { createdAt: now, createdBy: session.userName, createdById: session.userId };
}

function columnsOf(terms: Terms) {
  const { priority, excess, categories, validFrom, validTo } = terms;
  return {
    priority,
    excess,
    categories: [...categories],
    validFrom: new Date(validFrom),
    validTo: validTo === null ? null : new Date(validTo),
    sha256: createHash('sha256').update(JSON.stringify(terms)).digest('hex'),
  };
}

async function writeParts(
  tx: Transaction,
  { tenantId, versionId }: { tenantId: string; versionId: string },
  { scopes, rules }: Terms,
  keys: readonly string[],
): Promise<void> {
  await tx.institutionScope.createMany({ data: scopeRows({ tenantId, versionId }, scopes) });
  await tx.usageRule.createMany({
    data: rules.map((_, n) => ({ tenantId, versionId, seq: n + 1, key: keys[n] as string })),
  });
  await tx.ruleCondition.createMany({
    data: rules.flatMap(({ conditions }, n) =>
      conditions.map(({ factor, operator, value }, place) => ({
        tenantId,
        versionId,
        ruleSeq: n + 1,
        seq: place + 1,
        factor,
        operator,
        value,
      })),
    ),
  });
}

/** The keys of the rules: those that are given are the 制度's own, each once; the others are new. */
async function keysOf(
  tx: Transaction,
  { tenantId, institutionId }: Owner,
  rules: Terms['rules'],
): Promise<string[]> {
  const given = rules.flatMap(({ key }) => key ?? []);
  const known = await rowsOf<{ key: string }>(
    tx,
    sql`SELECT DISTINCT r.key FROM usage_rules r
        JOIN institution_versions v ON v.tenant_id = r.tenant_id AND v.id = r.version_id
        WHERE r.tenant_id = ${tenantId}::uuid AND v.institution_id = ${institutionId}::uuid AND r.key = ANY(${given}::uuid[])`,
  );
  if (known.length < given.length) {
    throw new Refusal({
      zh: '规则已变更，请刷新后重试',
      en: 'The rules have changed, reload and try again',
    });
  }
  const fresh = await rowsOf<{ key: string }>(
    tx,
    sql`SELECT uuidv7() AS key FROM generate_series(1, ${rules.length - given.length}::int)`,
  );
  return rules.map(({ key }) => key ?? (fresh.pop()?.key as string));
}
