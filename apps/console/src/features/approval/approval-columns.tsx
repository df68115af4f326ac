import { type ApprovalRow, approvalStateWords } from '@xyxlx/contracts/approval';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { TFunction } from 'i18next';
import type { Cells } from '../../kit/list/cells.tsx';
import type { Column } from '../../kit/list/column.ts';
import { actorText } from '../../lib/actor-text.ts';

type Cell = Cells<ApprovalRow>;
type Columns = Column<ApprovalRow>[];

/** What was handed in, by whom and why. */
export function submittedColumns(
  cell: Cell,
  t: TFunction<'approval'>,
  label: (words: Label) => string,
): Columns {
  return [
    cell.name(
      'subject',
      t('field.subject'),
      ({ subjectLabel }) => <span title={subjectLabel}>{subjectLabel}</span>,
      { wraps: true },
    ),
    cell.text('type', t('field.type'), ({ subjectTypeLabel }) => label(subjectTypeLabel), { wraps: true }),
    cell.money('amount', t('field.amount'), ({ amount }) => amount),
    cell.text('maker', t('field.maker'), ({ maker }) => actorText(maker), { wraps: true }),
    cell.text('reason', t('field.reason'), ({ reason }) => reason, { width: 220, wraps: true }),
    cell.minute('createdAt', t('field.createdAt'), ({ createdAt }) => createdAt),
  ];
}

/** What became of it. */
export function outcomeColumns(cell: Cell, t: TFunction<'approval'>): Columns {
  return [
    cell.state('state', t('field.state'), approvalStateWords, ({ state }) => state),
    cell.text('checker', t('field.checker'), ({ checker }) => checker && actorText(checker)),
    cell.minute('decidedAt', t('field.decidedAt'), ({ decidedAt }) => decidedAt),
    cell.text('decisionReason', t('field.decisionReason'), ({ decisionReason }) => decisionReason, {
      width: 220,
    }),
  ];
}
