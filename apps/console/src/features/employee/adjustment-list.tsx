import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type AdjustmentRow,
  adjustmentSources,
  adjustmentSourceWords,
  adjustmentTypes,
  adjustmentTypeWords,
} from '@xyxlx/contracts/limit';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { days, ends, type Span } from '../../kit/days.ts';
import { ExportButton } from '../../kit/export-button.tsx';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterForm } from '../../kit/filter-form.tsx';
import { FilterSpan } from '../../kit/filter-span.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { PagedTable } from '../../kit/paged-table.tsx';
import { useCursorInput } from '../../kit/use-cursor-input.ts';
import { useListLook } from '../../kit/use-list-look.tsx';
import { choices, useListState } from '../../kit/use-list-state.ts';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { adjustmentColumns } from './adjustment-columns.tsx';

const UndoDialog = lazy(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog }));

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
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <FilterChoice name="type" label={t('adjust.type')} options={enumOptions(adjustmentTypeWords)} />
        <FilterChoice
          name="source"
          label={t('adjustment.source')}
          options={enumOptions(adjustmentSourceWords)}
        />
        <FilterSpan name="created" label={t('adjustment.createdAt')} />
      </FilterForm>
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
      <Suspense>{undone && <UndoDialog adjustment={undone} onClose={() => setUndone(null)} />}</Suspense>
    </>
  );
}

function wireFilters<T extends { created?: Span }>({ created, ...filters }: T) {
  return { ...filters, ...ends(created, 'createdFrom', 'createdTo') };
}
