import { skipToken, useQuery } from '@tanstack/react-query';
import { employeeStateWords } from '@xyxlx/contracts/employee';
import { useTranslation } from 'react-i18next';
import { FilterChoice } from '../../kit/filter-choice.tsx';
import { FilterText } from '../../kit/filter-text.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { api } from '../../lib/api.ts';
import { useDepartments } from './use-departments.ts';

/** The fields employees are filtered by; departments and labels are those of one merchant. */
export function EmployeeFilters({ merchantId }: { merchantId: string | undefined }) {
  const { t } = useTranslation(['employee', 'kit']);
  const { departments } = useDepartments(merchantId);
  const labels = useQuery(
    api.employee.queryLabel.queryOptions(merchantId ? { merchantId } : skipToken, {
      trpc: { context: { background: true } },
    }),
  );
  return (
    <>
      <FilterText name="keyword" label={t('filter.keyword')} placeholder={t('filter.keyword.hint')} />
      <FilterChoice name="state" label={t('field.state')} options={enumOptions(employeeStateWords)} />
      {merchantId && (
        <>
          <FilterChoice isSingle name="departmentId" label={t('field.department')} options={departments} />
          <FilterChoice
            isSingle
            name="label"
            label={t('field.labels')}
            options={(labels.data ?? []).map((value) => ({ value, label: value }))}
          />
        </>
      )}
    </>
  );
}
