import { skipToken, useQuery } from '@tanstack/react-query';
import { employeeStates } from '@xyxlx/contracts/employee';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../kit/choice-field.tsx';
import { TextInput } from '../../kit/text-input.ts';
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
      <Form.Item name="keyword" label={t('filter.keyword')}>
        <TextInput allowClear maxLength={100} placeholder={t('filter.keyword.hint')} />
      </Form.Item>
      <ChoiceField
        name="state"
        label={t('field.state')}
        values={employeeStates}
        wordsOf={(value) => t(`kit:employee.state.${value}`)}
      />
      {merchantId && (
        <>
          <Form.Item name="departmentId" label={t('field.department')}>
            <Select
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={t('kit:filter.any')}
              options={departments}
              popupMatchSelectWidth={280}
            />
          </Form.Item>
          <Form.Item name="label" label={t('field.labels')}>
            <Select
              allowClear
              showSearch
              placeholder={t('kit:filter.any')}
              options={(labels.data ?? []).map((value) => ({ value, label: value }))}
            />
          </Form.Item>
        </>
      )}
    </>
  );
}
