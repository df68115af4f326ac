import { useQuery } from '@tanstack/react-query';
import { type StoreRow, storeStateWords, storeTransitions } from '@xyxlx/contracts/store';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { RowsTable } from '../../kit/list/rows-table.tsx';
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
      <RowsTable<StoreRow>
        name="store"
        label={t('store.title')}
        rows={rows.data?.list}
        rowId={({ id }) => id}
        state={rows}
        columns={(cell) => [
          cell.text('name', t('store.name'), (row) => row.name, { width: 160 }),
          cell.figures('storeNo', t('store.no'), (row) => row.storeNo),
          cell.text('region', t('store.region'), (row) => row.region),
          cell.state('state', t('field.state'), storeStateWords, (row) => row.state),
          can('merchant.edit') &&
            cell.custom('actions', t('store.actions'), (row) => (
              <RecordActions record={row} nameOf={({ name }) => name} actions={actions} inRow />
            )),
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
