import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { cardModules } from '@xyxlx/contracts/operation-log';
import { Form, Select, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DayRange, type Days, days } from '../../kit/day-range.tsx';
import { ExportButton } from '../../kit/export-button.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { recordId } from '../../kit/record-id.ts';
import { SearchForm } from '../../kit/search-form.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { useCursorInput } from '../../kit/use-cursor-input.ts';
import { text, useListState } from '../../kit/use-list-state.ts';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { detailPath } from './detail-path.ts';
import { moduleLabel, moduleLabels } from './module-name.ts';
import { operationLogColumns } from './operation-log-columns.tsx';

const listShape = {
  filters: {
    keyword: text,
    module: text,
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
  const { actorId, targetType, targetId, ...typed } = list.filters;
  const ofActor = actorId ? { actorId } : {};
  const ofTarget = targetId ? { targetId, ...(targetType && { targetType }) } : {};
  const modules = domain ? cardModules : Object.keys(moduleLabels);
  const open = (id: string) => navigate(detailPath(id));
  return (
    <>
      <SearchForm values={typed} onSearch={(given) => list.setFilters({ ...given, ...ofActor, ...ofTarget })}>
        <Form.Item name="keyword" label={t('filter.keyword')}>
          <TextInput allowClear maxLength={100} placeholder={t('filter.keyword.hint')} />
        </Form.Item>
        <Form.Item name="module" label={t('field.module')}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('filter.any')}
            options={modules.map((value) => ({ value, label: label(moduleLabel(value)) }))}
          />
        </Form.Item>
        <Form.Item name="between" label={t('field.createdAt')}>
          <DayRange />
        </Form.Item>
      </SearchForm>
      {(actorId || targetId) && (
        <div>
          {actorId && (
            <Tag
              closable={{ closeIcon: '×', 'aria-label': t('narrowed.clear') }}
              onClose={() => list.setFilters({ ...typed, ...ofTarget })}
            >
              {t('narrowed.actor')}
            </Tag>
          )}
          {targetId && (
            <Tag
              closable={{ closeIcon: '×', 'aria-label': t('narrowed.clear') }}
              onClose={() => list.setFilters({ ...typed, ...ofActor })}
            >
              {t('narrowed.target')}
            </Tag>
          )}
        </div>
      )}
      <PagedTable
        label={title}
        columns={operationLogColumns(t, label, open)}
        rows={rows}
        rowKey={({ id }) => id}
        paging={list.paging}
        onOpen={({ id }) => open(id)}
        actions={
          can('operationlog.export') && (
            <ExportButton
              onExport={(format) =>
                downloadFile('operationLog/exportOperationLog', {
                  ...wireFilters(list.filters),
                  ...scope,
                  format,
                })
              }
            />
          )
        }
      />
    </>
  );
}

function wireFilters<T extends { between?: Days }>({ between, ...filters }: T) {
  return { ...filters, ...(between && { from: between[0], to: between[1] }) };
}
