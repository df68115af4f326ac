import type { ApprovalRow } from '@xyxlx/contracts/approval';
import type { Label } from '@xyxlx/contracts/endpoint';
import { useTranslation } from 'react-i18next';
import { ListDesk } from '../../../kit/desk/list-desk.tsx';
import { singleFilter } from '../../../kit/filters/single-filter.tsx';
import { daysFilter } from '../../../kit/filters/span-filter.tsx';
import { textFilter } from '../../../kit/filters/text-filter.tsx';
import { api } from '../../../lib/api.ts';
import { useLabel } from '../../../lib/label.ts';
import { amountText } from '../../../lib/money.ts';
import { DeskRecord } from './desk-record.tsx';
import { manyActions } from './many-actions.tsx';
import { QueueCard } from './queue-card.tsx';
import { useDecided } from './use-decided.ts';

interface ApprovalDeskProps {
  /** The kinds of what waits, to choose from. */
  kinds: readonly { subjectType: string; subjectTypeLabel: Label }[];
}

/** 待我审批: what waits at the left, at the right the whole of the open one, and the decision. */
export function ApprovalDesk({ kinds }: ApprovalDeskProps) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  const leave = useDecided();
  return (
    <ListDesk
      name="approvalTodo"
      label={t('tab.todo')}
      recordLabel={t('desk.record')}
      none={t('desk.none')}
      ofTenants
      query={api.approval.queryTodo}
      sortFields={['createdAt', 'amount']}
      orders={[
        { sort: { field: 'createdAt', order: 'desc' }, label: t('desk.order.new') },
        { sort: { field: 'createdAt', order: 'asc' }, label: t('desk.order.old') },
        { sort: { field: 'amount', order: 'desc' }, label: t('desk.order.large') },
        { sort: { field: 'amount', order: 'asc' }, label: t('desk.order.small') },
      ]}
      filters={[
        textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
        singleFilter(
          'subjectType',
          t('field.type'),
          kinds.map(({ subjectType, subjectTypeLabel }) => ({
            value: subjectType,
            label: label(subjectTypeLabel),
            wire: subjectType,
          })),
        ),
        daysFilter('between', t('field.createdAt'), 'from', 'to'),
      ]}
      nameOf={nameOf}
      card={(row) => <QueueCard row={row} />}
      bulk={(named) => manyActions(t, named)}
      sums={{ query: api.approval.sumTodo, figures: [{ name: 'amount', label: t('desk.sum') }] }}
      record={({ id, onDone }) => (
        <DeskRecord
          id={id}
          onDone={() => {
            onDone();
            leave(id);
          }}
        />
      )}
    />
  );
}

function nameOf({ subjectLabel, amount }: ApprovalRow): string {
  return amount === null ? subjectLabel : `${subjectLabel} ${amountText(amount)}`;
}
