import { useMutation } from '@tanstack/react-query';
import { store as contract, type StoreRow } from '@xyxlx/contracts/store';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { needed } from '../../kit/form/fits.ts';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

const { shape } = contract.addStore.input;
const fields = [
  { name: 'name', max: 100 },
  { name: 'region', max: 60 },
  { name: 'address', max: 200 },
] as const;

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
    <FormDrawer<Pick<StoreRow, 'name' | 'region' | 'address'>>
      title={t(store ? 'store.edit' : 'store.add')}
      initial={store ? { name: store.name, region: store.region, address: store.address } : {}}
      isPending={add.isPending || edit.isPending}
      size={440}
      onClose={onClose}
      onSubmit={(values) =>
        store
          ? edit.mutate({ ...values, id: store.id, version: store.version })
          : add.mutate({ ...values, merchantId })
      }
    >
      {fields.map(({ name, max }) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`store.${name}`)}
          {...needed(shape[name], t('form.required', { max }))}
        >
          <Input maxLength={max} />
        </Form.Item>
      ))}
    </FormDrawer>
  );
}
