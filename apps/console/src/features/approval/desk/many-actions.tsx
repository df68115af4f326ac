import { decidedAtOnce } from '@xyxlx/contracts/approval';
import type { TFunction } from 'i18next';
import type { RecordAction } from '../../../kit/actions/record-action.ts';
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
      atOnce: decidedAtOnce,
      many: (ids, { reason }, call) =>
        client.approval.approveMany.mutate({ ids, ...(reason && { reason }) }, call),
    },
    {
      name: 'rejectMany',
      label: t('act.reject'),
      look: 'danger',
      bulkTitle: t('many.reject.title'),
      affects: [{}],
      ask: { words: t('many.reject.words'), reason: 'needed' },
      forecastOf: picked,
      atOnce: decidedAtOnce,
      many: (ids, { reason }, call) => client.approval.rejectMany.mutate({ ids, reason }, call),
    },
  ];
}
