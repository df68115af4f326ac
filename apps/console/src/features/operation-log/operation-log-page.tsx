import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DayRange, type Days, days } from '../../kit/day-range.tsx';
import { ExportButton } from '../../kit/export-button.tsx';
import { Page } from '../../kit/page.tsx';
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
import { moduleLabels } from './module-name.ts';
import { operationLogColumns } from './operation-log-columns.tsx';
import { VerifyButton } from './verify-button.tsx';

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

/** What was changed, by whom and why; the log can be checked for rows that were edited or removed. */
export function Component() {
  const { t } = useTranslation('operation-log');
  const can = useCan();
  const label = useLabel();
  const navigate = useNavigate();
  const list = useListState(listShape);
  const pages = useCursorInput(wireFilters(list.input));
  const rows = useQuery(
    api.operationLog.queryOperationLog.queryOptions(pages.input, { placeholderData: keepPreviousData }),
  );
  pages.learn(rows);
  const open = (id: string) => navigate(`/layout/operationlog/operationLogDetail?id=${id}`);
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      actions={can('operationlog.verify') && <VerifyButton />}
    >
      <SearchForm values={list.filters} onSearch={list.setFilters}>
        <Form.Item name="keyword" label={t('filter.keyword')}>
          <TextInput allowClear maxLength={100} placeholder={t('filter.keyword.hint')} />
        </Form.Item>
        <Form.Item name="module" label={t('field.module')}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('filter.any')}
            options={Object.entries(moduleLabels).map(([value, words]) => ({ value, label: label(words) }))}
          />
        </Form.Item>
        <Form.Item name="between" label={t('field.createdAt')}>
          <DayRange />
        </Form.Item>
      </SearchForm>
      <PagedTable
        label={t('list.title')}
        columns={operationLogColumns(t, label, open)}
        rows={rows}
        rowKey={({ id }) => id}
        paging={list.paging}
        onOpen={({ id }) => open(id)}
        actions={
          can('operationlog.export') && (
            <ExportButton
              onExport={(format) =>
                downloadFile('operationLog/exportOperationLog', { ...wireFilters(list.filters), format })
              }
            />
          )
        }
      />
    </Page>
  );
}

function wireFilters<T extends { between?: Days }>({ between, ...filters }: T) {
  return { ...filters, ...(between && { from: between[0], to: between[1] }) };
}
