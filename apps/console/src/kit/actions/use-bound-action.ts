import { type QueryFilters, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import type { BoundAction } from './bound-action.ts';
import type { Given } from './record-action.ts';

/** Does an action to one record; says so and reads again what it touched. */
export function useBoundAction({ run, done, affects }: BoundAction, onDone?: () => void) {
  const { t } = useTranslation('kit');
  const { trpc, onSettled } = useIdempotencyKey();
  return useMutation({
    onSettled,
    mutationFn: (given: Given) => run(given, trpc),
    onSuccess: async (result) => {
      const refusal = refusalIn(result);
      if (refusal !== undefined) return notify('error', refusal);
      onDone?.();
      if (done !== null) notify('success', waitsIn(result) ? t('act.submitted') : (done ?? t('done')));
      await invalidate(affects);
    },
  });
}

/** Marks what an action changed as stale: what is on the screen is read again. */
export async function invalidate(areas: readonly QueryFilters[]): Promise<void> {
  await Promise.all(areas.map((area) => queryClient.invalidateQueries(area)));
}

// Of one record, why it was refused says everything.
function refusalIn(result: unknown): string | undefined {
  const [row] = rowsOf(result);
  return row?.ok === false ? row.message : undefined;
}

function waitsIn(result: unknown): boolean {
  const [row] = rowsOf(result);
  return hasApproval(row) || hasApproval(result);
}

function rowsOf(result: unknown): { ok: boolean; message: string }[] {
  return typeof result === 'object' && result !== null && 'rows' in result
    ? (result.rows as { ok: boolean; message: string }[])
    : [];
}

function hasApproval(answer: unknown): boolean {
  return (
    typeof answer === 'object' && answer !== null && 'approvalId' in answer && answer.approvalId !== null
  );
}
