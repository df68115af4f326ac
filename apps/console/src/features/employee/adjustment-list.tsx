import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type AdjustmentRow, adjustmentSources, adjustmentTypes } from '@xyxlx/contracts/limit';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../kit/choice-field.tsx';
import { DayRange, type Days, days } from '../../kit/day-range.tsx';
import { ExportButton } from '../../kit/export-button.tsx';
import { useIntention } from '../../kit/intention.ts';
import { PagedTable } from '../../kit/paged-table.tsx';
import { ReasonDialog } from '../../kit/reason-dialog.tsx';
import { SearchForm } from '../../kit/search-form.tsx';
import { useCursorInput } from '../../kit/use-cursor-input.ts';
import { useListLook } from '../../kit/use-list-look.tsx';
import { choices, useListState } from '../../kit/use-list-state.ts';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { yuanText } from '../../lib/money.ts';
import { adjustmentColumns } from './adjustment-columns.tsx';
import { employeesChanged } from './changed.ts';

const listShape = {
  filters: {
    type: choices(adjustmentTypes),
    source: choices(adjustmentSources),
    created: days,
  },
  sortFields: ['createdAt'] as const,
};

/** The chain of one employee's adjustments, and taking one back. */
export function AdjustmentList({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('employee');
  const can = useCan();
  const list = useListState(listShape);
  const [undone, setUndone] = useState<AdjustmentRow | null>(null);
  const pages = useCursorInput({ ...wireFilters(list.input), employeeId });
  const rows = useQuery(
    api.limit.queryAdjustment.queryOptions(pages.input, { placeholderData: keepPreviousData }),
  );
  pages.learn(rows);
  const look = useListLook('adjustment', adjustmentColumns(t, can('limit.adjust') ? setUndone : undefined));
  return (
    <>
      <SearchForm values={list.filters} onSearch={list.setFilters}>
        <ChoiceField
          name="type"
          label={t('adjust.type')}
          values={adjustmentTypes}
          wordsOf={(value) => t(`adjust.${value}`)}
        />
        <ChoiceField
          name="source"
          label={t('adjustment.source')}
          values={adjustmentSources}
          wordsOf={(value) => t(`source.${value}`)}
        />
        <Form.Item name="created" label={t('adjustment.createdAt')}>
          <DayRange />
        </Form.Item>
      </SearchForm>
      <PagedTable
        label={t('adjustment.title')}
        columns={look.columns}
        rows={rows}
        rowKey={(row) => row.id}
        paging={list.paging}
        actions={
          <>
            {look.tools}
            {can('limit.export') && (
              <ExportButton
                onExport={(format) =>
                  downloadFile('limit/exportAdjustment', { ...wireFilters(list.filters), employeeId, format })
                }
              />
            )}
          </>
        }
      />
      {undone && <UndoDialog adjustment={undone} onClose={() => setUndone(null)} />}
    </>
  );
}

function UndoDialog({ adjustment, onClose }: { adjustment: AdjustmentRow; onClose(): void }) {
  const { t } = useTranslation('employee');
  const undo = useMutation(
    api.limit.undoAdjustment.mutationOptions({
      ...useIntention(),
      onSuccess: async () => {
        onClose();
        await employeesChanged(t('undo.done'));
      },
    }),
  );
  return (
    <ReasonDialog
      title={t('undo.title')}
      words={t('undo.words', { amount: yuanText(Math.abs(adjustment.deltaLimit)) })}
      okText={t('undo.action')}
      danger
      isPending={undo.isPending}
      onClose={onClose}
      onSubmit={({ reason }) => undo.mutate({ id: adjustment.id, reason })}
    />
  );
}

function wireFilters<T extends { created?: Days }>({ created, ...filters }: T) {
  return { ...filters, ...(created && { createdFrom: created[0], createdTo: created[1] }) };
}
