import { approvalStateWords } from '@xyxlx/contracts/approval';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { outcomeColumns, submittedColumns } from './approval-columns.tsx';

const ApprovalDrawer = lazyOverlay(async () => (await import('./approval-drawer.tsx')).ApprovalDrawer);

/** What waits for the caller, what they handed in, what they decided, and everything. */
export const approvalViews = ['todo', 'made', 'decided', 'all'] as const;
type ApprovalView = (typeof approvalViews)[number];

/** One view of the approvals with its filters and the detail of one. */
export function ApprovalList({ view }: { view: Exclude<ApprovalView, 'todo'> }) {
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
