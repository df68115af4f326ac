import type { Outcome } from '@xyxlx/contracts/rule-decision';
import type { Candidate, Decision, Reason } from './judge/judge.ts';
import type { Usage, Used } from './judge/usage.ts';

/** How a 制度 judged, as it is kept. */
export interface CandidateRecord {
  institution: { id: string; code: string; name: string };
  versionId: string;
  versionNo: number;
  outcome: Outcome | 'NOT_APPLICABLE';
  /** The numbers of the rules that the payment fell under, or of the one that missed least. */
  rules: readonly number[];
  allowed: number;
  reasons: readonly Reason[];
}

/** A decision as it is kept: facts alone, whose words are made when somebody asks, in their language. Amounts are in fen. */
export interface DecisionRecord extends Omit<Decision, 'by' | 'candidates'> {
  /** The place in `candidates` of whose word it is; null where no 制度 covers the employee. */
  by: number | null;
  candidates: readonly CandidateRecord[];
  /** The keys of the rules that the payment fell under: what the company pays counts in them. */
  keys: readonly string[];
  /** What was used of them before. */
  usageBefore: Readonly<Record<string, Used>>;
}

/** A decision as it is kept, with what was used of its rules. */
export function recordOf({ by, candidates, ...decision }: Decision, usage: Usage): DecisionRecord {
  const keys = by && by.outcome !== 'NOT_APPLICABLE' ? by.rules.map(({ key }) => key) : [];
  const ofKeys = [...usage].filter(([id]) => keys.some((key) => id.startsWith(key)));
  return {
    ...decision,
    by: by && candidates.indexOf(by),
    candidates: candidates.map(candidateOf),
    keys,
    usageBefore: Object.fromEntries(ofKeys),
  };
}

/** The 制度 whose word it is; undefined where none covers the employee. */
export function decidingOf({
  by,
  candidates,
}: Pick<DecisionRecord, 'by' | 'candidates'>): CandidateRecord | undefined {
  return by === null ? undefined : candidates[by];
}

function candidateOf({ version, outcome, rules, allowed, reasons }: Candidate): CandidateRecord {
  return {
    institution: version.institution,
    versionId: version.id,
    versionNo: version.no,
    outcome,
    rules: rules.map(({ seq }) => seq),
    allowed,
    reasons,
  };
}
