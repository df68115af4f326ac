import type { Caller } from '../../core/caller.ts';
import type { SubjectFacts } from './subject.ts';

/** The caller at a step of an approval, whatever they do otherwise: the log has it under the kind of thing that is approved. */
export function inApproval<By extends Pick<Caller, 'operation'>>(
  by: By,
  action: string,
  { type }: Pick<SubjectFacts, 'type'>,
): By {
  return { ...by, operation: { module: 'approval', action, target: type } };
}
