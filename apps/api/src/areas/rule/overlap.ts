import { isDeepStrictEqual } from 'node:util';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { rule as contract } from '@xyxlx/contracts/rule';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { join, type Queryable, rowOf, sql } from '../../platform/db/sql.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { alikeAtWork, belowOf, coveredBy } from './audience.ts';
import { findInstitution } from './find-institution.ts';
import type { Rule, Version } from './judge/facts.ts';
import { judgingOrder } from './judge/judge.ts';
import { publishedRules } from './published-rules.ts';
import { readVersions } from './read-versions.ts';

type Overlap = z.output<typeof contract.explainOverlap.output>[number];

/** Within so many days of its end a 制度 is told of. */
const expiringDays = 7;

/** Where the enabled 制度, or one of them or its draft with the others, overlap, end soon or leave people out. */
export async function explainOverlap({
  input,
  session,
  deps,
  request: { language },
  now,
}: Call<z.output<typeof contract.explainOverlap.input>, Session>): Promise<Overlap[]> {
  const { pool } = deps.database;
  const about = input.id ? await findInstitution(pool, session, input.id) : null;
  const tenantId = about?.tenantId ?? (session.scope.all ? input.tenantId : undefined) ?? session.tenantId;
  const newest = about?.newestId ?? null;
  const enabled = await publishedRules(pool, deps, tenantId);
  const versions = [
    ...enabled.versions.filter(({ institution }) => institution.id !== about?.id),
    ...(await readVersions(pool, tenantId, sql`v.id = ${newest}::uuid`)),
  ].sort(judgingOrder);
  const found: Overlap[] = [];
  const say = (kind: Overlap['kind'], words: Label, institution?: Version, other?: Version) =>
    found.push({
      kind,
      institution: institution?.institution ?? null,
      other: other?.institution ?? null,
      words: words[language],
    });
  const today = shanghaiDay(now);
  for (const [n, later] of versions.entries()) {
    const isAsked = (other: Version) => !about || later.id === newest || other.id === newest;
    for (const earlier of versions.slice(0, n).filter(isAsked)) {
      const [kind, words] = between(earlier, later) ?? [];
      if (kind && words) say(kind, words, later, earlier);
    }
    const left = later.validTo ? daysBetween(today, later.validTo) : null;
    if ((!about || later.id === newest) && left !== null && left <= expiringDays) {
      const { name } = later.institution;
      say(
        'EXPIRING',
        { zh: `「${name}」${later.validTo} 到期`, en: `"${name}" ends on ${later.validTo}` },
        later,
      );
    }
  }
  const gap = about ? 0 : await uncovered(pool, tenantId, versions);
  if (gap > 0) say('GAP', { zh: `无制度覆盖 ${gap} 人`, en: `No policy covers ${gap} people` });
  return found;
}

function between(earlier: Version, later: Version): [Overlap['kind'], Label] | undefined {
  const { name } = earlier.institution;
  if (!mayMeet(earlier, later)) return undefined;
  if (saysTheSame(earlier, later)) {
    return ['DUPLICATE', { zh: `与「${name}」内容相同`, en: `It says the same as "${name}"` }];
  }
  if (isWider(earlier, later)) {
    return [
      'SHADOWED',
      {
        zh: `「${name}」先判断且范围、额度都不小于它，用尽之前不会轮到`,
        en: `"${name}" judges first and allows at least as much: it decides nothing until that is used up`,
      },
    ];
  }
  return [
    'TIGHTER',
    {
      zh: `与「${name}」可能同时适用于一笔支付，「${name}」先判断`,
      en: `"${name}" may be for the same payment and judges first`,
    },
  ];
}

/** Whether one payment could be for both: their days, categories and people are not apart for certain. */
function mayMeet(a: Version, b: Version): boolean {
  const inTime = (a.validTo ?? '9999') >= b.validFrom && (b.validTo ?? '9999') >= a.validFrom;
  const inCategory =
    a.categories.length === 0 ||
    b.categories.length === 0 ||
    a.categories.some((category) => b.categories.includes(category));
  return inTime && inCategory && a.rules.some((rule) => b.rules.some((other) => rulesMeet(rule, other)));
}

/** False where two conditions on the same factor name nothing in common. */
function rulesMeet(a: Rule, b: Rule): boolean {
  return a.matches.every((one) =>
    b.matches.every((other) => {
      if (one.factor !== other.factor || one.operator !== 'IN' || other.operator !== 'IN') return true;
      if (one.factor === 'MCC' || one.factor === 'CITY' || one.factor === 'TIME') return true;
      const named: readonly unknown[] = other.value;
      return one.value.some((value) => named.includes(value));
    }),
  );
}

function saysTheSame(a: Version, b: Version): boolean {
  const content = ({ excess, categories, validFrom, validTo, scopes, rules }: Version) => ({
    excess,
    categories,
    validFrom,
    validTo,
    scopes,
    rules: rules.map(({ matches, caps }) => ({ matches, caps })),
  });
  return isDeepStrictEqual(content(a), content(b));
}

/** Whether the earlier covers whoever the later covers, for whatever that is for, and caps nothing lower. */
function isWider(earlier: Version, later: Version): boolean {
  const coversAll = earlier.scopes.every(({ kind }) => kind === 'ALL');
  const sameScope = isDeepStrictEqual(earlier.scopes, later.scopes);
  const inTime =
    earlier.validFrom <= later.validFrom && (earlier.validTo ?? '9999') >= (later.validTo ?? '9999');
  const inCategory =
    earlier.categories.length === 0 ||
    (later.categories.length > 0 && later.categories.every((one) => earlier.categories.includes(one)));
  return (
    (coversAll || sameScope) &&
    inTime &&
    inCategory &&
    later.rules.every((rule) => earlier.rules.some((wide) => impliesRule(rule, wide, earlier)))
  );
}

/** Whether what matches the narrow rule matches the wide one, and no rule of the wide version caps it lower. */
function impliesRule(narrow: Rule, wide: Rule, { rules }: Version): boolean {
  const matches = wide.matches.every((condition) =>
    narrow.matches.some((other) => isDeepStrictEqual(condition, other)),
  );
  const caps = rules
    .flatMap((rule) => rule.caps)
    .every((cap) => narrow.caps.some((other) => other.factor === cap.factor && other.value <= cap.value));
  return matches && caps;
}

async function uncovered(client: Queryable, tenantId: string, versions: readonly Version[]): Promise<number> {
  if (versions.length === 0) return 0;
  const lines = versions.flatMap(({ scopes }) => scopes);
  const below = await belowOf(client, tenantId, lines);
  const any = join(
    versions.map(({ scopes }) => coveredBy(scopes, below)),
    ' OR ',
  );
  const { count } = await rowOf<{ count: number }>(
    client,
    sql`SELECT coalesce(sum(e.people), 0)::int AS count FROM ${alikeAtWork(tenantId, lines)} WHERE NOT (${any})`,
  );
  return count;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
