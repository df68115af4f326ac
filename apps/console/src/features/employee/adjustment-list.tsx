import { type AdjustmentRow, adjustmentSourceWords, adjustmentTypeWords } from '@xyxlx/contracts/limit';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { List } from '../../kit/list/list.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { actorName } from '../../lib/stamp.ts';
import { undoAction } from './undo-action.tsx';

/** The chain of one employee's adjustments, and taking one back. */
export function AdjustmentList({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('employee');
  const can = useCan();
  return (
    <List
      name="adjustment"
      label={t('adjustment.title')}
      query={api.limit.queryAdjustment}
      sums={{
        query: api.limit.sumAdjustment,
        figures: [
          { name: 'increaseLimit', label: t('sum.increased') },
          { name: 'decreaseLimit', label: t('sum.decreased') },
          { name: 'netLimit', label: t('sum.net') },
        ],
      }}
      scope={{ employeeId }}
      sortFields={['createdAt']}
      filters={[
        choiceFilter('type', t('adjust.type'), adjustmentTypeWords),
        choiceFilter('source', t('adjustment.source'), adjustmentSourceWords),
        daysFilter('created', t('adjustment.createdAt'), 'createdFrom', 'createdTo'),
      ]}
      columns={(cell) => [
        cell.count('seq', t('adjustment.seq'), (row) => row.seq),
        cell.moment('createdAt', t('adjustment.createdAt'), (row) => row.createdAt),
        cell.kind('type', t('adjust.type'), adjustmentTypeWords, (row) => row.type),
        cell.money('beforeLimit', t('adjustment.before'), (row) => row.beforeLimit),
        cell.money('deltaLimit', t('adjustment.delta'), (row) => row.deltaLimit, { difference: true }),
        cell.money('afterLimit', t('adjustment.after'), (row) => row.afterLimit),
        cell.kind('source', t('adjustment.source'), adjustmentSourceWords, (row) => row.source),
        cell.text('reason', t('adjustment.reason'), (row) => row.reason, { width: 180 }),
        cell.text(
          'createdBy',
          t('adjustment.createdBy'),
          ({ createdBy }) => createdBy && actorName(createdBy),
        ),
        ...(can('limit.adjust')
          ? [cell.custom('undo', t('adjustment.undo'), (row) => <UndoCell row={row} />, { atEnd: true })]
          : []),
      ]}
      exports={[{ permission: 'limit.export', path: 'limit/exportAdjustment' }]}
    />
  );
}

function UndoCell({ row }: { row: AdjustmentRow }) {
  const { t } = useTranslation('employee');
  if (row.undone) return <ToneTag tone="quiet">{t('adjustment.undone')}</ToneTag>;
  if (row.undoes !== null) return t('adjustment.isUndo');
  return <RecordActions record={row} nameOf={() => t('undo.title')} actions={[undoAction(t)]} inRow />;
}
