import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainTable } from '../../kit/plain-table.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { momentText } from '../../lib/time.ts';
import styles from './account.module.css';

/** The accounts of others that sign one on, each to be removed with the password. */
export function BindingsPanel() {
  const { t } = useTranslation('account');
  const [asked, setAsked] = useState<string | null>(null);
  const bindings = useQuery(api.userAccount.querySignOnBinding.queryOptions({}));
  return (
    <section className={`${styles.panel} ${styles.next}`} aria-label={t('bindings.title')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('bindings.title')}</h2>
        <span className={styles.hint}>{t('bindings.words')}</span>
      </header>
      <PlainTable
        label={t('bindings.title')}
        rows={bindings}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'provider',
            title: t('bindings.provider'),
            render: ({ provider }) => t(`provider.${provider}`),
          },
          { key: 'name', title: t('bindings.name'), render: ({ displayName }) => displayName ?? '—' },
          {
            key: 'boundAt',
            title: t('bindings.since'),
            render: ({ boundAt }) => <span className="figures">{momentText(boundAt)}</span>,
          },
          {
            key: 'actions',
            title: t('bindings.actions'),
            align: 'end',
            render: ({ id }) => (
              <Button type="link" size="small" danger onClick={() => setAsked(id)}>
                {t('bindings.remove')}
              </Button>
            ),
          },
        ]}
      />
      {asked && <RemoveDialog id={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

function RemoveDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('account');
  const [form] = Form.useForm<{ password: string }>();
  const remove = useMutation(
    api.userAccount.removeSignOnBinding.mutationOptions({
      onSuccess: async () => {
        onClose();
        await acted(t('bindings.removed'), api.userAccount.querySignOnBinding.pathFilter());
      },
    }),
  );
  return (
    <Modal
      open
      width={420}
      title={t('bindings.remove')}
      okText={t('bindings.remove')}
      okButtonProps={{ danger: true, loading: remove.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p style={{ marginBottom: 16 }}>{t('bindings.remove.words')}</p>
      <Form form={form} layout="vertical" onFinish={({ password }) => remove.mutate({ id, password })}>
        <Form.Item
          name="password"
          label={t('password.old')}
          rules={[{ required: true, message: t('password.old.required') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={128} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
