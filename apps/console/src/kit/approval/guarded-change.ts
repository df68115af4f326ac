import { useTranslation } from 'react-i18next';
import type { Guard } from '../form/form-context.ts';
import { recordValue } from '../form/record-value.ts';
import { useSubjectApproval } from './use-subject-approval.ts';

/** A form of a record some of whose fields only a checker changes: how these fields stand, why, and what saving led to. */
export function useGuardedChange(
  subjectType: string,
  fields: object,
  record: { id: string } | null,
  isGuarded: boolean,
) {
  const { t } = useTranslation('kit');
  const waiting = useSubjectApproval(subjectType, record?.id);
  const names = Object.keys(fields);
  const isWaiting = waiting?.state === 'PENDING';
  const guard: Guard | undefined = isGuarded ? { names, isWaiting } : undefined;
  return {
    guard,
    /** What is said after saving: a guarded field that was sent otherwise than it now stands waits for a checker. */
    savedWords(saved: object, sent: object): string {
      const waits = names.some((name) => {
        const value = recordValue(sent, name);
        return value !== undefined && value !== recordValue(saved, name);
      });
      return t(isGuarded && waits ? 'approval.changeSubmitted' : 'saved');
    },
    /** The field in which the checker is told why. */
    reason:
      isGuarded &&
      !isWaiting &&
      ([t('approval.changeReason'), { placeholder: t('approval.changeReason.hint') }] as const),
  };
}
