import type { Outcome } from '@xyxlx/contracts/rule-decision';
import { type Remainder, remaindersOf } from './caps.ts';
import type { Facts, Rule, Version, WithoutRule } from './facts.ts';
import { type Miss, missCount, missesOf } from './matches.ts';
import { covers } from './scope.ts';
import type { Usage } from './usage.ts';

/** Why the company does not pay all of it. */
export type Reason =
  | { code: 'MISS'; miss: Miss }
  | { code: 'CATEGORY'; actual: Facts['category'] }
  | { code: 'CAP'; remainder: Remainder }
  | { code: 'BALANCE'; left: number }
  | { code: 'NO_RULE' };

/** How one 制度 that covers the employee judges. */
export interface Candidate {
  version: Version;
  outcome: Outcome | 'NOT_APPLICABLE';
  /** The rules that the payment falls under; the one that missed least where there is none. */
  rules: readonly Rule[];
  /** What the company pays, in fen. */
  allowed: number;
  reasons: readonly Reason[];
}

/** What becomes of a payment; all in fen. */
export interface Decision {
  outcome: Outcome;
  /** Whose word it is; null where no 制度 covers the employee. */
  by: Candidate | null;
  asked: number;
  /** What the company pays. */
  allowed: number;
  /** What the employee pays, by choice or because the company does not. */
  personal: number;
  reasons: readonly Reason[];
  candidates: readonly Candidate[];
}

/** Judges a payment by the published versions: the same for a payment, a trial and a simulation. */
export function judge(
  facts: Facts,
  versions: readonly Version[],
  usage: Usage,
  withoutRule: WithoutRule,
): Decision {
  const asked = facts.amount - facts.personalAmount;
  const candidates = versions
    .filter((version) => isCandidate(version, facts))
    .sort(judgingOrder)
    .map((version) => judgeBy(version, facts, usage, asked));
  if (candidates.length === 0) return judgeWithout(withoutRule, facts, asked);
  for (const outcome of ['PASS', 'SPLIT', 'PERSONAL'] as const) {
    const by = candidates.find((candidate) => candidate.outcome === outcome);
    if (!by) continue;
    const { allowed, reasons } = by;
    return { outcome, by, asked, allowed, personal: facts.amount - allowed, reasons, candidates };
  }
  return {
    ...declined(
      facts,
      asked,
      candidates.flatMap(({ reasons }) => reasons),
    ),
    by: candidates.find(({ outcome }) => outcome === 'DECLINED') ?? (candidates[0] as Candidate),
    candidates,
  };
}

function isCandidate({ validFrom, validTo, scopes }: Version, { today: { day }, payer }: Facts): boolean {
  return validFrom <= day && (validTo === null || day <= validTo) && covers(scopes, payer);
}

function judgeBy(version: Version, facts: Facts, usage: Usage, asked: number): Candidate {
  const { categories, excess } = version;
  const notApplicable = { version, outcome: 'NOT_APPLICABLE' as const, allowed: 0 };
  if (categories.length > 0 && !categories.includes(facts.category)) {
    return { ...notApplicable, rules: [], reasons: [{ code: 'CATEGORY', actual: facts.category }] };
  }
  const tried = version.rules.map((rule) => ({ rule, misses: missCount(rule.matches, facts) }));
  const rules = tried.filter(({ misses }) => misses === 0).map(({ rule }) => rule);
  if (rules.length === 0) {
    const [nearest] = tried.sort((a, b) => a.misses - b.misses || a.rule.seq - b.rule.seq);
    return {
      ...notApplicable,
      rules: nearest ? [nearest.rule] : [],
      reasons: nearest ? missesOf(nearest.rule.matches, facts).map((miss) => ({ code: 'MISS', miss })) : [],
    };
  }
  const remainders = rules.flatMap((rule) => remaindersOf(rule, usage, facts.today.day));
  const spendable = facts.spendable + (facts.spendableUnder?.[version.institution.id] ?? 0);
  const allowed = Math.min(spendable, ...remainders.map((one) => one.allowed));
  if (allowed >= asked) return { version, outcome: 'PASS', rules, allowed: asked, reasons: [] };
  const outcome =
    excess === 'PERSONAL' ? 'PERSONAL' : excess === 'SPLIT' && allowed > 0 ? 'SPLIT' : 'DECLINED';
  return {
    version,
    outcome,
    rules,
    allowed: outcome === 'SPLIT' ? allowed : 0,
    reasons: shortReasons(remainders, spendable, asked),
  };
}

/** What does not cover it, the shortest first; what the limit has left comes after the rules. */
function shortReasons(remainders: readonly Remainder[], spendable: number, asked: number): Reason[] {
  const short = remainders
    .filter(({ allowed }) => allowed < asked)
    .sort((a, b) => a.allowed - b.allowed)
    .map((remainder): Reason => ({ code: 'CAP', remainder }));
  return spendable < asked ? [...short, { code: 'BALANCE', left: spendable }] : short;
}

function judgeWithout(withoutRule: WithoutRule, facts: Facts, asked: number): Decision {
  const { spendable } = facts;
  if (withoutRule === 'DECLINE') return declined(facts, asked, [{ code: 'NO_RULE' }]);
  if (spendable < asked) return declined(facts, asked, [{ code: 'BALANCE', left: spendable }]);
  const personal = facts.personalAmount;
  return { outcome: 'PASS', by: null, asked, allowed: asked, personal, reasons: [], candidates: [] };
}

function declined({ personalAmount }: Facts, asked: number, reasons: readonly Reason[]): Decision {
  const nobodyPaid = { allowed: 0, personal: personalAmount };
  return { outcome: 'DECLINED', by: null, asked, ...nobodyPaid, reasons, candidates: [] };
}

/** The order in which 制度 are asked: by priority, then by code, by code unit under every language. */
export function judgingOrder(a: Version, b: Version): number {
  if (a.priority !== b.priority) return a.priority - b.priority;
  return a.institution.code < b.institution.code ? -1 : a.institution.code > b.institution.code ? 1 : 0;
}
