import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';

/** Something found of a subject. */
interface OfSubject {
  subjectId: string;
  /** In milliseconds since 1970. */
  at: number;
}

/**
 * Those of what a version found, in the order of their times, that count: after one of them a ROLLING window is quiet for its subject
 * until it has passed. `before` has when the version was heard of each subject, and is brought up to date.
 */
export function heard<T extends OfSubject>(
  { window }: RiskExpression,
  found: readonly T[],
  before: Map<string, number[]>,
): T[] {
  if (window.kind !== 'ROLLING') return [...found];
  const quiet = window.minutes * 60_000;
  return found.filter(({ subjectId, at }) => {
    const times = before.get(subjectId) ?? [];
    if (times.some((time) => time <= at && at < time + quiet)) return false;
    before.set(subjectId, [...times, at]);
    return true;
  });
}
