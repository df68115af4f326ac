import { useMutation, useQuery } from '@tanstack/react-query';
import { Form, Modal, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { BulkResultDialog } from '../../kit/actions/bulk-result-dialog.tsx';
import { api } from '../../lib/api.ts';
import { countText } from '../../lib/money.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useRoleName } from '../../lib/role-name.ts';

interface AssignRoleDialogProps {
  ids: string[];
  nameOf(id: string): string;
  onClose(isDone: boolean): void;
}

/** Gives several users a role and tells what became of each; roles that allow more than one's own can't be chosen. */
export function AssignRoleDialog({ ids, nameOf, onClose }: AssignRoleDialogProps) {
  const { t } = useTranslation(['user', 'kit']);
  const roleName = useRoleName();
  const [form] = Form.useForm<{ roleId: string }>();
  const { data } = useQuery(api.userAccount.queryUserOption.queryOptions({}));
  const assign = useMutation(
    api.userAccount.assignRole.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(api.userAccount.pathFilter()),
    }),
  );
  if (assign.data) {
    const close = () => onClose(true);
    return (
      <BulkResultDialog title={t('list.assignRole')} result={assign.data} nameOf={nameOf} onClose={close} />
    );
  }
  return (
    <Modal
      open
      title={t('list.assignRole')}
      okText={t('act.assignRole')}
      okButtonProps={{ loading: assign.isPending }}
      onCancel={() => onClose(false)}
      onOk={() => form.submit()}
      width={460}
    >
      <p>
        {t('kit:bulk.selected', { total: countText(ids.length) })}
        <br />
        {t('act.assignRole.words')}
      </p>
      <Form form={form} layout="vertical" onFinish={({ roleId }) => assign.mutate({ ids, roleId })}>
        <Form.Item
          name="roleId"
          label={t('field.roles')}
          rules={[{ required: true, message: t('form.roles') }]}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={(data?.roles ?? []).map((role) => ({
              value: role.id,
              label: roleName(role),
              disabled: !role.grantable,
            }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
