import { decidedAtOnce } from '@xyxlx/contracts/approval';
import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { TFunction } from 'i18next';
import type { CallContext, RecordAction } from '../../../kit/actions/record-action.ts';
import { client } from '../../../lib/api.ts';
import styles from './desk.module.css';

/** Decides the picked ones, each by itself; `nameOf` says once more which they are and how much. */
export function manyActions(t: TFunction<'approval'>, nameOf: (id: string) => string): RecordAction<never>[] {
  const picked = (ids: readonly string[]) => (
    <ul className={styles.picked} aria-label={t('many.picked')}>
      {ids.map((id) => (
        <li key={id}>{nameOf(id)}</li>
      ))}
    </ul>
  );
  return [
    {
      name: 'approveMany',
      label: t('act.approve'),
      bulkTitle: t('many.approve.title'),
      affects: [{}],
      ask: { words: t('many.approve.words'), reason: { optionalAs: t('approve.opinion') } },
      forecastOf: picked,
      many: (ids, { reason }, call) =>
        inParts(ids, call, (part, keyed) =>
          client.approval.approveMany.mutate({ ids: part, ...(reason && { reason }) }, keyed),
        ),
    },
    {
      name: 'rejectMany',
      label: t('act.reject'),
      look: 'danger',
      bulkTitle: t('many.reject.title'),
      affects: [{}],
      ask: { words: t('many.reject.words'), reason: 'needed' },
      forecastOf: picked,
      many: (ids, { reason }, call) =>
        inParts(ids, call, (part, keyed) => client.approval.rejectMany.mutate({ ids: part, reason }, keyed)),
    },
  ];
}

/** No more at once than the service takes; each part under a key of its own. */
async function inParts(
  ids: readonly string[],
  { context }: CallContext,
  decide: (part: string[], call: CallContext) => Promise<BulkResult>,
): Promise<BulkResult> {
  const all: BulkResult = { done: 0, failed: 0, rows: [] };
  for (let from = 0; from < ids.length; from += decidedAtOnce) {
    const idempotencyKey = `${context.idempotencyKey}-${from}`;
    const { done, failed, rows } = await decide(ids.slice(from, from + decidedAtOnce), {
      context: { ...context, idempotencyKey },
    });
    all.done += done;
    all.failed += failed;
    all.rows.push(...rows);
  }
  return all;
}
