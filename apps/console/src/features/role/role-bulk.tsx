import { useMutation } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { BulkResultDialog } from '../../kit/actions/bulk-result-dialog.tsx';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

interface RoleBulkProps {
  ids: string[];
  nameOf(id: string): string;
  onClose(isDone: boolean): void;
}

/** Removes several roles and tells what became of each: built-in ones, and those that somebody has, stay. */
export function RoleBulk({ ids, nameOf, onClose }: RoleBulkProps) {
  const { t } = useTranslation('role');
  const remove = useMutation(
    api.role.deleteRoles.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(api.role.pathFilter()),
    }),
  );
  const { data } = remove;
  if (data) {
    const close = () => onClose(true);
    return <BulkResultDialog title={t('list.delete')} result={data} nameOf={nameOf} onClose={close} />;
  }
  return (
    <Modal
      open
      title={t('list.delete')}
      okText={t('list.delete')}
      okButtonProps={{ danger: true }}
      confirmLoading={remove.isPending}
      onCancel={() => onClose(false)}
      onOk={() => remove.mutate({ ids })}
    >
      {t('bulk.words', { total: ids.length })}
    </Modal>
  );
}
