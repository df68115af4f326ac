import { useMutation } from '@tanstack/react-query';
import { employee as contract, type Department } from '@xyxlx/contracts/employee';
import { longest } from '@xyxlx/contracts/fields';
import { Button, Drawer, Empty, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../kit/confirm.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { countText } from '../../lib/money.ts';
import styles from './departments.module.css';
import { useDepartments } from './use-departments.ts';

type Edited = { parentId: string | null } | { department: Department };

/** A merchant's departments: add, rename, delete; mount it to open it. */
export function Departments({ merchantId, onClose }: { merchantId: string; onClose(): void }) {
  const { t } = useTranslation(['employee', 'kit']);
  const { departments, isFetching } = useDepartments(merchantId);
  const [edited, setEdited] = useState<Edited | null>(null);
  const onSuccess = async () => {
    setEdited(null);
    await acted(t('kit:saved'), api.employee.queryDepartment.pathFilter());
  };
  const add = useMutation(api.employee.addDepartment.mutationOptions({ onSuccess }));
  const rename = useMutation(api.employee.editDepartment.mutationOptions({ onSuccess }));
  const remove = useMutation(api.employee.deleteDepartment.mutationOptions({ onSuccess }));

  function save(name: string): void {
    if (!edited) return;
    if ('parentId' in edited) add.mutate({ merchantId, parentId: edited.parentId, name });
    else rename.mutate({ id: edited.department.id, version: edited.department.version, name });
  }

  async function askRemove({ id, version, name }: Department): Promise<void> {
    const agreed = await confirm({ title: t('department.remove', { name }), isDangerous: true });
    if (agreed) remove.mutate({ id, version });
  }

  return (
    <Drawer
      open
      title={t('department.title')}
      size={520}
      onClose={onClose}
      extra={<Button onClick={() => setEdited({ parentId: null })}>{t('department.add')}</Button>}
    >
      {edited && 'parentId' in edited && edited.parentId === null && (
        <NameField isPending={add.isPending} onSave={save} onCancel={() => setEdited(null)} />
      )}
      {departments.length === 0 && !isFetching && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('department.none')} />
      )}
      <ul className={styles.tree}>
        {departments.map(({ value: id, label, department }) => {
          const isRenamed = edited !== null && 'department' in edited && edited.department.id === id;
          const getsChild = edited !== null && 'parentId' in edited && edited.parentId === id;
          const depth = label.split(' / ').length - 1;
          return (
            <li key={id} style={{ paddingLeft: 8 + depth * 22 }}>
              {isRenamed ? (
                <NameField
                  initial={department.name}
                  isPending={rename.isPending}
                  onSave={save}
                  onCancel={() => setEdited(null)}
                />
              ) : (
                <div className={styles.row}>
                  <span>{department.name}</span>
                  <span className={styles.count}>
                    {t('department.people', { total: countText(department.employeeCount) })}
                  </span>
                  <Button type="link" size="small" onClick={() => setEdited({ parentId: id })}>
                    {t('department.below')}
                  </Button>
                  <Button type="link" size="small" onClick={() => setEdited({ department })}>
                    {t('department.rename')}
                  </Button>
                  <Button type="link" size="small" danger onClick={() => askRemove(department)}>
                    {t('department.delete')}
                  </Button>
                </div>
              )}
              {getsChild && (
                <NameField isPending={add.isPending} onSave={save} onCancel={() => setEdited(null)} />
              )}
            </li>
          );
        })}
      </ul>
    </Drawer>
  );
}

interface NameFieldProps {
  initial?: string;
  isPending: boolean;
  onSave(name: string): void;
  onCancel(): void;
}

function NameField({ initial = '', isPending, onSave, onCancel }: NameFieldProps) {
  const { t } = useTranslation(['employee', 'kit', 'common']);
  const [name, setName] = useState(initial);
  return (
    <form
      className={styles.name}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) onSave(name.trim());
      }}
    >
      <Input
        autoFocus
        maxLength={longest(contract.addDepartment.input.shape.name)}
        aria-label={t('department.name')}
        placeholder={t('department.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="primary" htmlType="submit" loading={isPending} disabled={!name.trim()}>
        {t('kit:act.save')}
      </Button>
      <Button onClick={onCancel}>{t('common:cancel')}</Button>
    </form>
  );
}
