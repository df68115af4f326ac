import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { invalidate } from '../../../kit/actions/use-bound-action.ts';
import { useIdempotencyKey } from '../../../kit/idempotency-key.ts';
import { KeyHint } from '../../../kit/key-hint.tsx';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { caseAreas } from '../cases/case-areas.ts';

interface ClaimNextProps {
  /** How many there are; undefined before that is known. */
  toClaim: number | undefined;
  onTaken(id: string): void;
}

/** Takes the most urgent case of one's inboxes; says so where there is none. */
export function ClaimNext({ toClaim, onTaken }: ClaimNextProps) {
  const { t } = useTranslation('compliance/cases');
  const { trpc, onSettled } = useIdempotencyKey();
  const claim = useMutation(
    api.compliance.claimNext.mutationOptions({
      trpc,
      onSettled: (result, error) => onSettled(result, error),
      onSuccess: async (taken) => {
        if (taken) onTaken(taken.id);
        else notify('info', t('desk.none'));
        await invalidate(caseAreas);
      },
    }),
  );
  return (
    <Button type="primary" block size="large" loading={claim.isPending} onClick={() => claim.mutate()}>
      {toClaim ? t('desk.claimOf', { count: toClaim }) : t('desk.claim')}
      <KeyHint name="N" />
    </Button>
  );
}
