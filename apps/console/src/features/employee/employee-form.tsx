import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { employee as contract, type EmployeeRow } from '@xyxlx/contracts/employee';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { DayField } from '../../kit/form/day-field.tsx';
import { fits, needed } from '../../kit/form/fits.ts';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { api } from '../../lib/api.ts';
import { employeesChanged } from './changed.ts';
import { MerchantSelect } from './merchant-select.tsx';
import { useDepartments } from './use-departments.ts';

const { shape } = contract.addEmployee.input;

type Values = z.input<typeof contract.addEmployee.input>;

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
  const isNew = employee === null;

  function submit(values: Values): void {
    const { name, hiredOn, labels = [], mobile, email } = values;
    const fields = {
      name,
      hiredOn,
      labels,
      departmentId: values.departmentId ?? null,
      grade: values.grade || null,
    };
    if (isNew) {
      const { employeeNo } = values;
      add.mutate({ ...fields, merchantId: values.merchantId, employeeNo, mobile, email: email || null });
      return;
    }
    const { id, version } = employee;
    edit.mutate({ ...fields, id, version, ...(mobile && { mobile }), ...(email && { email }) });
  }

  return (
    <FormDrawer<Values>
      title={t(isNew ? 'form.add' : 'form.edit')}
      initial={employee ? valuesOf(employee) : { ...(merchantId && { merchantId }), labels: [] }}
      isPending={add.isPending || edit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="merchantId"
        label={t('field.merchant')}
        required
        hidden={!isNew}
        rules={[fits(shape.merchantId, t('form.merchant'))]}
      >
        <MerchantSelect />
      </Form.Item>
      <Form.Item
        name="employeeNo"
        label={t('field.employeeNo')}
        required={isNew}
        rules={isNew ? [fits(shape.employeeNo, t('form.employeeNo'))] : []}
      >
        <Input maxLength={32} disabled={!isNew} className="figures" />
      </Form.Item>
      <Form.Item name="name" label={t('field.name')} {...needed(shape.name, t('form.name'))}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item
        name="mobile"
        label={t('field.mobile')}
        required={isNew}
        rules={[fits(isNew ? shape.mobile : shape.mobile.optional(), t('form.mobile'))]}
      >
        <Input
          maxLength={11}
          inputMode="numeric"
          className="figures"
          {...(!isNew && { placeholder: t('form.keep') })}
        />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('field.email')}
        rules={[fits(shape.email.optional(), t('form.email'))]}
      >
        <Input maxLength={120} {...(!isNew && { placeholder: t('form.keep') })} />
      </Form.Item>
      <DepartmentAndLabels />
      <Form.Item
        name="grade"
        label={t('field.grade')}
        rules={[fits(shape.grade.optional(), t('form.grade'))]}
      >
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item name="hiredOn" label={t('field.hiredOn')} {...needed(shape.hiredOn, t('form.hiredOn'))}>
        <DayField />
      </Form.Item>
    </FormDrawer>
  );
}

function DepartmentAndLabels() {
  const { t } = useTranslation('employee');
  const merchantId = Form.useWatch<string | undefined>('merchantId');
  const { departments, isFetching } = useDepartments(merchantId);
  const labels = useQuery(api.employee.queryLabel.queryOptions(merchantId ? { merchantId } : skipToken));
  return (
    <>
      <Form.Item name="departmentId" label={t('field.department')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={isFetching}
          disabled={!merchantId}
          {...(!merchantId && { placeholder: t('form.merchantFirst') })}
          options={departments}
        />
      </Form.Item>
      <Form.Item name="labels" label={t('field.labels')} rules={[fits(shape.labels, t('form.labels'))]}>
        <Select
          mode="tags"
          maxCount={10}
          placeholder={t('label.add.hint')}
          options={(labels.data ?? []).map((value) => ({ value, label: value }))}
        />
      </Form.Item>
    </>
  );
}

function valuesOf(employee: EmployeeRow): Partial<Values> {
  const { employeeNo, name, labels, grade, hiredOn, department, merchant } = employee;
  return {
    employeeNo,
    name,
    labels,
    grade,
    hiredOn,
    departmentId: department?.id ?? null,
    merchantId: merchant.id,
  };
}
