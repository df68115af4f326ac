import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { approvalStates, approvalStateWords } from '@xyxlx/contracts/approval';
import type { Label } from '@xyxlx/contracts/endpoint';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { days, ends, type Span } from '../../kit/days.ts';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterForm } from '../../kit/filter-form.tsx';
import { FilterSpan } from '../../kit/filter-span.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { PagedTable } from '../../kit/paged-table.tsx';
import { useListLook } from '../../kit/use-list-look.tsx';
import { choices, text, useListState } from '../../kit/use-list-state.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { approvalColumns } from './approval-columns.tsx';
import styles from './approval-list.module.css';

const ApprovalDrawer = lazyOverlay(async () => (await import('./approval-drawer.tsx')).ApprovalDrawer);

/** What waits for the caller, what they handed in, what they decided, and everything. */
export const approvalViews = ['todo', 'made', 'decided', 'all'] as const;
type ApprovalView = (typeof approvalViews)[number];

const listShape = {
  filters: { keyword: text, subjectType: text, state: choices(approvalStates), between: days },
  sortFields: ['createdAt', 'amount', 'decidedAt'] as const,
};

interface ApprovalListProps {
  view: ApprovalView;
  /** The kinds of what waits, to choose from. */
  kinds: readonly { subjectType: string; subjectTypeLabel: Label }[];
}

/** One view of the approvals with its filters and the detail of one. */
export function ApprovalList({ view, kinds }: ApprovalListProps) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  const list = useListState(listShape);
  const [openId, setOpenId] = useOpenRecord();
  const isTodo = view === 'todo';
  const look = useListLook(
    isTodo ? 'approvalTodo' : 'approval',
    approvalColumns(t, label, setOpenId, isTodo),
  );
  const { state, ...input } = wireFilters(list.input);
  const todo = useQuery(
    api.approval.queryTodo.queryOptions(isTodo ? input : skipToken, { placeholderData: keepPreviousData }),
  );
  const record = useQuery(
    api.approval.queryApproval.queryOptions(
      isTodo
        ? skipToken
        : {
            ...input,
            ...(state && { state }),
            ...((view === 'made' || view === 'decided') && { mine: view }),
          },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <div className={styles.list}>
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <FilterText name="keyword" label={t('filter.keyword')} placeholder={t('filter.keyword.hint')} />
        {isTodo ? (
          <FilterChoice
            isSingle
            name="subjectType"
            label={t('field.type')}
            options={kinds.map(({ subjectType, subjectTypeLabel }) => ({
              value: subjectType,
              label: label(subjectTypeLabel),
            }))}
          />
        ) : (
          <FilterChoice name="state" label={t('field.state')} options={enumOptions(approvalStateWords)} />
        )}
        <FilterSpan name="between" label={t('field.createdAt')} />
      </FilterForm>
      <PagedTable
        label={t(`tab.${view}`)}
        columns={look.columns}
        rows={isTodo ? todo : record}
        rowKey={({ id }) => id}
        paging={list.paging}
        onOpen={({ id }) => setOpenId(id)}
        actions={look.tools}
      />
      <Suspense>
        <ApprovalDrawer id={openId} onClose={() => setOpenId(null)} />
      </Suspense>
    </div>
  );
}

function wireFilters<T extends { between?: Span }>({ between, ...filters }: T) {
  return { ...filters, ...ends(between, 'from', 'to') };
}
