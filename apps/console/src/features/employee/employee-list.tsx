import { ImportOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type EmployeeRow, employeeSortFields, employeeStates } from '@xyxlx/contracts/employee';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../kit/export-button.tsx';
import { FilterForm } from '../../kit/filter-form.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { PagedTable } from '../../kit/paged-table.tsx';
import { recordId } from '../../kit/record-id.ts';
import { useCursorInput } from '../../kit/use-cursor-input.ts';
import { useListLook } from '../../kit/use-list-look.tsx';
import { choices, text, useListState } from '../../kit/use-list-state.ts';
import { useNamedSelection } from '../../kit/use-named-selection.ts';
import { newImport, useOpenImport } from '../../kit/use-open-import.ts';
import { useOpenRecord } from '../../kit/use-open-record.ts';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { EmployeeBulkActions } from './employee-bulk-actions.tsx';
import { employeeColumns } from './employee-columns.tsx';
import { EmployeeFilters } from './employee-filters.tsx';
import styles from './employee-list.module.css';

const EmployeeDrawer = lazyOverlay(async () => (await import('./employee-drawer.tsx')).EmployeeDrawer);
const EmployeeForm = lazy(async () => ({ default: (await import('./employee-form.tsx')).EmployeeForm }));
const EmployeeImport = lazy(async () => ({
  default: (await import('./employee-import.tsx')).EmployeeImport,
}));
const Departments = lazy(async () => ({ default: (await import('./departments.tsx')).Departments }));

const listShape = {
  filters: {
    keyword: text,
    state: choices(employeeStates),
    departmentId: recordId,
    label: text,
  },
  sortFields: employeeSortFields,
};

/** The employees of a merchant, or of all one may see: filters, detail, bulk actions, files in and out. */
export function EmployeeList({ merchantId }: { merchantId: string | undefined }) {
  const { t } = useTranslation('employee');
  const can = useCan();
  const list = useListState(listShape);
  const [openId, setOpenId] = useOpenRecord();
  const [edited, setEdited] = useState<EmployeeRow | 'new' | null>(null);
  const [showsDepartments, setShowsDepartments] = useState(false);
  const [openImport, setOpenImport] = useOpenImport();
  const scope = merchantId === undefined ? {} : { merchantId };
  const pages = useCursorInput({ ...list.input, ...scope });
  const rows = useQuery(
    api.employee.queryEmployee.queryOptions(pages.input, { placeholderData: keepPreviousData }),
  );
  pages.learn(rows);
  const look = useListLook('employee', employeeColumns(t, setOpenId, merchantId !== undefined));
  const picked = useNamedSelection(rows.data?.list, ({ id, name, employeeNo }) => [
    id,
    `${name} · ${employeeNo}`,
  ]);
  // There are many steps to choose from: what has nothing to do with the picked rows makes room.
  const isPicking = picked.selection.keys.size > 0;
  return (
    <div className={styles.list}>
      <FilterForm values={list.filters} onSearch={list.setFilters}>
        <EmployeeFilters merchantId={merchantId} />
      </FilterForm>
      <PagedTable
        label={t('tab.employees')}
        columns={look.columns}
        rows={rows}
        rowKey={(row) => row.id}
        paging={list.paging}
        onOpen={(row) => setOpenId(row.id)}
        {...(can('employee.edit') && { selection: picked.selection })}
        actions={
          <>
            <EmployeeBulkActions picked={picked} merchantId={merchantId} />
            {merchantId && can('employee.edit') && !isPicking && (
              <Button onClick={() => setShowsDepartments(true)}>{t('department.title')}</Button>
            )}
            {merchantId && can('employee.import') && !isPicking && (
              <Button icon={<ImportOutlined aria-hidden />} onClick={() => setOpenImport(newImport)}>
                {t('import.action')}
              </Button>
            )}
            {look.tools}
            {can('employee.export') && (
              <ExportButton
                onExport={(format) =>
                  downloadFile('employee/exportEmployee', { ...list.filters, ...scope, format })
                }
              />
            )}
            {can('employee.edit') && !isPicking && (
              <Button type="primary" onClick={() => setEdited('new')}>
                {t('form.add')}
              </Button>
            )}
          </>
        }
      />
      <Suspense>
        <EmployeeDrawer id={openId} onEdit={setEdited} onClose={() => setOpenId(null)} />
        {edited && (
          <EmployeeForm
            employee={edited === 'new' ? null : edited}
            merchantId={merchantId}
            onClose={() => setEdited(null)}
          />
        )}
        {merchantId && openImport !== null && <EmployeeImport merchantId={merchantId} />}
        {merchantId && showsDepartments && (
          <Departments merchantId={merchantId} onClose={() => setShowsDepartments(false)} />
        )}
      </Suspense>
    </div>
  );
}
