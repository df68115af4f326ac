import { useMutation, useQuery } from '@tanstack/react-query';
import { signOn as contract } from '@xyxlx/contracts/sign-on';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import styles from './account.module.css';

/** The accounts of others that sign one on, each to be removed with the password. */
export function BindingsPanel() {
  const { t } = useTranslation('account');
  const [asked, setAsked] = useState<string | null>(null);
  const bindings = useQuery(api.userAccount.querySignOnBinding.queryOptions({}));
  return (
    <section className={styles.next} aria-label={t('bindings.title')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('bindings.title')}</h2>
        <span className={styles.hint}>{t('bindings.words')}</span>
      </header>
      <RowsTable
        name="signOnBinding"
        label={t('bindings.title')}
        rows={bindings.data?.list}
        rowId={({ id }) => id}
        state={bindings}
        columns={(cell) => [
          cell.text('provider', t('bindings.provider'), ({ provider }) => t(`provider.${provider}`)),
          cell.text('name', t('bindings.name'), (row) => row.displayName),
          cell.moment('boundAt', t('bindings.since'), (row) => row.boundAt),
          cell.custom(
            'actions',
            t('bindings.actions'),
            ({ id }) => (
              <Button type="link" size="small" danger onClick={() => setAsked(id)}>
                {t('bindings.remove')}
              </Button>
            ),
            { align: 'end' },
          ),
        ]}
      />
      {asked && <RemoveDialog id={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

function RemoveDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('account');
  const remove = useMutation(
    api.userAccount.removeSignOnBinding.mutationOptions({
      onSuccess: async () => {
        onClose();
        await acted(t('bindings.removed'), api.userAccount.querySignOnBinding.pathFilter());
      },
    }),
  );
  return (
    <FormDialog
      title={t('bindings.remove')}
      words={t('bindings.remove.words')}
      okText={t('bindings.remove')}
      danger
      schema={contract.removeSignOnBinding.input}
      known={{ id }}
      work={remove}
      onClose={onClose}
      fields={(field) => field.secret('password', t('password.old'), { autoComplete: 'current-password' })}
    />
  );
}
