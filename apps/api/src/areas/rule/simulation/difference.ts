import type { SimulatedChange } from '@xyxlx/contracts/rule-simulation';
import type { Decision } from '../judge/judge.ts';

type Compared = Pick<Decision, 'outcome' | 'asked' | 'allowed'>;

/** What another set of versions changes of a payment, and by how much in fen: of one newly declined what was asked, otherwise what moves between company and employee. */
export function differenceBetween(
  before: Compared,
  after: Compared,
): { change: SimulatedChange; amount: number } {
  const wasDeclined = before.outcome === 'DECLINED';
  const isDeclined = after.outcome === 'DECLINED';
  if (isDeclined && !wasDeclined) return { change: 'NEWLY_DECLINED', amount: after.asked };
  if (wasDeclined && !isDeclined) return { change: 'NEWLY_ALLOWED', amount: after.allowed };
  const more = after.allowed - before.allowed;
  if (more < 0) return { change: 'NEWLY_SPLIT', amount: -more };
  return more > 0 ? { change: 'NEWLY_ALLOWED', amount: more } : { change: 'SAME', amount: 0 };
}
