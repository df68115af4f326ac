import { skipToken, useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { storeStateWords } from '@xyxlx/contracts/store';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../kit/detail/facts.tsx';
import { RecordPage } from '../../kit/detail/record-page.tsx';
import { useRecordId } from '../../kit/detail/use-record-id.ts';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';

/** One store, and whose it is. */
export function Component() {
  const { t } = useTranslation('merchant');
  const id = useRecordId();
  const record = useQuery(api.store.getStore.queryOptions(id ? { id } : skipToken));
  return (
    <RecordPage
      record={record}
      id={id}
      title={t('store.title')}
      titleOf={({ name }) => name}
      extra={({ state }) => <StateTag words={storeStateWords[state]} />}
      numberOf={({ storeNo }) => storeNo}
      list={paths.merchant}
    >
      {(store) => (
        <Facts
          record={store}
          facts={(cell) => [
            cell.record('merchant', t('store.merchant'), 'merchant', (row) => row.merchant),
            cell.text('region', t('store.region'), (row) => row.region),
            cell.text('address', t('store.address'), (row) => row.address),
            cell.stamp(
              'created',
              t('field.createdAt'),
              (row) => row.createdAt,
              (row) => row.createdBy,
            ),
            cell.stamp(
              'updated',
              t('field.updatedAt'),
              (row) => row.updatedAt,
              (row) => row.updatedBy,
            ),
          ]}
        />
      )}
    </RecordPage>
  );
}
