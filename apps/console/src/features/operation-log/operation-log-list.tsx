import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { operationResults } from '@xyxlx/contracts/operation-log';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { days, ends, type Span } from '../../kit/days.ts';
import { ExportButton } from '../../kit/export-button.tsx';
import { FilterForm } from '../../kit/filter-form.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { recordId } from '../../kit/record-id.ts';
import { useCursorInput } from '../../kit/use-cursor-input.ts';
import { useListLook } from '../../kit/use-list-look.tsx';
import { choices, text, useListState } from '../../kit/use-list-state.ts';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { detailPath } from './detail-path.ts';
import { operationLogColumns } from './operation-log-columns.tsx';
import { OperationLogFilters } from './operation-log-filters.tsx';

const listShape = {
  filters: {
    keyword: text,
    module: text,
    /** `module.action`. */
    action: text,
    result: choices(operationResults),
    traceId: text,
    targetType: text,
    targetId: text,
    actorId: recordId,
    between: days,
  },
  sortFields: ['createdAt'] as const,
};

interface OperationLogListProps {
  title: string;
  /** Shows the rows of one domain alone. */
  domain?: 'card';
}

/** Rows of the operation log with their filters and the way to each one's detail. */
export function OperationLogList({ title, domain }: OperationLogListProps) {
  const { t } = useTranslation('operation-log');
  const can = useCan();
  const label = useLabel();
  const navigate = useNavigate();
  const list = useListState(listShape);
  const scope = domain ? { domain } : {};
  const pages = useCursorInput({ ...wireFilters(list.input), ...scope });
  const rows = useQuery(
    api.operationLog.queryOperationLog.queryOptions(pages.input, { placeholderData: keepPreviousData }),
  );
  pages.learn(rows);
  const { targetType, targetId, ...typed } = list.filters;
  const ofTarget = targetId ? { targetId, ...(targetType && { targetType }) } : {};
  const open = (id: string) => navigate(detailPath(id));
  const look = useListLook('operationLog', operationLogColumns(t, label, open));
  return (
    <>
      <FilterForm values={typed} onSearch={(given) => list.setFilters({ ...given, ...ofTarget })}>
        <OperationLogFilters domain={domain} />
      </FilterForm>
      {targetId && (
        <div>
          <Tag
            closable={{ closeIcon: '×', 'aria-label': t('narrowed.clear') }}
            onClose={() => list.setFilters(typed)}
          >
            {t('narrowed.target')}
          </Tag>
        </div>
      )}
      <PagedTable
        label={title}
        columns={look.columns}
        rows={rows}
        rowKey={({ id }) => id}
        paging={list.paging}
        onOpen={({ id }) => open(id)}
        actions={
          <>
            {look.tools}
            {can('operationlog.export') && (
              <ExportButton
                onExport={(format) =>
                  downloadFile('operationLog/exportOperationLog', {
                    ...wireFilters(list.filters),
                    ...scope,
                    format,
                  })
                }
              />
            )}
          </>
        }
      />
    </>
  );
}

function wireFilters<T extends { between?: Span; action?: string }>({ between, action, ...filters }: T) {
  const [module, name] = action?.split('.') ?? [];
  return {
    ...filters,
    ...(module && name && { module, action: name }),
    ...ends(between, 'from', 'to'),
  };
}
