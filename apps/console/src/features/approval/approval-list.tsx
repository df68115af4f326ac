import { approvalStateWords } from '@xyxlx/contracts/approval';
import type { Label } from '@xyxlx/contracts/endpoint';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { singleFilter } from '../../kit/filters/single-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { actionColumn, outcomeColumns, submittedColumns } from './approval-columns.tsx';
import styles from './approval-list.module.css';

const ApprovalDrawer = lazyOverlay(async () => (await import('./approval-drawer.tsx')).ApprovalDrawer);

/** What waits for the caller, what they handed in, what they decided, and everything. */
export const approvalViews = ['todo', 'made', 'decided', 'all'] as const;
type ApprovalView = (typeof approvalViews)[number];

interface ApprovalListProps {
  view: ApprovalView;
  /** The kinds of what waits, to choose from. */
  kinds: readonly { subjectType: string; subjectTypeLabel: Label }[];
}

/** One view of the approvals with its filters and the detail of one. */
export function ApprovalList({ view, kinds }: ApprovalListProps) {
  return (
    <div className={styles.list}>
      {view === 'todo' ? <TodoList kinds={kinds} /> : <RecordList key={view} view={view} />}
    </div>
  );
}

function TodoList({ kinds }: Pick<ApprovalListProps, 'kinds'>) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  return (
    <List
      name="approvalTodo"
      label={t('tab.todo')}
      ofTenants
      query={api.approval.queryTodo}
      sortFields={['createdAt', 'amount', 'decidedAt']}
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
      columns={(cell) => [...submittedColumns(cell, t, label), actionColumn(cell, t)]}
      drawer={({ id, onClose }) => <ApprovalDrawer id={id} onClose={onClose} />}
    />
  );
}

function RecordList({ view }: { view: Exclude<ApprovalView, 'todo'> }) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  return (
    <List
      name="approval"
      label={t(`tab.${view}`)}
      ofTenants
      query={api.approval.queryApproval}
      {...(view !== 'all' && { scope: { mine: view } })}
      sortFields={['createdAt', 'amount', 'decidedAt']}
      filters={[
        textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
        choiceFilter('state', t('field.state'), approvalStateWords),
        daysFilter('between', t('field.createdAt'), 'from', 'to'),
      ]}
      columns={(cell) => [...submittedColumns(cell, t, label), ...outcomeColumns(cell, t)]}
      drawer={({ id, onClose }) => <ApprovalDrawer id={id} onClose={onClose} />}
    />
  );
}
