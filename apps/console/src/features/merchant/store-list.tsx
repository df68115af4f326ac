import { useQuery } from '@tanstack/react-query';
import { type StoreRow, storeStateWords, storeTransitions } from '@xyxlx/contracts/store';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api, client } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { StoreForm } from './store-form.tsx';
import styles from './store-list.module.css';

/** The stores of a merchant, with the means to add, change, open and close them. */
export function StoreList({ merchantId }: { merchantId: string }) {
  const { t } = useTranslation('merchant');
  const can = useCan();
  const rows = useQuery(api.store.queryStore.queryOptions({ merchantId, pageSize: 100 }));
  const [edited, setEdited] = useState<StoreRow | 'new' | null>(null);
  const affects = [api.store.pathFilter()];
  const actions: RecordAction<StoreRow>[] = [
    { name: 'editStore', label: t('act.edit'), press: setEdited },
    {
      ...byState(storeTransitions, 'enableStore'),
      label: t('act.enable'),
      many: (ids) => client.store.enableStore.mutate({ ids }),
      affects,
    },
    {
      ...byState(storeTransitions, 'disableStore'),
      label: t('act.disable'),
      look: 'danger',
      ask: { words: t('store.disable.words') },
      many: (ids) => client.store.disableStore.mutate({ ids }),
      affects,
    },
  ];

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
            render: (row) => <StateTag words={storeStateWords[row.state]} />,
          },
          ...(can('merchant.edit')
            ? [
                {
                  key: 'actions',
                  title: t('store.actions'),
                  render: (row: StoreRow) => (
                    <RecordActions record={row} nameOf={({ name }) => name} actions={actions} inRow />
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
