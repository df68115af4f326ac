import { useMutation, useQuery } from '@tanstack/react-query';
import type { StoreRow } from '@xyxlx/contracts/store';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../kit/actions/confirm.ts';
import { PlainTable } from '../../kit/plain-table.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { StoreForm } from './store-form.tsx';
import styles from './store-list.module.css';

/** The stores of a merchant, with the means to add, change, open and close them. */
export function StoreList({ merchantId }: { merchantId: string }) {
  const { t } = useTranslation(['merchant', 'kit']);
  const can = useCan();
  const rows = useQuery(api.store.queryStore.queryOptions({ merchantId, pageSize: 100 }));
  const [edited, setEdited] = useState<StoreRow | 'new' | null>(null);
  const options = { onSuccess: () => acted(t('kit:done'), api.store.pathFilter()) };
  const enable = useMutation(api.store.enableStore.mutationOptions(options));
  const disable = useMutation(api.store.disableStore.mutationOptions(options));

  async function askToDisable({ id, name }: StoreRow): Promise<void> {
    const agreed = await confirm({
      title: `${t('act.disable')} · ${name}`,
      content: t('store.disable.words'),
      okText: t('act.disable'),
      isDangerous: true,
    });
    if (agreed) disable.mutate({ ids: [id] });
  }

  return (
    <section className={styles.stores}>
      <header className={styles.head}>
        <h3>{t('store.title')}</h3>
        {can('merchant.edit') && (
          <Button size="small" onClick={() => setEdited('new')}>
            {t('store.add')}
          </Button>
        )}
      </header>
      <PlainTable
        label={t('store.title')}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          { key: 'name', title: t('store.name'), width: 160, render: (row) => row.name },
          {
            key: 'storeNo',
            title: t('store.no'),
            render: (row) => <span className="figures">{row.storeNo}</span>,
          },
          { key: 'region', title: t('store.region'), render: (row) => row.region },
          {
            key: 'state',
            title: t('field.state'),
            render: (row) => (
              <ToneTag tone={row.state === 'ACTIVE' ? 'good' : 'bad'}>
                {t(`store.state.${row.state}`)}
              </ToneTag>
            ),
          },
          ...(can('merchant.edit')
            ? [
                {
                  key: 'actions',
                  title: t('store.actions'),
                  render: (row: StoreRow) => (
                    <>
                      <Button type="link" size="small" onClick={() => setEdited(row)}>
                        {t('act.edit')}
                      </Button>
                      <Button
                        type="link"
                        size="small"
                        onClick={() =>
                          row.state === 'ACTIVE' ? askToDisable(row) : enable.mutate({ ids: [row.id] })
                        }
                      >
                        {t(row.state === 'ACTIVE' ? 'act.disable' : 'act.enable')}
                      </Button>
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      {edited && (
        <StoreForm
          merchantId={merchantId}
          store={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
