import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { Form, Modal, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { BulkResultDialog } from '../../kit/actions/bulk-result-dialog.tsx';
import { api } from '../../lib/api.ts';
import { employeesChanged } from './changed.ts';

interface LabelDialogProps {
  ids: string[];
  nameOf(id: string): string;
  merchantId: string | undefined;
  onClose(isDone: boolean): void;
}

/** Puts labels on several employees and takes others off. */
export function LabelDialog({ ids, nameOf, merchantId, onClose }: LabelDialogProps) {
  const { t } = useTranslation(['employee', 'kit', 'common']);
  const [form] = Form.useForm<{ add?: string[]; remove?: string[] }>();
  const known = useQuery(api.employee.queryLabel.queryOptions(merchantId ? { merchantId } : skipToken));
  const label = useMutation(
    api.employee.labelEmployee.mutationOptions({ onSuccess: () => employeesChanged(t('kit:done')) }),
  );
  const options = (known.data ?? []).map((value) => ({ value, label: value }));
  if (label.data) {
    return (
      <BulkResultDialog
        title={t('label.action')}
        result={label.data}
        nameOf={nameOf}
        onClose={() => onClose(true)}
      />
    );
  }
  return (
    <Modal
      open
      title={t('label.title', { total: ids.length })}
      okText={t('common:confirm')}
      cancelText={t('common:cancel')}
      okButtonProps={{ loading: label.isPending }}
      onOk={() => form.submit()}
      onCancel={() => onClose(false)}
      width={460}
    >
      <Form
        form={form}
        layout="vertical"
        onFinish={({ add = [], remove = [] }) => label.mutate({ ids, add, remove })}
      >
        <Form.Item name="add" label={t('label.add')}>
          <Select mode="tags" maxCount={10} options={options} placeholder={t('label.add.hint')} />
        </Form.Item>
        <Form.Item name="remove" label={t('label.remove')}>
          <Select mode="tags" maxCount={10} options={options} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
