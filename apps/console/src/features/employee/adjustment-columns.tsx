import { type AdjustmentRow, adjustmentSourceWords, adjustmentTypeWords } from '@xyxlx/contracts/limit';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { Money } from '../../kit/money.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { labelText } from '../../lib/label.ts';
import { actorName } from '../../lib/stamp.ts';
import { momentText } from '../../lib/time.ts';

/** The columns of adjustments; `undo` only for who may take one back. */
export function adjustmentColumns(
  t: TFunction<'employee'>,
  undo: ((row: AdjustmentRow) => void) | undefined,
): Column<AdjustmentRow>[] {
  const columns: Column<AdjustmentRow>[] = [
    {
      key: 'seq',
      title: t('adjustment.seq'),
      align: 'end',
      render: (row) => row.seq,
    },
    {
      key: 'createdAt',
      title: t('adjustment.createdAt'),
      sortable: true,
      render: (row) => <span className="figures">{momentText(row.createdAt)}</span>,
    },
    { key: 'type', title: t('adjust.type'), render: (row) => labelText(adjustmentTypeWords[row.type]) },
    {
      key: 'beforeLimit',
      title: t('adjustment.before'),
      align: 'money',
      render: (row) => <Money fen={row.beforeLimit} />,
    },
    {
      key: 'deltaLimit',
      title: t('adjustment.delta'),
      align: 'money',
      render: (row) => <Money fen={row.deltaLimit} difference />,
    },
    {
      key: 'afterLimit',
      title: t('adjustment.after'),
      align: 'money',
      render: (row) => <Money fen={row.afterLimit} />,
    },
    {
      key: 'source',
      title: t('adjustment.source'),
      render: (row) => labelText(adjustmentSourceWords[row.source]),
    },
    { key: 'reason', title: t('adjustment.reason'), width: 180, render: (row) => row.reason },
    {
      key: 'createdBy',
      title: t('adjustment.createdBy'),
      render: (row) => (row.createdBy ? actorName(row.createdBy) : '—'),
    },
  ];
  if (!undo) return columns;
  return [
    ...columns,
    {
      key: 'undo',
      title: t('adjustment.undo'),
      fixed: 'end',
      render: (row) => {
        if (row.undone) return <ToneTag tone="quiet">{t('adjustment.undone')}</ToneTag>;
        if (row.undoes !== null) return t('adjustment.isUndo');
        return (
          <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => undo(row)}>
            {t('undo.action')}
          </Button>
        );
      },
    },
  ];
}
