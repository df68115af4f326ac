import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { employee as contract, type EmployeeRow } from '@xyxlx/contracts/employee';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { fieldsOf } from '../../kit/form/fields.tsx';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { api } from '../../lib/api.ts';
import { employeesChanged } from './changed.ts';
import { useDepartments } from './use-departments.ts';

const field = fieldsOf<typeof contract.addEmployee.input>();

interface EmployeeFormProps {
  /** The employee to change; null for a new one. */
  employee: EmployeeRow | null;
  /** Where a new one works, if the list is of one merchant. */
  merchantId: string | undefined;
  onClose(): void;
}

/** Adds an employee or changes one. */
export function EmployeeForm({ employee, merchantId, onClose }: EmployeeFormProps) {
  const { t } = useTranslation(['employee', 'kit']);
  const onSuccess = async () => {
    onClose();
    await employeesChanged(t('kit:saved'));
  };
  const add = useMutation(api.employee.addEmployee.mutationOptions({ onSuccess }));
  const edit = useMutation(api.employee.editEmployee.mutationOptions({ onSuccess }));
  return (
    <RecordForm
      title={t(employee ? 'form.edit' : 'form.add')}
      record={employee}
      add={{ schema: contract.addEmployee.input, work: add }}
      edit={{ schema: contract.editEmployee.input, work: edit }}
      onClose={onClose}
      fields={(field) => [
        field.merchant('merchantId', t('field.merchant'), {
          initial: merchantId,
          placeholder: t('form.merchant'),
        }),
        field.text('employeeNo', t('field.employeeNo'), { isCode: true, isShownFixed: true }),
        field.text('name', t('field.name')),
        field.personal('mobile', t('field.mobile'), { inputMode: 'numeric' }),
        field.personal('email', t('field.email')),
        field.personal('birthday', t('field.birthday'), { extra: t('form.birthday') }),
        <DepartmentAndLabels key="department" employee={employee} />,
        field.text('grade', t('field.grade')),
        field.day('hiredOn', t('field.hiredOn')),
      ]}
    />
  );
}

/** What each merchant has its own of. */
function DepartmentAndLabels({ employee }: { employee: EmployeeRow | null }) {
  const { t } = useTranslation('employee');
  const chosen = Form.useWatch<string | undefined>('merchantId');
  const merchantId = employee?.merchant.id ?? chosen;
  const { departments, isFetching } = useDepartments(merchantId);
  const labels = useQuery(api.employee.queryLabel.queryOptions(merchantId ? { merchantId } : skipToken));
  return [
    field.pick('departmentId', t('field.department'), {
      loading: isFetching,
      disabled: !merchantId,
      options: departments,
      ...(!merchantId && { placeholder: t('form.merchantFirst') }),
    }),
    field.tags('labels', t('field.labels'), {
      placeholder: t('label.add.hint'),
      options: (labels.data ?? []).map((value) => ({ value, label: value })),
    }),
  ];
}
