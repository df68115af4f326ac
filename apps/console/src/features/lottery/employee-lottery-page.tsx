import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { EmployeeHeader } from '../../kit/employee-header.tsx';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { LotteryList } from './lottery-list.tsx';

/** The draws of one employee. */
export function Component() {
  const { t } = useTranslation('lottery');
  const { employeeId = '' } = useParams();
  const employee = useQuery(
    api.employee.getEmployee.queryOptions(employeeId ? { id: employeeId } : skipToken),
  );
  return (
    <Page title={t('employee.title')}>
      <EmployeeHeader found={employee} />
      {!employee.error && (
        <LotteryList key={employeeId} title={t('employee.title')} employeeId={employeeId} />
      )}
    </Page>
  );
}
