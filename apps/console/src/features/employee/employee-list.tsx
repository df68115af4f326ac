import { ImportOutlined } from '@ant-design/icons';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type EmployeeRow, employeeSortFields, employeeStateWords } from '@xyxlx/contracts/employee';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { pickFilter } from '../../kit/filters/pick-filter.tsx';
import { readKeyword } from '../../kit/filters/read-keyword.ts';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { newImport, useOpenImport } from '../../kit/import/use-open-import.ts';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { employeeActions } from './employee-actions.tsx';
import styles from './employee-list.module.css';
import { Labels } from './labels.tsx';
import { useDepartments } from './use-departments.ts';

const EmployeeDrawer = lazyOverlay(async () => (await import('./employee-drawer.tsx')).EmployeeDrawer);
const EmployeeForm = lazy(async () => ({ default: (await import('./employee-form.tsx')).EmployeeForm }));
const EmployeeImport = lazy(async () => ({
  default: (await import('./employee-import.tsx')).EmployeeImport,
}));
const Departments = lazy(async () => ({ default: (await import('./departments.tsx')).Departments }));

/** The employees of a merchant, or of all one may see: filters, detail, bulk actions, files in and out. */
export function EmployeeList({ merchantId }: { merchantId: string | undefined }) {
  const { t } = useTranslation('employee');
  const can = useCan();
  const [edited, setEdited] = useState<EmployeeRow | 'new' | null>(null);
  const [showsDepartments, setShowsDepartments] = useState(false);
  const [openImport, setOpenImport] = useOpenImport();
  const { departments } = useDepartments(merchantId);
  const labels = useQuery(
    api.employee.queryLabel.queryOptions(merchantId ? { merchantId } : skipToken, {
      trpc: { context: { background: true } },
    }),
  );
  return (
    <div className={styles.list}>
      <List
        name="employee"
        label={t('tab.employees')}
        query={api.employee.queryEmployee}
        ofTenants
        sums={{
          query: api.employee.sumEmployee,
          figures: [
            { name: 'availableLimit', label: t('field.availableLimit') },
            { name: 'lockedLimit', label: t('field.lockedLimit') },
            { name: 'usedLimit', label: t('field.usedLimit') },
          ],
        }}
        {...(merchantId && { scope: { merchantId } })}
        sortFields={employeeSortFields}
        filters={[
          textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
          choiceFilter('state', t('field.state'), employeeStateWords),
          // Departments and labels are those of one merchant.
          ...(merchantId
            ? [
                pickFilter('departmentId', t('field.department'), departments),
                pickFilter(
                  'label',
                  t('field.labels'),
                  (labels.data ?? []).map((value) => ({ value, label: value })),
                  { read: readKeyword },
                ),
              ]
            : []),
        ]}
        columns={(cell) => [
          cell.name('employeeNo', t('field.employeeNo'), (row) => row.employeeNo),
          cell.text('name', t('field.name'), (row) => row.name, { width: 110 }),
          cell.state('state', t('field.state'), employeeStateWords, (row) => row.state),
          ...(merchantId
            ? []
            : [
                cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant, {
                  width: 200,
                }),
              ]),
          cell.money('totalLimit', t('field.totalLimit'), (row) => row.totalLimit),
          cell.money('availableLimit', t('field.availableLimit'), (row) => row.availableLimit),
          cell.money('lockedLimit', t('field.lockedLimit'), (row) => row.lockedLimit),
          cell.money('usedLimit', t('field.usedLimit'), (row) => row.usedLimit),
          cell.money('recoveredLimit', t('field.recoveredLimit'), (row) => row.recoveredLimit, {
            optional: true,
          }),
          cell.masked('mobile', t('field.mobile'), (row) => row.mobile),
          cell.masked('email', t('field.email'), (row) => row.email),
          cell.text('department', t('field.department'), (row) => row.department?.name, { width: 140 }),
          cell.custom('labels', t('field.labels'), (row) => <Labels labels={row.labels} />, { width: 180 }),
          cell.text('grade', t('field.grade'), (row) => row.grade),
          cell.masked('birthday', t('field.birthday'), (row) => row.birthday, { optional: true }),
          cell.figures('hiredOn', t('field.hiredOn'), (row) => row.hiredOn),
        ]}
        bulk={{
          permission: 'employee.edit',
          nameOf: (row) => `${row.name} · ${row.employeeNo}`,
          actions: employeeActions(t, { merchantId }),
        }}
        exports={[{ permission: 'employee.export', path: 'employee/exportEmployee' }]}
        actions={
          <>
            {merchantId && can('employee.edit') && (
              <Button onClick={() => setShowsDepartments(true)}>{t('department.title')}</Button>
            )}
            {merchantId && can('employee.import') && (
              <Button icon={<ImportOutlined aria-hidden />} onClick={() => setOpenImport(newImport)}>
                {t('import.action')}
              </Button>
            )}
            {can('employee.edit') && (
              <Button type="primary" onClick={() => setEdited('new')}>
                {t('form.add')}
              </Button>
            )}
          </>
        }
        drawer={({ id, onClose }) => <EmployeeDrawer id={id} onEdit={setEdited} onClose={onClose} />}
      />
      <Suspense>
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
