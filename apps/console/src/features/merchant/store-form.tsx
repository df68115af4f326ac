import { useMutation } from '@tanstack/react-query';
import { store as contract, type StoreRow } from '@xyxlx/contracts/store';
import { useTranslation } from 'react-i18next';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

interface StoreFormProps {
  merchantId: string;
  /** The store to change; null for a new one. */
  store: StoreRow | null;
  onClose(): void;
}

/** Adds a store to a merchant or changes one. */
export function StoreForm({ merchantId, store, onClose }: StoreFormProps) {
  const { t } = useTranslation(['merchant', 'kit']);
  const onSuccess = async () => {
    onClose();
    await acted(t('kit:saved'), api.store.pathFilter(), api.merchant.pathFilter());
  };
  const add = useMutation(api.store.addStore.mutationOptions({ onSuccess }));
  const edit = useMutation(api.store.editStore.mutationOptions({ onSuccess }));
  return (
    <RecordForm
      title={t(store ? 'store.edit' : 'store.add')}
      record={store}
      add={{ schema: contract.addStore.input, work: add, known: { merchantId } }}
      edit={{ schema: contract.editStore.input, work: edit }}
      size={440}
      onClose={onClose}
      fields={(field) => [
        field.text('name', t('store.name')),
        field.region('region', t('store.region')),
        field.text('address', t('store.address')),
      ]}
    />
  );
}
