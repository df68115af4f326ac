import { type ApprovalRow, approvalStateWords } from '@xyxlx/contracts/approval';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { Money } from '../../kit/money.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { actorName } from '../../lib/stamp.ts';
import { minuteText } from '../../lib/time.ts';
import { ApprovalActions } from './approval-actions.tsx';

/** The columns of approvals: to-dos with what can be done, records with what became of them. */
export function approvalColumns(
  t: TFunction<'approval'>,
  label: (words: Label) => string,
  open: (id: string) => void,
  isTodo: boolean,
): Column<ApprovalRow>[] {
  const handedIn: Column<ApprovalRow>[] = [
    {
      key: 'subject',
      title: t('field.subject'),
      width: 300,
      fixed: 'start',
      render: ({ id, subjectLabel }) => (
        <RowButton onPress={() => open(id)}>
          <span title={subjectLabel}>{subjectLabel}</span>
        </RowButton>
      ),
    },
    { key: 'type', title: t('field.type'), render: ({ subjectTypeLabel }) => label(subjectTypeLabel) },
    {
      key: 'amount',
      title: t('field.amount'),
      align: 'money',
      sortable: true,
      render: ({ amount }) => (amount === null ? '—' : <Money fen={amount} />),
    },
    { key: 'maker', title: t('field.maker'), render: ({ maker }) => actorName(maker.name) },
    { key: 'reason', title: t('field.reason'), width: 220, render: ({ reason }) => reason ?? '—' },
    {
      key: 'createdAt',
      title: t('field.createdAt'),
      sortable: true,
      render: ({ createdAt }) => <span className="figures">{minuteText(createdAt)}</span>,
    },
  ];
  if (isTodo) {
    return [
      ...handedIn,
      {
        key: 'actions',
        title: t('field.actions'),
        fixed: 'end',
        render: (approval) => <ApprovalActions approval={approval} size="small" />,
      },
    ];
  }
  return [
    ...handedIn,
    {
      key: 'state',
      title: t('field.state'),
      render: ({ state }) => <StateTag words={approvalStateWords[state]} />,
    },
    { key: 'checker', title: t('field.checker'), render: ({ checker }) => checker?.name ?? '—' },
    {
      key: 'decidedAt',
      title: t('field.decidedAt'),
      sortable: true,
      render: ({ decidedAt }) => (
        <span className="figures">{decidedAt === null ? '—' : minuteText(decidedAt)}</span>
      ),
    },
    {
      key: 'decisionReason',
      title: t('field.decisionReason'),
      width: 220,
      render: ({ decisionReason }) => decisionReason ?? '—',
    },
  ];
}
