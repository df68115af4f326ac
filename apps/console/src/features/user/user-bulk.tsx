import { useMutation, useQuery } from '@tanstack/react-query';
import type { BulkResult } from '@xyxlx/contracts/bulk';
import { Form, Modal, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { BulkResultDialog } from '../../kit/bulk-result-dialog.tsx';
import { ReasonDialog } from '../../kit/reason-dialog.tsx';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useRoleName } from '../../lib/role-name.ts';

/** What can be done to several users at once. */
export type UserBulkStep = 'enable' | 'disable' | 'assignRole';

interface UserBulkProps {
  step: UserBulkStep;
  ids: string[];
  nameOf(id: string): string;
  onClose(result: BulkResult | null): void;
}

/** Enables or disables several users or gives them a role, and tells what became of each. */
export function UserBulk({ step, ids, nameOf, onClose }: UserBulkProps) {
  const { t } = useTranslation('user');
  const options = { onSuccess: () => queryClient.invalidateQueries(api.userAccount.pathFilter()) };
  const enable = useMutation(api.userAccount.enableUsers.mutationOptions(options));
  const disable = useMutation(api.userAccount.disableUsers.mutationOptions(options));
  const assign = useMutation(api.userAccount.assignRole.mutationOptions(options));
  const { data, isPending } = { enable, disable, assignRole: assign }[step];
  if (data) {
    const close = () => onClose(data);
    return <BulkResultDialog title={t(`act.${step}`)} result={data} nameOf={nameOf} onClose={close} />;
  }
  if (step === 'assignRole') {
    return (
      <RoleDialog
        total={ids.length}
        isPending={isPending}
        onClose={() => onClose(null)}
        onSubmit={(roleId) => assign.mutate({ ids, roleId })}
      />
    );
  }
  return (
    <ReasonDialog
      title={t(`list.${step}`)}
      words={`${t('bulk.words', { total: ids.length })}${t(`act.${step}.words`)}`}
      okText={t(`act.${step}`)}
      danger={step === 'disable'}
      isPending={isPending}
      onClose={() => onClose(null)}
      onSubmit={({ reason }) => (step === 'enable' ? enable : disable).mutate({ ids, reason })}
    />
  );
}

interface RoleDialogProps {
  total: number;
  isPending: boolean;
  onClose(): void;
  onSubmit(roleId: string): void;
}

/** Asks which role to give; those that allow more than one's own can't be chosen. */
function RoleDialog({ total, isPending, onClose, onSubmit }: RoleDialogProps) {
  const { t } = useTranslation('user');
  const roleName = useRoleName();
  const [form] = Form.useForm<{ roleId: string }>();
  const { data } = useQuery(api.userAccount.queryUserOption.queryOptions({}));
  return (
    <Modal
      open
      title={t('list.assignRole')}
      okText={t('act.assignRole')}
      confirmLoading={isPending}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <p>{`${t('bulk.words', { total })}${t('act.assignRole.words')}`}</p>
      <Form form={form} layout="vertical" onFinish={({ roleId }) => onSubmit(roleId)}>
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
