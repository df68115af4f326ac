import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { EmployeeHeader } from '../../kit/employee-header.tsx';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { ConsumptionList } from './consumption-list.tsx';

/** The consumption records of one employee. */
export function Component() {
  const { t } = useTranslation('consumption');
  const { employeeId = '' } = useParams();
  const employee = useQuery(
    api.employee.getEmployee.queryOptions(employeeId ? { id: employeeId } : skipToken),
  );
  return (
    <Page title={t('employee.title')}>
      <EmployeeHeader found={employee} />
      {!employee.error && (
        <ConsumptionList key={employeeId} title={t('employee.title')} employeeId={employeeId} />
      )}
    </Page>
  );
}
