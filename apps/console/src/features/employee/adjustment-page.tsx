import { skipToken, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { EmployeeHeader } from '../../kit/employee-header.tsx';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { AdjustmentList } from './adjustment-list.tsx';

const AdjustDialog = lazy(async () => ({ default: (await import('./adjust-dialog.tsx')).AdjustDialog }));

/** 调额记录: every change of one employee's limit. */
export function Component() {
  const { t } = useTranslation('employee');
  const can = useCan();
  const { employeeId = '' } = useParams();
  const [isAdjusting, setAdjusting] = useState(false);
  const found = useQuery(api.employee.getEmployee.queryOptions(employeeId ? { id: employeeId } : skipToken));
  const employee = found.data;
  return (
    <Page
      title={t('adjustment.title')}
      lead={t('adjustment.lead')}
      actions={
        employee &&
        employee.state !== 'LEFT' &&
        can('limit.adjust') && (
          <Button type="primary" onClick={() => setAdjusting(true)}>
            {t('adjust.action')}
          </Button>
        )
      }
    >
      <EmployeeHeader found={found} />
      {!found.error && <AdjustmentList key={employeeId} employeeId={employeeId} />}
      <Suspense>
        {employee && isAdjusting && <AdjustDialog employee={employee} onClose={() => setAdjusting(false)} />}
      </Suspense>
    </Page>
  );
}
