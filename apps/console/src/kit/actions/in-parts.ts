import type { BulkActResult, BulkResult } from '@xyxlx/contracts/bulk';
import type { CallContext } from './record-action.ts';

/** How work in parts goes on. */
interface Course {
  /** So many records are dealt with. */
  onPart?(done: number): void;
  /** Asked before each part: what is done stays done. */
  isStopped?(): boolean;
}

/**
 * Does something to many records, no more at once than the service takes; each part under a key of its own, so that a second sending of all
 * repeats none. The answers come together, those of the parts that were stopped left out.
 */
export async function inParts(
  ids: readonly string[],
  atOnce: number,
  { context }: CallContext,
  act: (part: string[], call: CallContext) => Promise<BulkResult | BulkActResult>,
  { onPart, isStopped }: Course = {},
): Promise<BulkResult | BulkActResult> {
  const answers: (BulkResult | BulkActResult)[] = [];
  for (let from = 0; from < ids.length && !isStopped?.(); from += atOnce) {
    const part = ids.slice(from, from + atOnce);
    const idempotencyKey = `${context.idempotencyKey}-${from}`;
    answers.push(await act(part, { context: { ...context, idempotencyKey } }));
    onPart?.(from + part.length);
  }
  const sum = (of: (answer: BulkResult | BulkActResult) => number) =>
    answers.reduce((total, answer) => total + of(answer), 0);
  const together = {
    done: sum(({ done }) => done),
    failed: sum(({ failed }) => failed),
    rows: answers.flatMap(({ rows }) => rows),
  };
  const waiting = sum((answer) => ('waiting' in answer ? answer.waiting : 0));
  return answers.some((answer) => 'waiting' in answer)
    ? ({ ...together, waiting } as BulkActResult)
    : together;
}
